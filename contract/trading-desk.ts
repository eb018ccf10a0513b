import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { amountOutput } from './money.ts'

/** Trading as operators see it: the house's risk, and trades that do not settle. */

const watching = { module: 'trading', access: 'operator', permission: 'alarms.read', method: 'GET' } as const

const tradingExposure = defineCall({
  ...watching,
  name: 'trading.exposure',
  summary:
    'What the house would have to pay at most for each symbol, currency and second of expiry beside its limit: the 20 nearest to the limit.',
  input: z.object({}),
  output: z.object({
    /** The limit for each of them, the same number in every currency. */
    limit: amountOutput,
    /** Groups of open trades with an exposure, shown or not. */
    total: z.number().int(),
    exposures: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        asset: z.string(),
        /** Second of the expiry, as milliseconds since 1970. */
        expiresAt: z.number(),
        /** Profits that all these trades would get if every one of them won. */
        amount: amountOutput,
        /** Part of the limit in basis points; more than 10,000 after the limit was lowered. */
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
    'Trades past their expiry that could not be settled, oldest first, with the reason: at most 1,000. Each is tried again every minute.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      customer: z.string(),
      /** Null where the trade itself is missing. */
      trade: z
        .object({ symbol: z.string(), type: z.string(), stake: amountOutput, asset: z.string(), expiresAt: z.number() })
        .nullable(),
      /** SQLSTATE of the error, and its text. */
      code: z.string(),
      reason: z.string(),
      since: z.number(),
      lastTry: z.number(),
      tries: z.number().int(),
    }),
  ),
  refusals: {},
})

/** Calls of operators on trading. */
export const tradingDeskCalls = {
  'trading.exposure': tradingExposure,
  'trading.unsettled': tradingUnsettled,
} as const satisfies Record<string, Call>
