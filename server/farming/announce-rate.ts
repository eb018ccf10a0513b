import type { InputOf } from '../../contract/call.ts'
import type { farmAnnounce } from '../../contract/farming.ts'
import type { OperatorSession } from '../platform/http.ts'
import { Refused } from '../platform/refused.ts'
import type { FarmingContext } from './context.ts'
import { coversCost } from './interest.ts'
import { nextWeekMs } from './schedule.ts'
import { findPlan, insertRate, listRates } from './store.ts'

const largestPpm = 100_000

/** `farm.announce`: from next Monday 00:00 UTC on, never for what has passed. Throws `unknown_plan`, `bad_rate`, `minimum_above_rate`, `cost_above_minimum`. */
export async function announceRate(context: FarmingContext, input: InputOf<typeof farmAnnounce>, { operatorId }: OperatorSession) {
  const [weeklyPpm, minimumPpm, borrowPpm] = [millionths(input.weekly), millionths(input.minimum), millionths(input.borrowing)]
  return context.db.transaction().execute(async (tx) => {
    const plan = await findPlan(tx, input.plan)
    if (!plan) throw new Refused('unknown_plan')
    if ([weeklyPpm, minimumPpm, borrowPpm].some((ppm) => ppm <= 0 || ppm > largestPpm)) throw new Refused('bad_rate')
    if (minimumPpm > weeklyPpm) throw new Refused('minimum_above_rate')
    if (!coversCost(plan.leverHalves, minimumPpm, borrowPpm)) throw new Refused('cost_above_minimum')
    const newest = (await listRates(tx, plan.id))[0]
    // Two announcements in one millisecond stand in their order.
    const announcedMs = Math.max(context.clock.nowMs(), (newest?.announcedMs ?? -1) + 1)
    await insertRate(tx, { planId: plan.id, announcedMs, fromMs: nextWeekMs(announcedMs), weeklyPpm, minimumPpm, borrowPpm, note: input.note }, operatorId)
    const { weekly, minimum, borrowing, note } = input
    await context.operators.audit(tx, { operatorId, action: 'farm.announce', subject: plan.id, details: { weekly, minimum, borrowing, note } })
    return { type: 'success' as const, msg: `${plan.name} pays ${weekly} % a week from ${new Date(nextWeekMs(announcedMs)).toISOString().slice(0, 10)} on.` }
  })
}

/** Per cent with up to four decimals, exactly. */
function millionths(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.')
  return Number(whole + decimals.padEnd(4, '0'))
}
