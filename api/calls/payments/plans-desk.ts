import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall } from '../../call.ts'
import { amountInput, amountOutput, coinAssets } from '../../money.ts'
import { idsInOrder, plansChanged } from '../../plan-order.ts'
import { phrases } from '../../sentences/phrases.ts'

/** Trading and mining plans at the operators' desk. Exported with the calls in `payments.ts`. */

const planFields = {
  account: z.enum(['trading', 'mining'], phrases.choose_trading_or_mining),
  plan: z.string().trim().min(1, phrases.enter_plan_name).max(40, phrases.name_at_most_40),
  amount: amountInput,
  /** Mining plans only. */
  symbol: z.enum(coinAssets).optional(),
  /** TH/s, mining plans only. */
  hash: z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(z.string().regex(/^\d{1,6}(\.\d{1,12})?$/, phrases.enter_hash_rate))
    .optional(),
}
const planRefusals = {
  name_taken: { status: 409, message: 'A plan with this name already exists.' },
  bad_amount: { status: 400, message: 'Enter an amount above zero with at most two decimal places.' },
  bad_mining_plan: { status: 400, message: 'A mining plan needs a coin and a hash rate above zero.' },
  hash_rate_too_high: { status: 400, message: 'This hash rate is too high for the price. Enter at most {most} TH/s.' },
} as const
const noPlan = { status: 404, message: 'This plan doesn’t exist.' }

export const plansList = defineCall({
  name: 'plans.list',
  module: 'payments',
  method: 'GET',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Lists all plans in their order, retired ones last.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      account: z.enum(['trading', 'mining']),
      plan: z.string(),
      amount: amountOutput,
      symbol: z.enum(coinAssets).nullable(),
      hash: z.string().nullable(),
      retiredAt: z.number().nullable(),
    }),
  ),
  refusals: {},
})

export const plansAdd = defineCall({
  name: 'plans.add',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Adds a plan at the end of the list. A mining plan needs a second operator.',
  input: z.object(planFields),
  output: outcomeOutput.extend({ id: z.string() }),
  refusals: planRefusals,
})

export const plansEdit = defineCall({
  name: 'plans.edit',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Changes a plan; a mining plan needs a second operator. Deposits already started don’t change.',
  input: z.object({ id: z.string().max(64), ...planFields }),
  output: outcomeOutput,
  refusals: { not_found: noPlan, ...planRefusals },
})

export const plansRetire = defineCall({
  name: 'plans.retire',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Retires a plan. Deposits already started don’t change.',
  input: z.object({ id: z.string().max(64) }),
  output: outcomeOutput,
  refusals: { not_found: noPlan },
})

export const plansOrder = defineCall({
  name: 'plans.order',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'plans.manage',
  summary: 'Puts the offered trading or mining plans into this order.',
  input: z.object({ account: z.enum(['trading', 'mining'], phrases.choose_trading_or_mining), ids: idsInOrder }),
  output: outcomeOutput,
  refusals: { plans_changed: plansChanged },
})
