import { outcome } from '../../api/sentences/outcomes.ts'
import type { InputOf } from '../../api/call.ts'
import type { farmAnnounce } from '../../api/calls/farming/farming-plans.ts'
import type { Execute } from '../operators/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { OperatorRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import { readRates, type Rates } from './announced-rates.ts'
import type { FarmingContext } from './context.ts'
import { nextWeekMs } from './schedule.ts'
import { findPlan, insertRate, listRates, lockPlan, type Plan } from './store.ts'

type Input = InputOf<typeof farmAnnounce>

/** Name of the action in approvals. */
export const announcing = 'farm.announce'

/**
 * `farm.announce`: proposes a plan's rates to a second operator. They apply from 00:00 UTC on the Monday after the
 * approval, never to the past. Rates can also be announced for a retired plan, identified by its ID, because its
 * contracts still run. Throws `unknown_plan`, `bad_rate`, `minimum_above_rate` and `cost_above_minimum`.
 */
export async function announceRate(
  context: FarmingContext,
  input: Input,
  { session: { operatorId: proposedBy } }: OperatorRequest,
) {
  await context.db.transaction().execute(async (tx) => {
    const { plan } = await judge(tx, input)
    const { weekly, minimum, borrowing, note } = input
    await context.operators.propose(tx, {
      proposedBy,
      action: announcing,
      subject: plan.id,
      amountMinor: plan.minMinor,
      asset: 'USD',
      words: {
        phrase: 'proposal_yield_rates',
        values: { plan: plan.name, weekly, minimum, borrowing, note },
      },
      input: { ...input, plan: plan.id },
    })
  })
  return outcome('needs_second')
}

/** Returns the function that runs when a second operator approves. Throws the refusals of `announceRate`. */
export function createAnnounceApproved(context: FarmingContext): Execute {
  return async (tx, given, { proposedBy, approvedBy }) => {
    const input = given as Input
    const { plan, rates } = await judge(tx, input)
    const newest = (await listRates(tx, plan.id))[0]
    // Keeps the order of two announcements in the same millisecond.
    const announcedMs = Math.max(context.clock.nowMs(), (newest?.announcedMs ?? -1) + 1)
    const rate = { planId: plan.id, announcedMs, fromMs: nextWeekMs(announcedMs), ...rates, note: input.note }
    await insertRate(tx, rate, { announcedBy: proposedBy, approvedBy })
    const { weekly, minimum, borrowing, note } = input
    await context.operators.audit(tx, {
      operatorId: proposedBy,
      action: announcing,
      subject: plan.id,
      details: { weekly, minimum, borrowing, note },
    })
  }
}

async function judge(tx: Executor, input: Input): Promise<{ plan: Plan; rates: Rates }> {
  const plan = await lockPlan(tx, (await findPlan(tx, input.plan))?.id ?? input.plan)
  if (!plan) throw new Refused('unknown_plan')
  return { plan, rates: readRates(input, plan.leverageHalves) }
}
