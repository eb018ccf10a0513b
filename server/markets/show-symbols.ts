import type { OutputOf } from '../../api/call.ts'
import type { rates, symbols, symbolsPayouts, symbolsTrends } from '../../api/calls/markets/markets.ts'
import { coinAssets, formatScaled } from '../../api/money.ts'
import { type PhraseCode, sentenceFields } from '../../api/sentences/sentences.ts'
import { hoursPhraseOf, nextOpen } from './calendar/calendar.ts'
import type { MarketsCallsContext } from './calls-context.ts'
import { hourlyCloses, pricesAt } from './candle-store.ts'
import { catalogue, findSymbol, type SymbolInfo } from './catalogue.ts'
import type { TickMemory } from './memory.ts'
import { announcedPayouts } from './offers.ts'
import { priceText } from './price-text.ts'
import type { Source } from './source.ts'

const dayMs = 86_400_000

/** `symbols`: returns the tradable symbols with their newest prices and states. */
export async function showSymbols(context: MarketsCallsContext): Promise<OutputOf<typeof symbols>> {
  const { clock, memory, offers, source, statuses } = context
  const [before, fed] = await Promise.all([pricesDayAgo(context), statuses()])
  const nowMs = clock.nowMs()
  return catalogue.map((info) => ({
    ...describeSymbol(info, offers.payoutBps(info.symbol), source, memory, nowMs, before.get(info.symbol)),
    feed: fed.get(info.symbol)?.status ?? (source.symbols.includes(info.symbol) ? 'playing' : 'unfed'),
    skippedRows: fed.get(info.symbol)?.skipped ?? 0,
  }))
}

/** Returns the prices from 24 hours ago, cached for a minute because every visit to the home page needs them. */
async function pricesDayAgo({ clock, pool, dayAgo }: MarketsCallsContext): Promise<ReadonlyMap<string, number>> {
  const nowMs = clock.nowMs()
  if (Math.abs(nowMs - dayAgo.readAtMs) < 60_000) return dayAgo.prices
  dayAgo.prices = await pricesAt(
    pool,
    catalogue.map((info) => info.symbol),
    nowMs - dayMs,
  )
  dayAgo.readAtMs = nowMs
  return dayAgo.prices
}

/** `symbols.trends`: returns each symbol's hourly closing prices of the last 24 hours, cached for a minute. */
export async function showTrends({
  clock,
  pool,
  trends,
}: MarketsCallsContext): Promise<OutputOf<typeof symbolsTrends>> {
  const nowMs = clock.nowMs()
  if (Math.abs(nowMs - trends.readAtMs) >= 60_000) {
    trends.closes = await hourlyCloses(pool, nowMs - dayMs)
    trends.readAtMs = nowMs
  }
  return catalogue.map(({ symbol }) => ({ id: symbol, symbol, closes: trends.closes.get(symbol) ?? [] }))
}

/** `symbols.payouts`: returns all payout rates that were ever offered, newest first. */
export async function showPayouts({ payoutChanges }: MarketsCallsContext): Promise<OutputOf<typeof symbolsPayouts>> {
  const offered = announcedPayouts(await payoutChanges())
  return offered
    .reverse()
    .map(({ symbol, payoutBps, fromMs }) => ({ id: `${symbol}-${fromMs}`, symbol, payoutBps, from: fromMs }))
}

/** `rates`: returns the newest dollar price of each coin. */
export function showRates({ clock, memory, source }: MarketsCallsContext): OutputOf<typeof rates> {
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
