import { z } from 'zod'
import { outcomeOutput } from './outcomes.ts'
import { defineCall, numberInput } from './call.ts'
import { farmCoins } from './farming-rules.ts'
import { amountOutput } from './money.ts'
import { phrases } from './phrases.ts'

/** Yield plans, the rates that are announced for them, and what operators change of both. Listed among the calls of `farming.ts`. */

/** A share in per cent, as a decimal text. */
export const percent = amountOutput
/** A number as a form sends it, judged by the action, which says what is wrong with it. */
export const formNumber = z
  .union([z.string(), z.number()], phrases.enter_number)
  .transform((value) => String(value).trim())

export const yieldPlan = z.object({
  id: z.string(),
  plan: z.string(),
  /** Least amount, in the reader's currency. */
  min: z.number(),
  /** Net of the cost of the plan's lever, in per cent; `apy` as if each week's interest were put in again, `apr` as it is. */
  apy: z.number(),
  apr: z.number(),
  lever: z.number(),
  coin: z.enum(farmCoins),
  /** Rates of a week in per cent: announced for now, promised to a contract that begins now, and what the borrowed part costs. */
  weekly: percent,
  minimum: percent,
  borrowing: percent,
  /** What the plan's contracts were paid a year, as a share of their deposits; null before the first week of one. */
  delivered: percent.nullable(),
  /** How many contracts that is from. */
  contracts: z.number().int(),
})
export type YieldPlan = z.infer<typeof yieldPlan>

export const yplans = defineCall({
  name: 'yplans',
  module: 'farming',
  method: 'GET',
  access: 'public',
  summary: 'The yield plans with the rate announced for now, and beside it what their contracts have really been paid.',
  input: z.object({}),
  output: z.array(yieldPlan),
  refusals: {},
})

const weeklyPercent = formNumber.pipe(z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, phrases.enter_weekly_rate))

const rateRefusals = {
  bad_rate: { status: 400, message: 'A weekly rate must be above zero and at most 1 %.' },
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
    'Every announcement of the weekly rates, newest first, with the moment from which it counts. Per cent a week.',
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
    'Proposes a plan’s weekly rate to a second operator. It counts from the Monday 00:00 UTC after the approval. Running contracts keep their promised minimum and their cost.',
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

/** What operators set of a plan. Contracts keep what they began with. */
const planFields = {
  plan: z.string().trim().min(1, phrases.enter_plan_name).max(40, phrases.name_at_most_40),
  /** Least deposit, in the currency of whoever reads it. */
  min: formNumber,
  /** The largest lever. */
  lever: formNumber,
  /** A contract is closed when the customer's own part is this share of the position or less, in per cent. */
  margin: formNumber,
  /** In per cent of the deposit. */
  earlyFee: formNumber,
  /** Order in the list, from 1. */
  place: numberInput.pipe(
    z
      .number(phrases.position_from_1)
      .int(phrases.position_from_1)
      .min(1, phrases.position_from_1)
      .max(999, phrases.position_to_999),
  ),
}
const planRefusals = {
  bad_amount: {
    status: 400,
    message: 'The minimum amount must be above zero and at most 1,000,000, with at most two decimals.',
  },
  bad_lever: { status: 400, message: 'Enter a maximum leverage from 1.5 to 5, in steps of 0.5.' },
  bad_margin: {
    status: 400,
    message:
      'The equity at which a contract is liquidated must be above zero, at most 50 %, and below the starting equity at maximum leverage.',
  },
  bad_fee: { status: 400, message: 'The early exit fee can be at most 10 % of the deposit.' },
} as const
const nameTaken = { status: 409, message: 'A plan with this name already exists.' }
const noPlan = { status: 404, message: 'This plan doesn’t exist.' }

export const farmPlansList = defineCall({
  name: 'farm.plans.list',
  module: 'farming',
  method: 'GET',
  access: 'operator',
  permission: 'rates.manage',
  summary: 'All yield plans with their terms and the rates announced for now, retired ones last.',
  input: z.object({}),
  output: z.array(
    yieldPlan.omit({ min: true }).extend({
      min: amountOutput,
      margin: percent,
      earlyFee: percent,
      place: z.number().int(),
      /** How many contracts run, and follow its announcements. */
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
  summary: 'Proposes a yield plan with its first rates to a second operator. It is offered from the approval on.',
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
    'Proposes other terms of a yield plan to a second operator. Contracts that run, and deposits that were begun for one, keep what they were begun with.',
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
  summary:
    'Takes a yield plan out of the lists. Contracts that run go on, and its weekly rate can be announced for them.',
  input: z.object({ id: z.string().max(64) }),
  output: outcomeOutput,
  refusals: { not_found: noPlan },
})
