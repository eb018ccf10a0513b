import type { RawTick } from './tick.ts'

/** What a source may do with what it has found. */
export type SourceSink = {
  /** Hands prices to the gate, oldest first. They are stored before anyone sees them. */
  push(ticks: readonly RawTick[]): void
  /**
   * Promises that the source will never hand over a tick of these symbols (default: all of its symbols) at or before
   * `atMs`. Settlement waits for this promise; the gate enforces it.
   */
  through(atMs: number, symbols?: readonly string[]): void
  /** Resolves when what was pushed so far is stored. Sources with many ticks at once wait for it between portions. */
  stored?(): Promise<void>
  /** State that this source kept, stored when it last led; undefined where another source fed the record since. */
  kept?: unknown
  /** Keeps JSON for the next start, in one transaction with the ticks that are pushed next. */
  keep?(state: unknown): void
  /** Marks that the prices of symbols no longer continue those before, and why. Trades open at this moment are void. */
  seam?(symbols: readonly string[], reason: string): void
}

/** Whether a source keeps to the calendar of the real markets, or is open around the clock. */
export type SourceHours = 'always' | 'calendar'

/** How a symbol's source is doing. `unfed`: the source has no prices of it. `skipped`: unreadable rows of a recording so far. */
export type FeedStatus = { status: 'waiting' | 'playing' | 'ended' | 'unfed'; skipped?: number }

/** Where prices come from. Every source passes the same gate (gate.ts). */
export type Source = {
  /** The setting that chooses it, such as `simulated` or `replay:EURUSD_tick_20140508.csv`. */
  name: string
  hours: SourceHours
  /** The symbols that it can price. */
  symbols: readonly string[]
  /** How far the source's clock may be ahead of ours; unset for sources that run on ours. */
  maxAheadMs?: number
  /** How long before its first start a source may begin a record that is still empty; unset: not at all. */
  warmUpMs?: number
  /** The source of one symbol, where it isn't `name`. */
  nameOf?(symbol: string): string
  /** The hours of one symbol, where they aren't `hours`. */
  hoursOf?(symbol: string): SourceHours
  /** How a symbol is doing, in the process that runs the source; undefined where nothing is known beyond its ticks. */
  statusOf?(symbol: string): FeedStatus | undefined
  /** Called in every process before prices begin. Throws `ConfigError` if the settings don't fit what the source has stored. */
  check?(): Promise<void>
  start(sink: SourceSink): Promise<void>
  stop(): Promise<void>
  /** Called now and then by the process that leads the feed, for work such as revealing seeds. */
  maintain?(): Promise<void>
  /** Makes the prices of a jump of the product's clock; resolves when they were pushed. */
  advance?(fromMs: number, toMs: number): Promise<void>
}

/** A source that a test drives by hand. */
export type ScriptedSource = Source & {
  /** Hands ticks over and promises that none before them will follow. Time at or after them is promised by `through`. */
  push(...ticks: (Omit<RawTick, 'source'> & { source?: string })[]): void
  through(atMs: number, symbols?: readonly string[]): void
  /** Marks that prices pushed from now on don't continue those before. */
  seam(symbols: readonly string[], reason: string): void
}

/** Makes a source for tests: nothing is priced but what the test pushes. `await markets.flush()` stores it. */
export function scriptedSource(symbols: readonly string[], hours: SourceHours = 'always'): ScriptedSource {
  let sink: SourceSink | undefined
  return {
    name: 'scripted',
    hours,
    symbols,
    start: async (given) => void (sink = given),
    stop: async () => void (sink = undefined),
    push(...ticks) {
      sink?.push(ticks.map((tick) => ({ source: 'scripted', ...tick })))
      for (const { symbol, atMs } of ticks) sink?.through(atMs - 1, [symbol])
    },
    through: (atMs, only) => sink?.through(atMs, only),
    seam: (begun, reason) => sink?.seam?.(begun, reason),
  }
}
