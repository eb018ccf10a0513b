import { z } from 'zod'
import { type Call, defineCall } from '../../call.ts'
import { amountOutput } from '../../money.ts'

/** Trading at the operators' desk: the house's exposure and unsettled trades. */

const watching = { module: 'trading', access: 'operator', permission: 'alarms.read', method: 'GET' } as const

const tradingExposure = defineCall({
  ...watching,
  name: 'trading.exposure',
  summary:
    'Lists the house’s maximum payout per symbol, currency and expiry second, with its limit: the 20 groups ' +
    'closest to their limit.',
  input: z.object({}),
  output: z.object({
    /** The limit of each group, the same number in every currency. */
    limit: amountOutput,
    /** Number of groups of open trades with an exposure, shown or not. */
    total: z.number().int(),
    exposures: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        asset: z.string(),
        /** Expiry second, as epoch milliseconds. */
        expiresAt: z.number(),
        /** Total profit if every one of these trades won. */
        amount: amountOutput,
        /** Share of the limit in basis points; more than 10,000 if the limit was lowered. */
        shareBps: z.number().int(),
      }),
    ),
  }),
  refusals: {},
})

const tradingUnsettled = defineCall({
  ...watching,
  name: 'trading.unsettled',
  summary:
    'Lists expired trades that couldn’t be settled, oldest first, with the reason, at most 1,000. Settlement is ' +
    'retried every minute.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      customer: z.string(),
      /** Null if the trade itself is missing. */
      trade: z
        .object({ symbol: z.string(), type: z.string(), stake: amountOutput, asset: z.string(), expiresAt: z.number() })
        .nullable(),
      /** SQLSTATE and message of the error. */
      code: z.string(),
      reason: z.string(),
      since: z.number(),
      lastTry: z.number(),
      tries: z.number().int(),
    }),
  ),
  refusals: {},
})

/** Operators' calls about trading. */
export const tradingDeskCalls = {
  'trading.exposure': tradingExposure,
  'trading.unsettled': tradingUnsettled,
} as const satisfies Record<string, Call>
