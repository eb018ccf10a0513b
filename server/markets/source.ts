import type { RawTick } from './tick.ts'

/** Receives what a source produces. */
export type SourceSink = {
  /** Passes prices to the gate, oldest first. They are stored before anyone sees them. */
  push(ticks: readonly RawTick[]): void
  /**
   * Guarantees that the source will never push a tick of these symbols (default: all of its symbols) at or before
   * `atMs`. Settlement waits for this guarantee; the gate enforces it.
   */
  through(atMs: number, symbols?: readonly string[]): void
  /** Resolves when all pushed ticks are stored. Sources with many ticks await it between batches. */
  stored?(): Promise<void>
  /** The state that this source saved when it last ran; undefined if another source has fed the record since. */
  kept?: unknown
  /** Saves JSON for the next start, in the same transaction as the ticks that are pushed next. */
  keep?(state: unknown): void
  /**
   * Marks that new prices of these symbols don't continue the earlier ones, and states why. Trades that are open at
   * this moment become void.
   */
  seam?(symbols: readonly string[], reason: string): void
}

/** Whether a source follows the calendar of the real markets or is open around the clock. */
export type SourceHours = 'always' | 'calendar'

/**
 * Status of a symbol's source. `unfed`: the source has no prices for the symbol. `skipped`: number of unreadable rows
 * in a recording so far.
 */
export type FeedStatus = { status: 'waiting' | 'playing' | 'ended' | 'unfed'; skipped?: number }

/** A source of prices. All prices pass the same gate (gate.ts). */
export type Source = {
  /** The setting that selects the source, such as `simulated` or `replay:EURUSD_tick_20140508.csv`. */
  name: string
  hours: SourceHours
  /** The symbols that the source has prices for. */
  symbols: readonly string[]
  /** How far the source's clock may be ahead of the product's clock. Unset for sources that use the product's clock. */
  maxAheadMs?: number
  /** How long before its first start a source may begin an empty record. Default: 0. */
  warmUpMs?: number
  /** The source name of one symbol, if it isn't `name`. */
  nameOf?(symbol: string): string
  /** The hours of one symbol, if they aren't `hours`. */
  hoursOf?(symbol: string): SourceHours
  /** The status of a symbol, in the process that runs the source; undefined if only its ticks are known. */
  statusOf?(symbol: string): FeedStatus | undefined
  /**
   * Runs in every process before prices start. Throws `ConfigError` if the settings contradict what the source has
   * stored.
   */
  check?(): Promise<void>
  start(sink: SourceSink): Promise<void>
  stop(): Promise<void>
  /** Called regularly by the process that leads the feed, for work such as revealing seeds. */
  maintain?(): Promise<void>
  /** Generates the prices for the time that a clock jump skips. Resolves when they have been pushed. */
  advance?(fromMs: number, toMs: number): Promise<void>
}

/** A source controlled by a test. */
export type ScriptedSource = Source & {
  /** Pushes ticks and guarantees that no earlier ones follow. Use `through` to advance time to or past them. */
  push(...ticks: (Omit<RawTick, 'source'> & { source?: string })[]): void
  through(atMs: number, symbols?: readonly string[]): void
  /** Marks that prices pushed from now on don't continue the earlier ones. */
  seam(symbols: readonly string[], reason: string): void
}

/** Creates a source for tests whose only prices are those that the test pushes. `await markets.flush()` stores them. */
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
