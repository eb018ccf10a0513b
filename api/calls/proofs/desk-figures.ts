import { z } from 'zod'
import { type Call, defineCall } from '../../call.ts'
import { amountOutput } from '../../money.ts'

/** The periods of the desk's figures. Each ends now and starts at midnight UTC. */
export const figurePeriods = ['today', 'week', 'month'] as const

const count = z.number().int()
const money = z.object({
  asset: z.string(),
  /** Stakes of orders accepted in the period, without void trades. */
  stakes: amountOutput,
  /** Lost stakes minus paid profits of trades settled in the period; negative if the house lost. */
  houseResult: amountOutput,
})

const deskFigures = defineCall({
  module: 'proofs',
  access: 'operator',
  permission: 'figures.read',
  name: 'desk.figures',
  method: 'GET',
  summary:
    'Returns the installation’s business figures for today, 7 and 30 days (UTC), each with the same span before it, ' +
    'and for each of the last 30 days: customers active and registered, stakes and house result per currency, and ' +
    'what the house could owe for open trades. Simulated accounts aren’t counted. At most 30 seconds old.',
  input: z.object({}),
  output: z.object({
    at: z.number(),
    /** Customers whose sessions were used in the last 10 minutes. */
    activeNow: count,
    customers: count,
    periods: z.array(
      z.object({
        id: z.enum(figurePeriods),
        from: z.number(),
        signUps: count,
        signUpsBefore: count,
        /** Customers who signed in or used a session. */
        active: count,
        traders: count,
        tradersBefore: count,
        trades: count,
        tradesBefore: count,
        money: z.array(money.extend({ stakesBefore: amountOutput, houseResultBefore: amountOutput })),
      }),
    ),
    /** Oldest first. */
    days: z.array(z.object({ from: z.number(), signUps: count, trades: count, money: z.array(money) })),
    /** Open trades by currency: stakes in escrow, and the profits due if all of them won. */
    open: z.array(z.object({ asset: z.string(), trades: count, stakes: amountOutput, profits: amountOutput })),
  }),
  refusals: {},
})

/** The desk's business figures. */
export const deskFiguresCalls = { 'desk.figures': deskFigures } as const satisfies Record<string, Call>
