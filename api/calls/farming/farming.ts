import { phraseOutput } from '../../sentences/phrase-output.ts'
import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall } from '../../call.ts'
import {
  badCoin,
  closeRefusals,
  notFound,
  payCoinInput,
  planInput,
  paymentReceiptRefusals,
  paymentReceiptUpload,
  startedDepositFields,
  startRefusals,
} from '../payments/deposit-start.ts'
import {
  farmAnnounce,
  farmPlansAdd,
  farmPlansEdit,
  farmPlansList,
  farmPlansRetire,
  farmPlansOrder,
  farmRates,
  formNumber,
  percent,
  yplans,
} from './farming-plans.ts'
import { farmCoins } from '../../farming-rules.ts'
import { farmStates } from '../../states/farm-states.ts'
import { amountOutput } from '../../money.ts'

const contractId = z.string().trim().max(64)

/** Input for a contract. Source: docs/spec/product.md sections 5 and 7. */
const requestFields = {
  plan: planInput,
  /** In the customer's currency. */
  amount: formNumber,
  /** Defaults to the plan's leverage. */
  lever: formNumber.optional(),
  /** Days; 30 by default. */
  duration: formNumber.optional(),
}
const requestRefusals = {
  unknown_plan: { status: 400, message: 'This plan doesn’t exist.' },
  bad_leverage: { status: 400, message: 'Enter the leverage in steps of 0.5.' },
  leverage_too_low: { status: 400, message: 'The minimum leverage is {min}.' },
  leverage_too_high: { status: 400, message: 'This plan’s maximum leverage is {max}.' },
  bad_duration: { status: 400, message: 'Enter a whole number of days.' },
  duration_too_short: { status: 400, message: 'The minimum lock period is {min} days.' },
  duration_too_long: { status: 400, message: 'The maximum lock period is {max} days.' },
  bad_amount: { status: 400, message: 'Enter an amount with at most two decimal places.' },
  amount_too_small: { status: 400, message: 'This plan’s minimum amount is {min}.' },
  amount_too_large: { status: 400, message: 'The maximum amount is {max}.' },
} as const

/** Projection of a deposit, shown in full before the contract starts. */
export const farmTerms = z.object({
  plan: z.string(),
  coin: z.enum(farmCoins),
  cur: z.string(),
  amount: amountOutput,
  lever: z.number(),
  duration: z.number().int(),
  /**
   * Yearly rates on the deposit, net of the borrowing cost, in percent. Nothing compounds, so `apr` is what is paid.
   */
  apr: percent,
  apy: percent,
  /** The same rate at the promised minimum. */
  aprMinimum: percent,
  /** A week's interest at the announced rate: on the whole position, the borrowing cost, and the amount paid. */
  gross: amountOutput,
  cost: amountOutput,
  net: amountOutput,
  weekly: percent,
  minimum: percent,
  borrowing: percent,
  borrowed: amountOutput,
  position: amountOutput,
  /** Health. At 1 or less, the contract is liquidated. */
  health: z.string(),
  /** The coin's last published price in dollars, the liquidation price, and the fall between the two. */
  price: amountOutput,
  priceSeq: z.number().int(),
  liquidationPrice: amountOutput,
  liquidationFall: percent,
  liquidationRule: z.string(),
  liquidationRulePhrase: phraseOutput,
  earlyClose: z.string(),
  earlyClosePhrase: phraseOutput,
  stress: z.array(
    z.object({
      fall: z.number().int(),
      price: amountOutput,
      left: amountOutput,
      change: z.string(),
      holding: amountOutput,
      closed: z.boolean(),
    }),
  ),
})
export type FarmTerms = z.infer<typeof farmTerms>

export const farmQuote = defineCall({
  name: 'farm.quote',
  module: 'farming',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns a projection of a contract: yearly rates, borrowing cost, the effect of a falling price, and when the ' +
    'contract is liquidated.',
  input: z.object(requestFields),
  output: farmTerms,
  refusals: {
    ...requestRefusals,
    no_price: { status: 503, message: 'We have no price for {coin} yet. Try again in a moment.' },
  },
})

export const farm = defineCall({
  name: 'farm',
  module: 'farming',
  method: 'POST',
  access: 'customer',
  summary:
    'Starts the deposit of a yield contract. Returns a new address and the amount of test coins to pay. The ' +
    'contract starts when the deposit is credited.',
  input: z.object({
    ...requestFields,
    type: payCoinInput,
  }),
  output: z.object({
    ...startedDepositFields,
    id: z.string(),
    /** ID of the uploaded receipt, if any. */
    pop: z.string().nullable(),
  }),
  refusals: {
    bad_coin: badCoin,
    ...requestRefusals,
    ...startRefusals,
  },
  movesMoney: true,
})

export const closefarm = defineCall({
  name: 'closefarm',
  module: 'farming',
  method: 'POST',
  access: 'customer',
  summary: 'Cancels a yield contract that has no payment.',
  input: z.object({ tid: contractId }),
  output: outcomeOutput,
  refusals: closeRefusals('contract', 'This contract is already closed or paid for.'),
})

export const ypop = defineCall({
  name: 'ypop',
  module: 'farming',
  method: 'POST',
  access: 'customer',
  summary:
    'Uploads a receipt for a yield contract’s payment (JPEG, PNG or WebP, at most 10 MB). It is stored encrypted ' +
    'and reviewed by an operator.',
  input: z.object({ id: contractId }),
  ...paymentReceiptUpload,
  refusals: paymentReceiptRefusals('contract'),
})

