import { catalogue, findSymbol, type SymbolInfo } from './catalogue.ts'
import { isOpen } from './calendar/calendar.ts'
import type { StateChange, SymbolState } from './types.ts'
import type { SourceHours } from './source.ts'
import { liveTickText } from './tick-text.ts'
import type { Tick } from './tick.ts'

/** A stored batch, as published by the leading process. */
export type TickBatch = {
  ticks: readonly Tick[]
  /** For each symbol, the time up to which its record is complete. */
  through: Record<string, number>
}

/** Number of ticks that memory serves per symbol. */
export const ticksInMemory = 1_200
export const memoryMs = 10 * 60_000

/** `texts[i]` is the serialised form of `ticks[i]`, or undefined if it has not been requested yet. */
type Entry = { info: SymbolInfo; ticks: Tick[]; texts: (string | undefined)[]; watermarkMs: number; state: SymbolState }

/**
 * The ticks of the last minutes for every symbol, identical in every process. Serves missed ticks to clients,
 * distinguishes live from stale symbols, and holds the watermarks.
 */
export class TickMemory {
  readonly #entries = new Map<string, Entry>(
    catalogue.map((info) => [info.symbol, { info, ticks: [], texts: [], watermarkMs: 0, state: 'stale' }]),
  )
  readonly #hoursOf: (symbol: string) => SourceHours

  constructor(hours: SourceHours | ((symbol: string) => SourceHours)) {
    this.#hoursOf = typeof hours === 'function' ? hours : () => hours
  }

  /** Adds stored ticks that are newer than those in memory, and advances the watermarks. */
  add({ ticks, through }: TickBatch): void {
    for (const tick of ticks) {
      const entry = this.#entries.get(tick.symbol)
      const last = entry?.ticks.at(-1)
      if (!entry || (last && tick.seq <= last.seq)) continue
      // This process may have missed ticks that another process stored. Drops the ticks before the gap, so that the
      // remaining ones have none.
      if (last && tick.seq !== last.seq + 1) cut(entry, entry.ticks.length)
      entry.ticks.push(tick)
      entry.texts.push(undefined)
      // Trims only at twice the size, so that appending stays cheap.
      if (entry.ticks.length > 2 * ticksInMemory) cut(entry, entry.ticks.length - ticksInMemory)
    }
    for (const [symbol, atMs] of Object.entries(through)) {
      const entry = this.#entries.get(symbol)
      if (entry) entry.watermarkMs = Math.max(entry.watermarkMs, atMs)
    }
  }

  last(symbol: string): Tick | undefined {
    return this.#entries.get(symbol)?.ticks.at(-1)
  }

  watermarkMs(symbol: string): number {
    return this.#entries.get(symbol)?.watermarkMs ?? 0
  }

  /** Returns the oldest sequence number that memory serves for a symbol; 0 if none. */
  firstSeq(symbol: string): number {
    const ticks = this.#entries.get(symbol)?.ticks
    return ticks?.[Math.max(0, ticks.length - ticksInMemory)]?.seq ?? 0
  }

  /** Returns a tick serialised as `LiveTick`, computed once for all clients. Undefined if the tick isn't in memory. */
  text(symbol: string, seq: number): string | undefined {
    const entry = this.#entries.get(symbol)
    // Ticks have no gaps, so the sequence number gives the index.
    const place = entry?.ticks[0] ? seq - entry.ticks[0].seq : -1
    const tick = entry?.ticks[place]
    return tick && (entry!.texts[place] ??= liveTickText(tick, entry!.info))
  }

  /** Returns a tick of a listed symbol serialised as `LiveTick`, whether or not it is in memory. */
  textOf(tick: Tick): string {
    return this.text(tick.symbol, tick.seq) ?? liveTickText(tick, findSymbol(tick.symbol)!)
  }

  state(symbol: string, atMs: number): SymbolState {
    const info = findSymbol(symbol)
    if (!info) return 'closed'
    if (this.#hoursOf(symbol) === 'calendar' && !isOpen(info.calendar, atMs)) return 'closed'
    const last = this.last(symbol)
    return last && atMs - last.atMs <= info.staleAfterMs ? 'live' : 'stale'
  }

  /** Returns symbols whose state changed since the last call. */
  stateChanges(atMs: number): StateChange[] {
    const changes: StateChange[] = []
    for (const [symbol, entry] of this.#entries) {
      const state = this.state(symbol, atMs)
      if (state === entry.state) continue
      entry.state = state
      changes.push({ symbol, state })
    }
    return changes
  }
}

/** The part of memory that `/live` reads. */
export type RecentTicks = Pick<TickMemory, 'last' | 'firstSeq' | 'text' | 'textOf' | 'state'>

function cut({ ticks, texts }: Entry, count: number): void {
  ticks.splice(0, count)
  texts.splice(0, count)
}
