import { type PhraseCode, sentenceFields } from '../../contract/sentences/sentences.ts'
import { candleIntervals, refusedPriceReasons, type marketsCalls } from '../../contract/calls/markets.ts'
import { coinAssets, formatScaled } from '../../contract/money.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { Platform } from '../platform/platform.ts'
import { Refused } from '../platform/http/refused.ts'
import { Turns } from '../platform/database/turns.ts'
import { hoursPhraseOf, nextOpen } from './calendar/calendar.ts'
import { catalogue, findSymbol, type SymbolInfo } from './catalogue.ts'
import { readCandles } from './history.ts'
import type { TickMemory } from './memory.ts'
import { announcedPayouts, type Offers, type PayoutChange } from './offers.ts'
import { priceText } from './price-text.ts'
import { readCommitments } from './simulator/store.ts'
import { refusedBetween, refusedByReason } from './refused/refused-store.ts'
import type { FeedStatus, Source } from './source.ts'
import { pricesAt } from './candle-store.ts'
import { ticksBetween } from './store.ts'

const dayMs = 86_400_000
const maxRefusedPrices = 500
const countedDays = 30
const ticksAtOnce = 5_000
/**
 * Maximum number of queued requests for ticks. Reading and serialising 5,000 ticks blocks the event loop for about 30
 * ms.
 */
const tickRequestsWaiting = 100
/** The largest time that a JavaScript date can hold; larger values aren't passed to the database. */
const maxTimeMs = 8.64e15

type Given = {
  platform: Platform
  memory: TickMemory
  source: Source
  offers: Offers
  statuses: () => Promise<ReadonlyMap<string, FeedStatus>>
  payoutChanges: () => Promise<PayoutChange[]>
}

/** Binds the calls of contract/calls/markets.ts. */
export function bindMarketsCalls({
  platform,
  memory,
  source,
  offers,
  statuses,
  payoutChanges,
}: Given): Bindings<typeof marketsCalls> {
  const { pool, clock } = platform
  const turns = new Turns(tickRequestsWaiting)
  let dayAgo = { readAtMs: -Infinity, prices: new Map<string, number>() }

  /** Returns the prices from 24 hours ago, cached for a minute because every visit to the home page needs them. */
  const pricesDayAgo = async () => {
    const nowMs = clock.nowMs()
    if (Math.abs(nowMs - dayAgo.readAtMs) < 60_000) return dayAgo.prices
    const prices = await pricesAt(
      pool,
      catalogue.map((info) => info.symbol),
      nowMs - dayMs,
    )
    dayAgo = { readAtMs: nowMs, prices }
    return prices
  }

  return {
    async symbols() {
      const [before, fed] = await Promise.all([pricesDayAgo(), statuses()])
      const nowMs = clock.nowMs()
      return catalogue.map((info) => ({
        ...describeSymbol(info, offers.payoutBps(info.symbol), source, memory, nowMs, before.get(info.symbol)),
        feed: fed.get(info.symbol)?.status ?? (source.symbols.includes(info.symbol) ? 'playing' : 'unfed'),
        skippedRows: fed.get(info.symbol)?.skipped ?? 0,
      }))
    },

    async 'symbols.payouts'() {
      const offered = announcedPayouts(await payoutChanges())
      return offered
        .reverse()
        .map(({ symbol, payoutBps, fromMs }) => ({ id: `${symbol}-${fromMs}`, symbol, payoutBps, from: fromMs }))
    },

    async ticks({ symbol, from, to }) {
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
    },

    async candles({ symbol, interval, to, limit }) {
      const info = known(symbol)
      const toMs = to !== undefined && inTime(to) ? Math.min(Math.floor(to), clock.nowMs()) : clock.nowMs()
      const candles = await readCandles(pool, symbol, candleIntervals[interval], toMs, limit)
      return candles.map((candle) => ({
        id: `${symbol}-${interval}-${candle.atMs}`,
        at: candle.atMs,
        open: priceText(info, candle.open),
        high: priceText(info, candle.high),
        low: priceText(info, candle.low),
        close: priceText(info, candle.close),
        ticks: candle.ticks,
      }))
    },

    rates() {
      return coinAssets.map((coin) => {
        const info = findSymbol(`${coin}USD`)
        const last = info && memory.last(info.symbol)
        const symbol = `${coin}USD`
        const rate = info && last ? priceText(info, last.price) : '0'
        return {
          id: coin,
          symbol: coin,
          rate,
          at: last?.atMs ?? null,
          state: memory.state(symbol, clock.nowMs()),
          source: source.nameOf?.(symbol) ?? source.name,
        }
      })
    },

    'markets.commitments': ({ p, hour }) => readCommitments(pool, p, hour),
    ...refusedCalls(platform),
  }
}

function refusedCalls({
  pool,
  clock,
}: Pick<Platform, 'pool' | 'clock'>): Pick<Bindings<typeof marketsCalls>, 'prices.refused' | 'prices.refused.counts'> {
  return {
    async 'prices.refused'({ symbol, from, to }) {
      const info = known(symbol)
      if (!inTime(from) || !inTime(to) || from > to) throw new Refused('bad_range')
      const text = (price: number | null) => (price === null || price <= 0 ? null : priceText(info, price))
      const found = await refusedBetween(pool, symbol, Math.floor(from), Math.floor(to), maxRefusedPrices)
      return found.flatMap(({ id, atMs, bid, ask, price, reason, source }) =>
        reason === 'unknown_symbol'
          ? []
          : [{ id, at: atMs, bid: text(bid), ask: text(ask), price: text(price), reason, source }],
      )
    },

    async 'prices.refused.counts'() {
      const counts = await refusedByReason(pool, Math.floor(clock.nowMs() / dayMs) - countedDays)
      return counts.flatMap(({ reason, count }) =>
        reason === 'unknown_symbol' ? [] : [{ id: reason, reason, words: refusedPriceReasons[reason], count }],
      )
    },
  }
}

function describeSymbol(
  info: SymbolInfo,
  payoutBps: number,
  source: Source,
  memory: TickMemory,
  nowMs: number,
  dayAgo: number | undefined,
) {
  const last = memory.last(info.symbol)
  return {
    id: info.symbol,
    symbol: info.symbol,
    name: info.name,
    class: info.class,
    scale: info.scale,
    tickSize: formatScaled(1n, info.scale),
    payoutBps,
    staleAfterMs: info.staleAfterMs,
    state: memory.state(info.symbol, nowMs),
    opensAt: sourceHoursOf(info, source) === 'calendar' ? nextOpen(info.calendar, nowMs) : null,
    ...sentenceFields('hours', { phrase: hoursOf(info, source) }),
    source: source.nameOf?.(info.symbol) ?? source.name,
    price: last ? priceText(info, last.price) : null,
    at: last?.atMs ?? null,
    changeBps: last && dayAgo ? Math.round((last.price / dayAgo - 1) * 10_000) : null,
  }
}

const sourceHoursOf = (info: SymbolInfo, source: Source) => source.hoursOf?.(info.symbol) ?? source.hours

function hoursOf(info: SymbolInfo, source: Source): PhraseCode {
  if (sourceHoursOf(info, source) === 'calendar') return hoursPhraseOf(info.calendar)
  return (source.nameOf?.(info.symbol) ?? source.name) === 'simulated' ? 'hours_simulated' : 'hours_recorded'
}

function known(symbol: string): SymbolInfo {
  const info = findSymbol(symbol)
  if (!info) throw new Refused('unknown_symbol', { symbol })
  return info
}

const inTime = (atMs: number) => Number.isFinite(atMs) && atMs >= 0 && atMs <= maxTimeMs
