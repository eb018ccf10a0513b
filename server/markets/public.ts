import type { Candle } from './candles.ts'
import type { SymbolInfo } from './catalogue.ts'
import type { TickBatch } from './memory.ts'
import type { RefusedPrice } from './refused-prices.ts'
import type { Tick } from './tick.ts'

export { candlesOfTicks, type Candle } from './candles.ts'
export type { Tick } from './tick.ts'
export type { SymbolInfo } from './catalogue.ts'
export type { Source, ScriptedSource } from './source.ts'
export type { RefusedPrice } from './refused-prices.ts'
export { chainStart, findBrokenLink, tickHash } from './tick.ts'
export { catalogue } from './catalogue.ts'
export { scriptedSource } from './source.ts'
export { earliestCandles, readTickPlaces, recordedAt, type TickPlace } from './books-store.ts'
export { announcedPayouts, type AnnouncedPayout, type PayoutChange } from './offers.ts'
export { createMarkets } from './markets.ts'
export { findPriceBreaks } from './books.ts'
export { marketsSealed } from './sealed-values.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** Ticks that were stored, from the process that leads the price feed. */
    ticks: TickBatch
    /** Something of a customer's own has changed: the pages ask these calls again. Handed on by `/live`. */
    'customer.changed': { customerId: string; calls: string[] }
  }
}

/** `live`: orders are taken. `stale`: no tick within the symbol's limit. `closed`: outside of its market's hours. */
export type SymbolState = 'live' | 'stale' | 'closed'

/**
 * What other modules may ask of the markets. Prices are whole numbers of the symbol's smallest step, ten to the minus `scale`.
 *
 * The settlement of many trades joins the tick record inside the database through one documented function, the only part
 * of the schema `markets` that other modules may name:
 *
 *     markets.strike_and_exit(p_symbol text[], p_accepted_ms bigint[], p_expires_ms bigint[])
 *       returns table (idx int, strike_seq bigint, strike_at_ms bigint, strike bigint,
 *                      exit_seq bigint, exit_at_ms bigint, exit bigint)
 *
 * `idx` counts the input from 1. Strike is the first tick with at > accepted, exit the last tick with at <= expires
 * (docs/spec/truth.md section 3), each null where there is none. Tolerances are the caller's rule. Call it only for
 * expiries at or below `watermarkMs(symbol)`: after that its answer never changes.
 */
export type Markets = {
  start(): Promise<void>
  stop(): Promise<void>
  symbols: readonly SymbolInfo[]
  symbol(name: string): SymbolInfo | undefined
  /** Profit per stake of a winning trade in basis points. Throws for an unknown symbol. */
  payoutBps(name: string): number
  isTradable(symbol: string, atMs: number): SymbolState
  /** The newest stored tick. */
  lastTick(symbol: string): Tick | undefined
  /** No tick of this symbol at or before this time will ever be added any more. */
  watermarkMs(symbol: string): number
  /**
   * Closes a record that stands still: nothing at or before `throughMs` is added to it any more. What the leader still has is stored
   * first. Rejects where another process leads; that one closes it.
   */
  closeRecord(symbol: string, throughMs: number): Promise<void>
  /** Stored ticks with fromMs <= at <= toMs, oldest first, at most `limit` (default 5,000). */
  ticksBetween(symbol: string, fromMs: number, toMs: number, limit?: number): Promise<Tick[]>
  /** Candles of all stored ticks with fromMs <= at < toMs, oldest first; both are starts of an interval of `widthMs`. Intervals without a tick have no candle. */
  candlesBetween(symbol: string, widthMs: number, fromMs: number, toMs: number): Promise<Candle[]>
  /**
   * Prices that the gate refused with fromMs <= at <= toMs, newest first, at most `limit` of each reason. The newest 10,000 of a symbol and
   * reason are kept.
   */
  refusedOfEachReason(
    symbol: string,
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<(RefusedPrice & { id: string })[]>
  /** Time of the newest refused price that is missing from a symbol's list; undefined where the list is complete. */
  refusedGapsEnd(symbol: string): Promise<number | undefined>
  /**
   * Moments with afterMs < at <= throughMs at which a symbol's record began again with prices that don't continue those before, oldest first.
   * No trade is decided across one.
   */
  seamsBetween(symbol: string, afterMs: number, throughMs: number): Promise<{ atMs: number; reason: string }[]>
  /** The newest stored tick at or before a time. */
  lastTickAt(symbol: string, atMs: number): Promise<Tick | undefined>
  /** The first stored tick after `afterSeq`, with fromMs <= at <= throughMs, whose price is at or below `price`. */
  firstAtOrBelow(
    symbol: string,
    span: { afterSeq: number; fromMs: number; throughMs: number; price: number },
  ): Promise<Tick | undefined>
  /** The lowest price of the stored ticks with fromMs < at <= throughMs; undefined where there is none. */
  lowestBetween(symbol: string, fromMs: number, throughMs: number): Promise<number | undefined>
  /** The run of ticks from `seq - before` to `seq + after` and the chain's hash before its first tick. */
  ticksAround(symbol: string, seq: number, before: number, after: number): Promise<{ before: string; ticks: Tick[] }>
  /** Called with every batch of ticks after it was stored, and with none when only time has passed. Returns a function that ends it. */
  onTick(listener: (ticks: readonly Tick[]) => void): () => void
  /** Resolves when everything that the source has pushed is stored, published and counted in the watermarks. */
  flush(): Promise<void>
}
