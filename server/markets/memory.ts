import { catalogue, findSymbol, type SymbolInfo } from './catalogue.ts'
import { isOpen } from './calendar/calendar.ts'
import type { SymbolState } from './public.ts'
import type { SourceHours } from './source.ts'
import type { Tick } from './tick.ts'

/** A stored batch as it travels from the process that leads the feed to all others. */
export type TickBatch = {
  ticks: readonly Tick[]
  /** Symbol -> time up to which its record is complete. */
  through: Record<string, number>
}

/** Ticks of a symbol that are kept in memory. */
export const ticksInMemory = 1_200
export const memoryMs = 10 * 60_000

type Entry = { info: SymbolInfo; ticks: Tick[]; watermarkMs: number; state: SymbolState }

/**
 * The last minutes of every symbol, the same in every process: what pages are caught up from, what tells a live symbol from
 * a stale one, and the time up to which the record is complete.
 */
export class TickMemory {
  private readonly entries = new Map<string, Entry>(
    catalogue.map((info) => [info.symbol, { info, ticks: [], watermarkMs: 0, state: 'stale' }]),
  )
  private readonly hours: SourceHours

  constructor(hours: SourceHours) {
    this.hours = hours
  }

  /** Adds stored ticks that are newer than what is held, and moves the watermarks. */
  add({ ticks, through }: TickBatch): void {
    for (const tick of ticks) {
      const entry = this.entries.get(tick.symbol)
      const last = entry?.ticks.at(-1)
      if (!entry || (last && tick.seq <= last.seq)) continue
      // Ticks that another process stored meanwhile are missing here: what is held stays a run without gaps.
      if (last && tick.seq !== last.seq + 1) entry.ticks = []
      entry.ticks.push(tick)
      // Cut in halves, so that an append costs the same however many are held.
      if (entry.ticks.length > 2 * ticksInMemory) entry.ticks.splice(0, entry.ticks.length - ticksInMemory)
    }
    for (const [symbol, atMs] of Object.entries(through)) {
      const entry = this.entries.get(symbol)
      if (entry) entry.watermarkMs = Math.max(entry.watermarkMs, atMs)
    }
  }

  last(symbol: string): Tick | undefined {
    return this.entries.get(symbol)?.ticks.at(-1)
  }

  watermarkMs(symbol: string): number {
    return this.entries.get(symbol)?.watermarkMs ?? 0
  }

  /** What is held after `seq`, and the first number that is no longer held where there is a gap. */
  after(symbol: string, seq: number): { ticks: Tick[]; gap: { from: number; to: number } | undefined } {
    const held = this.entries.get(symbol)?.ticks.slice(-ticksInMemory) ?? []
    const first = held[0]
    if (!first) return { ticks: [], gap: undefined }
    if (first.seq > seq + 1) return { ticks: held, gap: { from: seq + 1, to: first.seq - 1 } }
    return { ticks: held.slice(seq + 1 - first.seq), gap: undefined }
  }

  state(symbol: string, atMs: number): SymbolState {
    const info = findSymbol(symbol)
    if (!info) return 'closed'
    if (this.hours === 'calendar' && !isOpen(info.calendar, atMs)) return 'closed'
    const last = this.last(symbol)
    return last && atMs - last.atMs <= info.staleAfterMs ? 'live' : 'stale'
  }

  /** Symbols whose state differs from what this function told before. */
  stateChanges(atMs: number): { symbol: string; state: SymbolState }[] {
    const changes: { symbol: string; state: SymbolState }[] = []
    for (const [symbol, entry] of this.entries) {
      const state = this.state(symbol, atMs)
      if (state === entry.state) continue
      entry.state = state
      changes.push({ symbol, state })
    }
    return changes
  }
}
