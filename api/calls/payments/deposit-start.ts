import { z } from 'zod'
import type { Refusal } from '../../call.ts'
import { amountOutput } from '../../money.ts'
import { outcomeFields, outcomeOutput } from '../../sentences/outcomes.ts'
import { phrases } from '../../sentences/phrases.ts'
import { pauseRefusals } from '../limits/own-limits.ts'
import { pictureField } from '../../pictures.ts'

// Shared by the calls that start a deposit, `createtrnx` and `farm`.

/** The coin to pay with. */
export const payCoinInput = z.string().trim().toUpperCase().max(8)

/** Name or ID of a plan. */
export const planInput = z.string().trim().min(1, phrases.choose_plan).max(60)

export const startedDepositFields = {
  ...outcomeFields,
  address: z.string(),
  /** Amount to pay, in test coins, rounded up to six significant digits. */
  amount: amountOutput,
  uri: z.string(),
  expiresAt: z.number(),
}

export const badCoin = { status: 400, message: 'Choose to pay with BTC or ETH.' } as const satisfies Refusal

/** Refusals that are checked after those for the plan and the amount. */
export const startRefusals = {
  account_frozen: { status: 403, message: 'Your account is frozen, so you can’t start a deposit.' },
  ...pauseRefusals,
  deposit_limit: { status: 403, message: 'This would exceed your own deposit limit of {max} per {period}.' },
  too_many_open: { status: 409, message: 'You have {max} deposits waiting for payment. Pay or cancel one first.' },
  no_wallet: { status: 503, message: 'No Active {coin} Wallet.' },
  no_rate: { status: 503, message: 'We have no current price for {coin}. Try again in a moment.' },
} as const satisfies Record<string, Refusal>

/** The upload of a receipt for the payment. */
export const paymentReceiptUpload = {
  files: { pop: { ...pictureField, required: true } },
  output: outcomeOutput.extend({ pop: z.string() }),
} as const
