import { ConfigError } from '../../platform/config.ts'
import type { Recording } from './recording.ts'

/** Pause between distant parts of a recording, and before a recording restarts. */
const pauseMs = 1_000
const dayMs = 86_400_000
/** Nights, weekends and holidays keep their length. A longer gap that all recordings share shrinks to `pauseMs`. */
const longestGapMs = 7 * dayMs

/** The recordings of one symbol, oldest first, and how their times map to a timeline that starts at 0. */
export type Track = {
  symbol: string
  recordings: Recording[]
  lengthMs: number
  loopMs: number
  offsetOf(recordedMs: number): number
}

/**
 * Places recordings on timelines. Symbols whose recordings overlap in time share a timeline, so that they stay aligned;
 * others start immediately. Throws `ConfigError` if two files of a symbol cover the same time.
 */
export function layOut(recordings: readonly Recording[]): Track[] {
  const bySymbol = Map.groupBy(recordings, ({ info }) => info.symbol)
  const symbols = [...bySymbol].map(([symbol, own]) => ({ symbol, own: inOrder(own) }))
  return groupsOf(symbols.map(({ own }) => spanOf(own))).flatMap((places) => {
    const group = places.map((place) => symbols[place]!)
    const stretches = stretchesOf(group.flatMap(({ own }) => own))
    const offsetOf = offsetsOn(stretches)
    const loopMs = offsetOf(stretches.at(-1)!.toMs) + pauseMs
    return group.map(({ symbol, own }) => ({
      symbol,
      recordings: own,
      offsetOf,
      loopMs,
      lengthMs: offsetOf(own.at(-1)!.lastMs),
    }))
  })
}

type Span = { fromMs: number; toMs: number }

function inOrder(own: readonly Recording[]): Recording[] {
  const sorted = own.toSorted((a, b) => a.firstMs - b.firstMs)
  sorted.forEach((recording, i) => {
    const before = sorted[i - 1]
    if (before && recording.firstMs <= before.lastMs) {
      throw new ConfigError(
        `MARKET: ${before.name} and ${recording.name} cover the same time for ${recording.info.symbol}. ` +
          'Expected: one recording per symbol at a time',
      )
    }
  })
  return sorted
}

const spanOf = (own: readonly Recording[]): Span => ({ fromMs: own[0]!.firstMs, toMs: own.at(-1)!.lastMs })

/** Returns the indexes of spans that overlap directly or through others. */
function groupsOf(spans: readonly Span[]): number[][] {
  const groups: { toMs: number; places: number[] }[] = []
  for (const place of spans.map((_, i) => i).sort((a, b) => spans[a]!.fromMs - spans[b]!.fromMs)) {
    const span = spans[place]!
    const last = groups.at(-1)
    if (last && span.fromMs <= last.toMs) {
      last.places.push(place)
      last.toMs = Math.max(last.toMs, span.toMs)
    } else groups.push({ toMs: span.toMs, places: [place] })
  }
  return groups.map(({ places }) => places)
}

/** Returns the spans that any recording covers, including the gaps that keep their length. */
function stretchesOf(recordings: readonly Recording[]): Span[] {
  const stretches: Span[] = []
  for (const { firstMs, lastMs } of recordings.toSorted((a, b) => a.firstMs - b.firstMs)) {
    const last = stretches.at(-1)
    if (last && firstMs - last.toMs <= longestGapMs) last.toMs = Math.max(last.toMs, lastMs)
    else stretches.push({ fromMs: firstMs, toMs: lastMs })
  }
  return stretches
}

function offsetsOn(stretches: readonly Span[]): (recordedMs: number) => number {
  let offsetMs = 0
  const starts = stretches.map(({ fromMs, toMs }) => {
    const start = { fromMs, offsetMs }
    offsetMs += toMs - fromMs + pauseMs
    return start
  })
  return (recordedMs) => {
    const start = starts.findLast(({ fromMs }) => fromMs <= recordedMs) ?? starts[0]!
    return start.offsetMs + recordedMs - start.fromMs
  }
}
