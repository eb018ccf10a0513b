import { z } from 'zod'
import { defineCall, pageInput } from './call.ts'
import { amountOutput, coinAssets } from './money.ts'

export const plansHistory = defineCall({
  name: 'plans.history',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary:
    'What each mining plan offered, and when: every version, the oldest of a plan first, 500 a page. ' +
    'A contract keeps what its plan offered when its deposit was begun.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      symbol: z.enum(coinAssets),
      plan: z.string(),
      /** Smallest amount, in the currency of the customer. */
      amount: amountOutput,
      /** TH/s for that amount. */
      hash: amountOutput,
      /** 0: since the beginning. */
      from: z.number(),
      /** When it was changed or retired; null while it is offered. */
      until: z.number().nullable(),
      /** False: the plan is older than this history, and what it offered before `from` isn't known. */
      earlierKept: z.boolean(),
    }),
  ),
  refusals: {},
})
