import type { InputOf, OutputOf } from '../../api/call.ts'
import type { farmQuote } from '../../api/calls/farming/farming.ts'
import { sentenceFields } from '../../api/sentences/sentences.ts'
import { assets, formatAmount, formatScaled } from '../../api/money.ts'
import type { CallRequest } from '../platform/http/http.ts'
import { invariant, Refused } from '../platform/http/refused.ts'
import type { FarmingContext } from './context.ts'
import { aprBps, apyBps, netHalfPpm, weekOf } from './interest.ts'
import { borrowedMinor, healthHundredths, liquidationPrice, positionMinor, stressTable } from './position.ts'
import { readRequest } from './request.ts'
import { inForce } from './schedule.ts'
import { findPlan, listRates } from './store.ts'

/**
 * `farm.quote`: returns all terms that customers see before the start. Throws the refusals of `readRequest`, and
 * `no_price`.
 */
export async function quote(
  context: FarmingContext,
  input: InputOf<typeof farmQuote>,
  { session }: CallRequest<typeof farmQuote>,
): Promise<OutputOf<typeof farmQuote>> {
  const plan = await findPlan(context.db, input.plan)
  if (!plan) throw new Refused('unknown_plan')
  const { currency } = await context.identity.customer(session.customerId)
  const { leverageHalves, durationDays, amountMinor } = readRequest(plan, input, currency)
  const symbol = `${plan.coin}USD`
  const [tick, info] = [context.markets.lastTick(symbol), context.markets.symbol(symbol)]
  if (!tick || !info) throw new Refused('no_price', { coin: plan.coin })
  const rate = inForce(await listRates(context.db, plan.id), context.clock.nowMs())
  invariant(rate, `${plan.id} must have a rate`)
  const terms = { principalMinor: amountMinor, leverageHalves, borrowPpm: rate.borrowPpm }
  const position = {
    principalMinor: amountMinor,
    leverageHalves,
    marginBps: plan.marginBps,
    entryPrice: BigInt(tick.price),
  }
  const net = netHalfPpm(terms, rate.weeklyPpm)
  const week = weekOf(terms, rate.weeklyPpm)
  const closesAt = liquidationPrice(position)
  const cash = (minor: bigint) => formatAmount(minor, currency)
  const price = (steps: bigint) => formatScaled(steps, info.scale)
  return {
    plan: plan.name,
    coin: plan.coin,
    cur: assets[currency].symbol,
    amount: cash(amountMinor),
    lever: leverageHalves / 2,
    duration: durationDays,
    apr: formatScaled(aprBps(net), 2),
    apy: formatScaled(apyBps(net), 2),
    aprMinimum: formatScaled(aprBps(netHalfPpm(terms, rate.minimumPpm)), 2),
    gross: cash(week.grossMinor),
    cost: cash(week.costMinor),
    net: cash(week.netMinor),
    weekly: percentOf(rate.weeklyPpm),
    minimum: percentOf(rate.minimumPpm),
    borrowing: percentOf(rate.borrowPpm),
    borrowed: cash(borrowedMinor(position)),
    position: cash(positionMinor(position, position.entryPrice)),
    health: formatScaled(healthHundredths(position, position.entryPrice), 2),
    price: price(position.entryPrice),
    priceSeq: tick.seq,
    liquidationPrice: price(closesAt),
    liquidationFall: formatScaled(((position.entryPrice - closesAt) * 10_000n) / position.entryPrice, 2),
    ...sentenceFields('liquidationRule', { phrase: 'yield_liquidation', values: { share: plan.marginBps / 100 } }),
    ...sentenceFields('earlyClose', { phrase: 'yield_early_close', values: { fee: plan.earlyFeeBps / 100 } }),
    stress: stressTable(position).map(({ fall, price: at, leftMinor, holdingMinor, closed }) => ({
      fall,
      price: price(at),
      left: cash(leftMinor),
      change: formatScaled(((leftMinor - amountMinor) * 1_000n) / amountMinor, 1),
      holding: cash(holdingMinor),
      closed,
    })),
  }
}

/** Converts millionths to per cent. */
export const percentOf = (ppm: number): string => formatScaled(BigInt(ppm), 4)
