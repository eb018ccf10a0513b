import type { Platform } from '../platform/platform.ts'
import { findSymbol } from './catalogue.ts'
import type { TickMemory } from './memory.ts'
import type { FeedStatus, Source } from './source.ts'
import { readFeedStatuses, saveFeedStatuses } from './status-store.ts'

type Watched = { source: Source; memory: TickMemory; leads: () => boolean }

const everyMs = 5_000
/** How long prices must be missing before an alarm is raised. A thinly traded symbol may be stale for a moment. */
const alarmAfterMs = 120_000

/**
 * Publishes the status of each symbol's source from the leading process to all others, and raises an alarm for symbols
 * whose prices stop. Returns a function that reads the last published statuses.
 */
export function watchFeed(
  { pool, jobs, clock, alarms }: Platform,
  { source, memory, leads }: Watched,
): () => Promise<ReadonlyMap<string, FeedStatus>> {
  const silentSince = new Map<string, number>()
  let published = ''
  let cached: { atMs: number; statuses: Promise<ReadonlyMap<string, FeedStatus>> } | undefined

  jobs.every('feed status', everyMs, async () => {
    if (!leads()) {
      silentSince.clear()
      return
    }
    const statuses = source.symbols.map(
      (symbol) => [symbol, source.statusOf?.(symbol) ?? { status: 'playing' }] as const,
    )
    const text = JSON.stringify(statuses)
    if (text !== published) await saveFeedStatuses(pool, statuses)
    published = text
    const nowMs = clock.nowMs()
    const stopped = statuses.filter(([symbol, { status }]) => isSilent(symbol, status, nowMs)).map(([symbol]) => symbol)
    if (stopped.length > 0)
      await alarms.raise({ kind: 'prices_stopped', subject: source.name, details: { symbols: stopped.join(', ') } })
    else await alarms.clear('prices_stopped', source.name)
  })

  /** Returns whether a symbol that should have prices has had none for too long. */
  function isSilent(symbol: string, status: FeedStatus['status'], nowMs: number): boolean {
    if (status === 'ended' || status === 'waiting' || memory.state(symbol, nowMs) !== 'stale') {
      silentSince.delete(symbol)
      return false
    }
    const sinceMs = silentSince.get(symbol) ?? nowMs
    silentSince.set(symbol, sinceMs)
    return nowMs - sinceMs >= Math.max(alarmAfterMs, 2 * (findSymbol(symbol)?.staleAfterMs ?? 0))
  }

  return () => {
    const nowMs = clock.monotonicMs()
    if (cached && nowMs - cached.atMs < 1_000) return cached.statuses
    const statuses = readFeedStatuses(pool, source.symbols)
    statuses.catch(() => void (cached = undefined))
    cached = { atMs: nowMs, statuses }
    return statuses
  }
}
