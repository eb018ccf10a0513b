import type { InputOf } from '../../contract/call.ts'
import type { farmAnnounce } from '../../contract/farming-plans.ts'
import type { OperatorSession } from '../platform/http.ts'
import { Refused } from '../platform/refused.ts'
import { readRates } from './announced-rates.ts'
import type { FarmingContext } from './context.ts'
import { nextWeekMs } from './schedule.ts'
import { findPlan, insertRate, listRates, lockPlan } from './store.ts'

/**
 * `farm.announce`: from next Monday 00:00 UTC on, never for what has passed. A retired plan, named by its id, is announced for too: its
 * contracts follow. Throws `unknown_plan`, `bad_rate`, `minimum_above_rate`, `cost_above_minimum`.
 */
export async function announceRate(context: FarmingContext, input: InputOf<typeof farmAnnounce>, { operatorId }: OperatorSession) {
  return context.db.transaction().execute(async (tx) => {
    const plan = await lockPlan(tx, (await findPlan(tx, input.plan))?.id ?? input.plan)
    if (!plan) throw new Refused('unknown_plan')
    const rates = readRates(input, plan.leverHalves)
    const newest = (await listRates(tx, plan.id))[0]
    // Two announcements in one millisecond stand in their order.
    const announcedMs = Math.max(context.clock.nowMs(), (newest?.announcedMs ?? -1) + 1)
    await insertRate(tx, { planId: plan.id, announcedMs, fromMs: nextWeekMs(announcedMs), ...rates, note: input.note }, operatorId)
    const { weekly, minimum, borrowing, note } = input
    await context.operators.audit(tx, { operatorId, action: 'farm.announce', subject: plan.id, details: { weekly, minimum, borrowing, note } })
    return { type: 'success' as const, msg: `${plan.name} pays ${weekly} % a week from ${new Date(nextWeekMs(announcedMs)).toISOString().slice(0, 10)} on.` }
  })
}
