import type { InputOf, OutputOf } from '../../api/call.ts'
import {
  candleIntervals,
  refusedPriceReasons,
  type candles,
  type pricesRefusedCounts,
  type pricesRefused,
  type ticks,
} from '../../api/calls/markets/markets.ts'
import { Refused } from '../platform/http/refused.ts'
import type { MarketsCallsContext } from './calls-context.ts'
import { findSymbol, type SymbolInfo } from './catalogue.ts'
import { readCandles } from './history.ts'
import { priceText } from './price-text.ts'
import { refusedBetween, refusedByReason } from './refused/refused-store.ts'
import { ticksBetween } from './store.ts'

const dayMs = 86_400_000
const maxRefusedPrices = 500
const countedDays = 30
const ticksAtOnce = 5_000
/** The largest time that a JavaScript date can hold; larger values aren't passed to the database. */
const maxTimeMs = 8.64e15

/** `ticks`: returns the published ticks in a period. Throws `unknown_symbol`, `bad_range`. */
export async function showTicks(
  { pool, turns }: MarketsCallsContext,
  { symbol, from, to }: InputOf<typeof ticks>,
): Promise<OutputOf<typeof ticks>> {
  const info = known(symbol)
  if (!inTime(from) || !inTime(to) || from > to) throw new Refused('bad_range')
  return turns.run(async () => {
    const found = await ticksBetween(pool, symbol, Math.floor(from), Math.floor(to), ticksAtOnce)
    return found.map((tick) => ({
      id: `${symbol}-${tick.seq}`,
      symbol,
      seq: tick.seq,
      at: tick.atMs,
      bid: priceText(info, tick.bid),
      ask: priceText(info, tick.ask),
      price: priceText(info, tick.price),
      source: tick.source,
      hash: tick.hash,
    }))
  })
}

/** `candles`: returns the newest candles before `to`. Throws `unknown_symbol`. */
export async function showCandles(
  { pool, clock }: MarketsCallsContext,
  { symbol, interval, to, limit }: InputOf<typeof candles>,
): Promise<OutputOf<typeof candles>> {
  const info = known(symbol)
  const toMs = to !== undefined && inTime(to) ? Math.min(Math.floor(to), clock.nowMs()) : clock.nowMs()
  const found = await readCandles(pool, symbol, candleIntervals[interval], toMs, limit)
  return found.map((candle) => ({
    id: `${symbol}-${interval}-${candle.atMs}`,
    at: candle.atMs,
    open: priceText(info, candle.open),
    high: priceText(info, candle.high),
    low: priceText(info, candle.low),
    close: priceText(info, candle.close),
    ticks: candle.ticks,
  }))
}

/** `prices.refused`: returns the refused prices in a period. Throws `unknown_symbol`, `bad_range`. */
export async function showRefused(
  { pool }: MarketsCallsContext,
  { symbol, from, to }: InputOf<typeof pricesRefused>,
): Promise<OutputOf<typeof pricesRefused>> {
  const info = known(symbol)
  if (!inTime(from) || !inTime(to) || from > to) throw new Refused('bad_range')
  const text = (price: number | null) => (price === null || price <= 0 ? null : priceText(info, price))
  const found = await refusedBetween(pool, symbol, Math.floor(from), Math.floor(to), maxRefusedPrices)
  return found.flatMap(({ id, atMs, bid, ask, price, reason, source }) =>
    reason === 'unknown_symbol'
      ? []
      : [{ id, at: atMs, bid: text(bid), ask: text(ask), price: text(price), reason, source }],
  )
}

/** `prices.refused.counts`: returns how many prices were refused in the last 30 days, by reason. */
export async function countRefused({
  pool,
  clock,
}: MarketsCallsContext): Promise<OutputOf<typeof pricesRefusedCounts>> {
  const counts = await refusedByReason(pool, Math.floor(clock.nowMs() / dayMs) - countedDays)
  return counts.flatMap(({ reason, count }) =>
    reason === 'unknown_symbol' ? [] : [{ id: reason, reason, words: refusedPriceReasons[reason], count }],
  )
}

function known(symbol: string): SymbolInfo {
  const info = findSymbol(symbol)
  if (!info) throw new Refused('unknown_symbol', { symbol })
  return info
}

const inTime = (atMs: number) => Number.isFinite(atMs) && atMs >= 0 && atMs <= maxTimeMs