export const pendingyields = defineCall({
  name: 'pendingyields',
  module: 'farming',
  method: 'GET',
  access: 'customer',
  summary:
    'Lists yield contracts waiting for payment, newest first. If the amount is above zero, the page can reopen the ' +
    'contract’s payment view.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      plan: z.string(),
      /** Requested amount, in `pcur`. */
      amount: amountOutput,
      /** The customer's currency sign. */
      pcur: z.string(),
      paddress: z.string(),
      lever: z.number(),
      duration: z.number().int(),
    }),
  ),
  refusals: {},
})

export const yieldRecord = z.object({
  id: z.string(),
  /** Currency sign of `amount` and `earnings`. */
  pcur: z.string(),
  plan: z.string(),
  amount: amountOutput,
  earnings: amountOutput,
  /** When the contract started. */
  dt: z.string(),
  duration: z.number().int(),
  coin: z.enum(farmCoins),
  lever: z.number(),
  state: z.enum(farmStates),
  endsAt: z.number(),
  /** When the next interest is paid; null after the end. */
  nextAt: z.number().nullable(),
  /**
   * Net yearly rates on the deposit, in percent: as currently announced, and as paid so far (null before the first
   * week).
   */
  forward: percent.nullable(),
  delivered: percent.nullable(),
  /** At the last published price; null after the end. */
  worth: amountOutput.nullable(),
  health: z.string().nullable(),
  price: amountOutput.nullable(),
  entryPrice: amountOutput,
  liquidationPrice: amountOutput,
  /** Amount returned at the end. */
  returned: amountOutput.nullable(),
  earlyFee: amountOutput,
})
export type YieldRecord = z.infer<typeof yieldRecord>

export const activeyields = defineCall({
  name: 'activeyields',
  module: 'farming',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the customer’s yield contracts: running ones first, then ended ones, newest first.',
  input: z.object({}),
  output: z.array(yieldRecord),
  refusals: {},
})

/**
 * Part of a week during which one announcement applied. Weekly rates are in millionths. `applied` is never below the
 * promised minimum.
 */
export const farmStretch = z.object({
  from: z.number(),
  to: z.number(),
  announced: z.number().int(),
  applied: z.number().int(),
})
export type FarmStretch = z.infer<typeof farmStretch>

export const farmTick = z.object({
  symbol: z.string(),
  seq: z.number().int(),
  at: z.number(),
  price: z.string(),
  scale: z.number().int(),
})

export const farmStatement = z.object({
  format: z.literal('tallystick-yield-1'),
  contract: yieldRecord,
  /** Inputs to all figures. Leverage is in halves, weekly rates are in millionths, and amounts are in minor units. */
  terms: z.object({
    startedAt: z.number(),
    endsAt: z.number(),
    principalMinor: z.string(),
    leverHalves: z.number().int(),
    minimum: z.number().int(),
    borrowing: z.number().int(),
    marginBps: z.number().int(),
    earlyFeeBps: z.number().int(),
    entry: farmTick,
    liquidationPrice: z.string(),
  }),
  /** Newest first. `carry` is the remainder of a minor unit, in units of 1/1,209,600,000,000,000. */
  weeks: z.array(
    z.object({
      week: z.number().int(),
      from: z.number(),
      to: z.number(),
      stretches: z.array(farmStretch),
      carryBefore: z.string(),
      carryAfter: z.string(),
      paidMinor: z.string(),
      paid: amountOutput,
      transfer: z.string(),
    }),
  ),
  ending: z
    .object({
      how: z.enum(['released', 'closed_early', 'liquidated']),
      at: z.number(),
      tick: farmTick,
      feeMinor: z.string(),
      returnedMinor: z.string(),
      returned: amountOutput,
      transfers: z.array(z.string()),
    })
    .nullable(),
})
export type FarmStatement = z.infer<typeof farmStatement>

export const farmStatementCall = defineCall({
  name: 'farm.statement',
  module: 'farming',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns one contract with its terms, weeks and end, and the inputs to every figure. `npm run ' +
    'verify:yield -- FILE ADDRESS` recomputes it and compares rates and prices with the public calls at this ' +
    'address.',
  input: z.object({ id: contractId }),
  output: farmStatement,
  refusals: { not_found: notFound('contract') },
})

export const farmEnd = defineCall({
  name: 'farm.end',
  module: 'farming',
  method: 'POST',
  access: 'customer',
  summary: 'Ends a contract early at the last published price, under the rule shown before the start.',
  input: z.object({ id: contractId }),
  output: outcomeOutput,
  refusals: { not_found: notFound('contract'), ended: { status: 409, message: 'This contract has already ended.' } },
  movesMoney: true,
})

/** Yield contracts: plans, deposits, contracts, statements, announcements, and operators' changes to plans. */
export const farmingCalls = {
  yplans,
  'farm.quote': farmQuote,
  farm,
  closefarm,
  ypop,
  pendingyields,
  activeyields,
  'farm.statement': farmStatementCall,
  'farm.end': farmEnd,
  'farm.rates': farmRates,
  'farm.announce': farmAnnounce,
  'farm.plans.list': farmPlansList,
  'farm.plans.add': farmPlansAdd,
  'farm.plans.edit': farmPlansEdit,
  'farm.plans.retire': farmPlansRetire,
  'farm.plans.order': farmPlansOrder,
}
