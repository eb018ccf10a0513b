import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall } from '../../call.ts'
import { idsInOrder, plansChanged } from '../../plan-order.ts'
import { farmCoins } from '../../farming-rules.ts'
import { amountOutput } from '../../money.ts'
import { phrases } from '../../sentences/phrases.ts'

/** Yield plans, their announced rates, and operators' changes to both. Exported with the calls in `farming.ts`. */

/** A percentage, as decimal text. */
export const percent = amountOutput
/** A number as sent by a form. The action validates it, so that the refusal names the problem. */
export const formNumber = z
  .union([z.string(), z.number()], phrases.enter_number)
  .transform((value) => String(value).trim())

export const yieldPlan = z.object({
  id: z.string(),
  plan: z.string(),
  /** Minimum amount, in the reader's currency. */
  min: z.number(),
  /**
   * Yearly rates in percent, net of the plan's borrowing cost: `apy` as if each week's interest were reinvested, `apr`
   * without reinvestment.
   */
  apy: z.number(),
  apr: z.number(),
  lever: z.number(),
  coin: z.enum(farmCoins),
  /**
   * Weekly rates in percent: the announced rate, the minimum promised to a contract that starts now, and the cost of
   * borrowing.
   */
  weekly: percent,
  minimum: percent,
  borrowing: percent,
  /**
   * The yearly interest paid to the plan's contracts, as a percentage of their deposits; null before the first full
   * week.
   */
  delivered: percent.nullable(),
  /** Number of contracts behind that figure. */
  contracts: z.number().int(),
})
export type YieldPlan = z.infer<typeof yieldPlan>

export const yplans = defineCall({
  name: 'yplans',
  module: 'farming',
  method: 'GET',
  access: 'public',
  summary: 'Lists the yield plans with the currently announced rate and what their contracts were actually paid.',
  input: z.object({}),
  output: z.array(yieldPlan),
  refusals: {},
})

const weeklyPercent = formNumber.pipe(z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, phrases.enter_weekly_rate))

const rateRefusals = {
  bad_rate: { status: 400, message: 'A weekly rate must be above zero and at most 1%.' },
  minimum_above_rate: { status: 400, message: 'The promised minimum can’t exceed the weekly rate.' },
  cost_above_minimum: {
    status: 400,
    message: 'At this plan’s maximum leverage, borrowing would cost more than the promised minimum pays.',
  },
} as const
const announcementNote = z.string().trim().min(5, phrases.reason_at_least_5).max(300, phrases.reason_at_most_300)

export const farmRates = defineCall({
  name: 'farm.rates',
  module: 'farming',
  method: 'GET',
  access: 'public',
  summary:
    'Lists every announcement of the weekly rates, newest first, with the time from which it applies. Rates are ' +
    'percentages per week.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      planId: z.string(),
      plan: z.string(),
      weekly: percent,
      minimum: percent,
      borrowing: percent,
      announcedAt: z.number(),
      from: z.number(),
      note: z.string(),
      inForce: z.boolean(),
    }),
  ),
  refusals: {},
})

export const farmAnnounce = defineCall({
  name: 'farm.announce',
  module: 'farming',
  method: 'POST',
  access: 'operator',
  permission: 'rates.manage',
  summary:
    'Proposes a plan’s weekly rate to a second operator. It applies from 00:00 UTC on the Monday after the ' +
    'approval. Running contracts keep their promised minimum and their borrowing cost.',
  input: z.object({
    plan: z.string().max(64),
    weekly: weeklyPercent,
    minimum: weeklyPercent,
    borrowing: weeklyPercent,
    note: announcementNote,
  }),
  output: outcomeOutput,
  refusals: { unknown_plan: { status: 400, message: 'This plan doesn’t exist.' }, ...rateRefusals },
})

/** Terms of a plan that operators set. Contracts keep their original terms. */
const planFields = {
  plan: z.string().trim().min(1, phrases.enter_plan_name).max(40, phrases.name_at_most_40),
  /** Minimum deposit, in the reader's currency. */
  min: formNumber,
  /** Maximum leverage. */
  lever: formNumber,
  /** A contract is liquidated when the customer's own part falls to this percentage of the position. */
  margin: formNumber,
  /** As a percentage of the deposit. */
  earlyFee: formNumber,
}
const planRefusals = {
  bad_amount: {
    status: 400,
    message: 'The minimum amount must be above zero and at most 1,000,000, with at most two decimal places.',
  },
  bad_leverage: { status: 400, message: 'Enter a maximum leverage from 1.5 to 5, in steps of 0.5.' },
  bad_margin: {
    status: 400,
    message:
      'The equity at which a contract is liquidated must be above zero, at most 50%, and below the starting equity ' +
      'at maximum leverage.',
  },
  bad_fee: { status: 400, message: 'The early exit fee can be at most 10% of the deposit.' },
} as const
const nameTaken = { status: 409, message: 'A plan with this name already exists.' }
const noPlan = { status: 404, message: 'This plan doesn’t exist.' }

export const farmPlansList = defineCall({
  name: 'farm.plans.list',
  module: 'farming',
  method: 'GET',
  access: 'operator',
  permission: 'rates.manage',
  summary: 'Lists all yield plans with their terms and currently announced rates, retired ones last.',
  input: z.object({}),
  output: z.array(
    yieldPlan.omit({ min: true }).extend({
      min: amountOutput,
      margin: percent,
      earlyFee: percent,
      /** Number of running contracts, to which the plan's announcements apply. */
      running: z.number().int(),
      retiredAt: z.number().nullable(),
    }),
  ),
  refusals: {},
})

export const farmPlansAdd = defineCall({
  name: 'farm.plans.add',
  module: 'farming',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Proposes a yield plan with its first rates to a second operator. It is offered once approved.',
  input: z.object({
    ...planFields,
    coin: z.enum(farmCoins, phrases.choose_btc_or_eth),
    weekly: weeklyPercent,
    minimum: weeklyPercent,
    borrowing: weeklyPercent,
    note: announcementNote,
  }),
  output: outcomeOutput.extend({ id: z.string() }),
  refusals: { ...planRefusals, ...rateRefusals, name_taken: nameTaken },
})

export const farmPlansEdit = defineCall({
  name: 'farm.plans.edit',
  module: 'farming',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary:
    'Proposes new terms of a yield plan to a second operator. Running contracts and deposits already started keep ' +
    'their original terms.',
  input: z.object({ id: z.string().max(64), ...planFields }),
  output: outcomeOutput,
  refusals: {
    not_found: noPlan,
    ...planRefusals,
    cost_above_minimum: rateRefusals.cost_above_minimum,
    name_taken: nameTaken,
  },
})

export const farmPlansRetire = defineCall({
  name: 'farm.plans.retire',
  module: 'farming',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Retires a yield plan. Running contracts continue, and its weekly rate can still be announced for them.',
  input: z.object({ id: z.string().max(64) }),
  output: outcomeOutput,
  refusals: { not_found: noPlan },
})

export const farmPlansOrder = defineCall({
  name: 'farm.plans.order',
  module: 'farming',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Puts the offered yield plans into this order.',
  input: z.object({ ids: idsInOrder }),
  output: outcomeOutput,
  refusals: { plans_changed: plansChanged },
})
