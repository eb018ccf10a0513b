import type { InputOf, OutputOf } from '../../../api/call.ts'
import { previewHours, type robotPreview } from '../../../api/calls/copying/robot.ts'
import { assets, formatAmount } from '../../../api/money.ts'
import { Turns } from '../../platform/database/turns.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { invariant } from '../../platform/http/refused.ts'
import { Cached } from '../../platform/time/cached.ts'
import { outcomeOf, profitMinor } from '../../trading/public.ts'
import { strategyOf, type Strategy } from '../strategies/strategies.ts'
import type { RobotContext } from './context.ts'
import { isWithin, readHours } from './hours.ts'
import { readEnds } from './preview-store.ts'
import { readPreviewed } from './set-robot.ts'

const hourMs = 3_600_000
/** How long the results of a strategy on a symbol are shared. Reading a day of ticks costs about a second. */
const cachedMs = 5 * 60_000

/** The result of a decision in the past. A tie and a void trade return the stake. */
type Decision = { endMs: number; result: 'won' | 'lost' | 'returned' }
type Day = { fromMs: number; toMs: number; decisions: Decision[] }

/** Applies strategies to stored prices. One symbol at a time, and shared between customers. */
export class RobotPreviews {
  readonly #turns = new Turns(40)
  readonly #days = new Map<string, Cached<Day>>()

  /** Returns the decisions of a strategy on a symbol in the last day, with their results. */
  read(context: RobotContext, strategy: Strategy, symbol: string): Promise<Day> {
    const key = `${strategy.id} ${symbol}`
    let day = this.#days.get(key)
    if (!day) this.#days.set(key, (day = new Cached(context.clock, cachedMs)))
    return day.read(() => this.#turns.run(() => previewDay(context, strategy, symbol)))
  }
}

async function previewDay({ db, clock, markets }: RobotContext, strategy: Strategy, symbol: string): Promise<Day> {
  const { candleS, lookback } = strategy
  const widthMs = candleS * 1000
  const toMs = Math.floor(clock.nowMs() / widthMs) * widthMs
  const fromMs = Math.floor((toMs - previewHours * hourMs) / widthMs) * widthMs
  const candles = await markets.candlesBetween(symbol, widthMs, fromMs - lookback * widthMs, toMs)
  const signals = candles.flatMap((candle, index) => {
    const endMs = candle.atMs + widthMs
    if (endMs < fromMs) return []
    const firstMs = endMs - lookback * widthMs
    const view = candles.slice(Math.max(0, index + 1 - lookback), index + 1).filter(({ atMs }) => atMs >= firstMs)
    const signal = strategy.decide({ symbol, candles: view, atMs: endMs })
    return signal ? [{ ...signal, fromMs: endMs, toMs: endMs + signal.intervalS * 1000 }] : []
  })
  // The result of a trade is final only when the record has reached its expiry.
  const final = signals.filter((signal) => signal.toMs <= markets.watermarkMs(symbol))
  const [ends, seams] = await Promise.all([
    readEnds(db, symbol, final),
    markets.seamsBetween(symbol, fromMs, toMs + hourMs),
  ])
  const toleranceMs = markets.symbol(symbol)!.staleAfterMs
  const decisions = final.map((signal, index): Decision => {
    const terms = { type: signal.type, acceptedAtMs: signal.fromMs, expiresAtMs: signal.toMs, toleranceMs }
    const { strike, exit } = ends[index]!
    const isAcrossSeam = seams.some(({ atMs }) => atMs > signal.fromMs && atMs <= signal.toMs)
    const { status } = outcomeOf(terms, strike, exit)
    const isReturned = isAcrossSeam || status === 'TIE' || status === 'VOID'
    return { endMs: signal.fromMs, result: isReturned ? 'returned' : status === 'WON' ? 'won' : 'lost' }
  })
  return { fromMs, toMs, decisions }
}

/** `robot.preview`: returns what the settings would have traded in the last day, and the result. */
export async function previewRobot(
  context: RobotContext & { previews: RobotPreviews },
  input: InputOf<typeof robotPreview>,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof robotPreview>> {
  const { currency } = await context.identity.customer(session.customerId)
  const { stakeMinor, symbols } = readPreviewed(context, input, currency)
  const strategy = strategyOf(input.strategy)
  const windows = readHours(input.hours)
  invariant(strategy && windows, 'readPreviewed checked the strategy and the hours')
  const counts = { won: 0, lost: 0, returned: 0 }
  let [resultMinor, expectedMinor] = [0n, 0n]
  let [fromMs, toMs] = [Infinity, 0]
  for (const symbol of symbols) {
    const day = await context.previews.read(context, strategy, symbol)
    fromMs = Math.min(fromMs, day.fromMs)
    toMs = Math.max(toMs, day.toMs)
    const profit = profitMinor(stakeMinor, context.markets.payoutBps(symbol))
    for (const { endMs, result } of day.decisions) {
      if (!isWithin(windows, endMs)) continue
      counts[result] += 1
      if (result === 'returned') continue
      resultMinor += result === 'won' ? profit : -stakeMinor
      expectedMinor += profit - stakeMinor
    }
  }
  return {
    cur: assets[currency].symbol,
    from: fromMs,
    to: toMs,
    trades: counts.won + counts.lost + counts.returned,
    ...counts,
    result: formatAmount(resultMinor, currency),
    // At even odds, half of the decided trades win.
    expected: formatAmount(expectedMinor / 2n, currency),
  }
}
