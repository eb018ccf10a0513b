import { z } from 'zod'
import { defineCall, pageInput } from '../../call.ts'
import { amountOutput, coinAssets } from '../../money.ts'

export const plansHistory = defineCall({
  name: 'plans.history',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary:
    'Lists what each mining plan offered over time: every version, oldest first within a plan, 500 per page. A ' +
    'contract keeps the terms that its plan offered when its deposit started.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      symbol: z.enum(coinAssets),
      plan: z.string(),
      /** Minimum amount, in the customer's currency. */
      amount: amountOutput,
      /** TH/s for that amount. */
      hash: amountOutput,
      /** 0 means since the installation started. */
      from: z.number(),
      /** When the version was changed or retired; null while it is offered. */
      until: z.number().nullable(),
      /** False if the plan is older than this history, so its offer before `from` is unknown. */
      earlierKept: z.boolean(),
    }),
  ),
  refusals: {},
})
