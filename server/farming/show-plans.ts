import type { OutputOf } from '../../api/call.ts'
import type { farmRates, YieldPlan, yplans } from '../../api/calls/farming/farming-plans.ts'
import { weekMs, weeksOfYear } from '../../api/farming-rules.ts'
import { asBareNumber, formatScaled } from '../../api/money.ts'
import { invariant } from '../platform/http/refused.ts'
import type { FarmingContext } from './context.ts'
import { aprBps, apyBps, netHalfPpm } from './interest.ts'
import { percentOf } from './quote.ts'
import { inForce } from './schedule.ts'
import { listAllPlans, listDelivered, listPlans, listRates, type Plan, type StoredRate } from './store.ts'

/** Parses a number without a unit, as docs/spec/product.md section 3 requires for plans. */

/** `yplans`: returns each plan's announced rates, and the rate that its contracts were actually paid. */
export async function showPlans({ db, clock }: FarmingContext): Promise<OutputOf<typeof yplans>> {
  const [plans, rates, delivered] = await Promise.all([listPlans(db), listRates(db), listDelivered(db)])
  return plans.map((plan) => planFacts(plan, rates, delivered, clock.nowMs()))
}

export function planFacts(
  { id, name, coin, minMinor, leverageHalves }: Plan,
  rates: readonly StoredRate[],
  delivered: Awaited<ReturnType<typeof listDelivered>>,
  nowMs: number,
): YieldPlan {
  const rate = inForce(
    rates.filter(({ planId }) => planId === id),
    nowMs,
  )
  invariant(rate, `${id} must have a rate`)
  const net = netHalfPpm({ leverageHalves, borrowPpm: rate.borrowPpm }, rate.weeklyPpm)
  const paid = delivered.find(({ planId }) => planId === id)
  return {
    id,
    plan: name,
    coin,
    min: asBareNumber(formatScaled(minMinor, 2)),
    lever: leverageHalves / 2,
    apr: asBareNumber(formatScaled(aprBps(net), 2)),
    apy: asBareNumber(formatScaled(apyBps(net), 2)),
    weekly: percentOf(rate.weeklyPpm),
    minimum: percentOf(rate.minimumPpm),
    borrowing: percentOf(rate.borrowPpm),
    delivered: paid
      ? formatScaled(
          (paid.earnedShare * weeksOfYear * BigInt(weekMs) * 10_000n) / (BigInt(paid.paidMs) * 10n ** 12n),
          2,
        )
      : null,
    contracts: paid?.contracts ?? 0,
  }
}

/** `farm.rates`: returns the history of announcements. */
export async function showRates({ db, clock }: FarmingContext): Promise<OutputOf<typeof farmRates>> {
  const [plans, rates] = await Promise.all([listAllPlans(db), listRates(db)])
  return rates.map((rate) => ({
    id: `${rate.planId}-${rate.announcedMs}`,
    planId: rate.planId,
    plan: plans.find(({ id }) => id === rate.planId)?.name ?? rate.planId,
    weekly: percentOf(rate.weeklyPpm),
    minimum: percentOf(rate.minimumPpm),
    borrowing: percentOf(rate.borrowPpm),
    announcedAt: rate.announcedMs,
    from: rate.fromMs,
    note: rate.note,
    inForce:
      inForce(
        rates.filter(({ planId }) => planId === rate.planId),
        clock.nowMs(),
      ) === rate,
  }))
}
