import { z } from 'zod'
import type { Refusal } from '../../call.ts'
import { amountOutput } from '../../money.ts'
import { outcomeFields, outcomeOutput } from '../../sentences/outcomes.ts'
import { phrases } from '../../sentences/phrases.ts'
import { pauseRefusals } from '../limits/own-limits.ts'
import { pictureField, pictureRefusals } from '../../pictures.ts'

// Shared by the calls that start, cancel and document a deposit: those for deposits, and those for yield contracts.

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

export const badCoin = { status: 400, message: 'Choose BTC or ETH as the payment coin.' } as const satisfies Refusal

/** Refusals that are checked after those for the plan and the amount. */
export const startRefusals = {
  account_frozen: { status: 403, message: 'Your account is frozen, so you can’t start a deposit.' },
  ...pauseRefusals,
  deposit_limit: { status: 403, message: 'This would exceed your own deposit limit of {max} per {period}.' },
  too_many_open: { status: 409, message: 'You have {max} deposits waiting for payment. Pay or cancel one first.' },
  no_wallet: { status: 503, message: 'No Active {coin} Wallet.' },
  no_rate: { status: 503, message: 'We have no current price for {coin}. Try again in a moment.' },
} as const satisfies Record<string, Refusal>

type Subject = 'deposit' | 'contract'
export const notFound = (subject: Subject): Refusal => ({ status: 404, message: `This ${subject} doesn’t exist.` })

/** Refusals of the calls that cancel a deposit. `closed` is the message for one that can no longer be cancelled. */
export const closeRefusals = (subject: Subject, closed: string) =>
  ({
    not_found: notFound(subject),
    payment_seen: { status: 409, message: `A payment is on its way, so you can’t cancel this ${subject}.` },
    closed: { status: 409, message: closed },
  }) satisfies Record<string, Refusal>

/** Refusals of the calls that upload a receipt for the payment. */
export const paymentReceiptRefusals = (subject: Subject) =>
  ({
    not_found: notFound(subject),
    closed: { status: 409, message: `You can no longer send a receipt for this ${subject}.` },
    already_sent: { status: 409, message: `An operator is already reviewing a receipt for this ${subject}.` },
    ...pictureRefusals,
  }) satisfies Record<string, Refusal>

/** The upload of a receipt for the payment. */
export const paymentReceiptUpload = {
  files: { pop: { ...pictureField, required: true } },
  output: outcomeOutput.extend({ pop: z.string() }),
} as const
