import { statesOf } from './states-of.ts'

/**
 * States of a deposit; the server's checks and the office's buttons share this table. Must not import zod: the office
 * imports this file, and pages don't load zod. The usual order is quoted, seen, confirming, credited. `partial`:
 * confirmed, but less than requested; open until the quote ends. Money that arrives for an expired or cancelled deposit
 * is also credited. Source: docs/spec/truth.md section 4, docs/spec/chains.md.
 */
export const depositStates = [
  'quoted',
  'pending_approval',
  'seen',
  'confirming',
  'partial',
  'credited',
  'expired',
  'cancelled',
  'reversed',
] as const
export type DepositState = (typeof depositStates)[number]

/**
 * The credited amount compared with the requested one. `receipt`: two operators approved a receipt without a payment on
 * the chain.
 */
export const depositOutcomes = ['exact', 'partial', 'over', 'late', 'receipt'] as const
export type DepositOutcome = (typeof depositOutcomes)[number]

/** Actions on a deposit and the states that allow them. */
export const depositActions = statesOf(depositStates, {
  cancel: ['quoted', 'pending_approval'],
  uploadPaymentReceipt: ['quoted', 'seen', 'confirming', 'partial', 'expired'],
  showAddress: ['quoted', 'pending_approval', 'seen', 'confirming', 'partial'],
  /** Money is still missing, so the page asks for it. */
  pay: ['quoted', 'pending_approval', 'partial'],
})

/** The text that people see for each state. `tone` determines its colour. */
export const depositStateWords: Record<DepositState, { label: string; tone: 'waiting' | 'good' | 'bad' | 'neutral' }> =
  {
    quoted: { label: 'Waiting for your payment', tone: 'waiting' },
    pending_approval: { label: 'Pending approval', tone: 'waiting' },
    seen: { label: 'Payment seen', tone: 'waiting' },
    confirming: { label: 'Confirming', tone: 'waiting' },
    partial: { label: 'Partly paid', tone: 'waiting' },
    credited: { label: 'CONFIRMED', tone: 'good' },
    expired: { label: 'Expired', tone: 'neutral' },
    cancelled: { label: 'Cancelled', tone: 'neutral' },
    reversed: { label: 'Reversed', tone: 'bad' },
  }

/** How long a quote's rate is held. */
export const quoteHeldMs = 15 * 60_000
/** A payment that is short by at most this share, in basis points, counts as complete. */
export const toleranceBps = 100
/** Days after which an overpaid amount is credited if the customer hasn't chosen to credit or return it. */
export const overpaidChoiceDays = 14
export const overpaidChoiceMs = overpaidChoiceDays * 86_400_000
/** Shown after a receipt is uploaded. Source: docs/spec/product.md section 4. */
export const paymentReceiptPendingText = 'PAYMENT PENDING APPROVAL. YOU WILL BE NOTIFIED ONCE APPROVED.'
/** Coins that customers can deposit. */
export const paymentCoins = ['BTC', 'ETH'] as const
export type PaymentCoin = (typeof paymentCoins)[number]
/**
 * A plan's maximum is its minimum times the sum of its position in the list (from 0) and this number. Source:
 * docs/spec/product.md section 9.
 */
export const planMaximumAddend = 5
