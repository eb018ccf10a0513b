import type { Candle } from './candles.ts'
import type { SymbolInfo } from './catalogue.ts'
import type { RefusedPrice } from './refused/refused-prices.ts'
import type { Tick } from './tick.ts'

/** `live`: orders are accepted. `stale`: no tick within the symbol's limit. `closed`: outside market hours. */
export type SymbolState = 'live' | 'stale' | 'closed'

export type StateChange = { symbol: string; state: SymbolState }

/**
 * The interface of the markets module. Prices are whole numbers of the symbol's smallest step, 10^-scale.
 *
 * Settlement joins the tick record inside the database through one documented function, the only part of the schema
 * `markets` that other modules may use:
 *
 *     markets.strike_and_exit(p_symbol text[], p_accepted_ms bigint[], p_expires_ms bigint[])
 *       returns table (idx int, strike_seq bigint, strike_at_ms bigint, strike bigint,
 *                      exit_seq bigint, exit_at_ms bigint, exit bigint)
 *
 * `idx` numbers the input rows from 1. The strike is the first tick with at > accepted, the exit the last tick with at
 * <= expires (docs/spec/truth.md section 3); both are null if there is no tick in between. The caller checks
 * tolerances. Call the function only for expiries at or before `watermarkMs(symbol)`, because only then is its result
 * final.
 */
export type Markets = {
  start(): Promise<void>
  stop(): Promise<void>
  symbols: readonly SymbolInfo[]
  symbol(name: string): SymbolInfo | undefined
  /** Returns the profit of a winning trade in basis points of its stake. Throws for an unknown symbol. */
  payoutBps(name: string): number
  isTradable(symbol: string, atMs: number): SymbolState
  /** Returns the newest stored tick. */
  lastTick(symbol: string): Tick | undefined
  /** Returns the watermark: no tick of this symbol at or before this time will ever be added. */
  watermarkMs(symbol: string): number
  /**
   * Closes a stalled record: the leader's remaining ticks are stored, and nothing at or before `throughMs` is added
   * later. Rejects if another process leads; that process closes the record.
   */
  closeRecord(symbol: string, throughMs: number): Promise<void>
  /** Returns stored ticks with fromMs <= at <= toMs, oldest first, at most `limit` (default 5,000). */
  ticksBetween(symbol: string, fromMs: number, toMs: number, limit?: number): Promise<Tick[]>
  /**
   * Returns the candles of all stored ticks with fromMs <= at < toMs, oldest first. Both times must be starts of an
   * interval of `widthMs`. Intervals without ticks have no candle.
   */
  candlesBetween(symbol: string, widthMs: number, fromMs: number, toMs: number): Promise<Candle[]>
  /**
   * Returns refused prices with fromMs <= at <= toMs, newest first, at most `limit` per reason. The newest 10,000 per
   * symbol and reason are stored.
   */
  refusedOfEachReason(
    symbol: string,
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<(RefusedPrice & { id: string })[]>
  /**
   * Returns the time of the newest refused price that is missing from a symbol's list; undefined if the list is
   * complete.
   */
  refusedGapsEnd(symbol: string): Promise<number | undefined>
  /**
   * Returns the moments with afterMs < at <= throughMs at which a symbol's record restarted with prices that don't
   * continue the earlier ones, oldest first. A trade that spans such a moment is void.
   */
  seamsBetween(symbol: string, afterMs: number, throughMs: number): Promise<{ atMs: number; reason: string }[]>
  /** Returns the newest stored tick at or before a time. */
  lastTickAt(symbol: string, atMs: number): Promise<Tick | undefined>
  /**
   * Returns the first stored tick after `afterSeq`, with fromMs <= at <= throughMs, whose price is at or below `price`.
   */
  firstAtOrBelow(
    symbol: string,
    span: { afterSeq: number; fromMs: number; throughMs: number; price: number },
  ): Promise<Tick | undefined>
  /** Returns the lowest price of stored ticks with fromMs < at <= throughMs; undefined if there are none. */
  lowestBetween(symbol: string, fromMs: number, throughMs: number): Promise<number | undefined>
  /** Returns the ticks from `seq - before` to `seq + after`, and the hash of the tick before the first one. */
  ticksAround(symbol: string, seq: number, before: number, after: number): Promise<{ before: string; ticks: Tick[] }>
  /**
   * Calls `listener` with every stored batch of ticks; the batch is empty if only time advanced. Returns a function
   * that unsubscribes.
   */
  onTick(listener: (ticks: readonly Tick[]) => void): () => void
  /** Calls `listener` with the symbols whose state changed. Returns a function that unsubscribes. */
  onStates(listener: (changes: readonly StateChange[]) => void): () => void
  /** Resolves when all ticks that the source pushed are stored, published and reflected in the watermarks. */
  flush(): Promise<void>
}
