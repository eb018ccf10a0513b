import { z } from 'zod'
import { amountOutput } from '../money.ts'

/** OPEN -> WON | LOST | TIE | VOID. A tie and a void return the stake (docs/spec/truth.md section 3). */
export const tradeStates = ['OPEN', 'WON', 'LOST', 'TIE', 'VOID'] as const
export type TradeState = (typeof tradeStates)[number]

/** What settlement adds to the record of a trade, and the balance of the trading account afterwards. */
export const settledFigures = z.object({
  strike: z.string().nullable(),
  exit: z.string().nullable(),
  returned: amountOutput,
  settledAt: z.number(),
  balance: amountOutput,
})
export type SettledFigures = z.infer<typeof settledFigures>
