/**
 * A deposit's life. Without zod, so that the office can use it: the server's checks and the buttons come from the same table.
 * quoted -> seen -> confirming -> credited is the plain way. `partial`: confirmed, but less than was asked for; open until the
 * quote ends. Money that arrives for an expired or cancelled deposit is credited too. Source: docs/spec/truth.md
 * section 4, docs/spec/chains.md.
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

/** How what was credited compares with what was asked for; `receipt`: two operators approved a receipt without a payment on the chain. */
export const depositOutcomes = ['exact', 'partial', 'over', 'late', 'receipt'] as const
export type DepositOutcome = (typeof depositOutcomes)[number]

/** What may be done in which states. */
export const depositActions = {
  cancel: ['quoted', 'pending_approval'],
  uploadReceipt: ['quoted', 'seen', 'confirming', 'partial', 'expired'],
  showAddress: ['quoted', 'pending_approval', 'seen', 'confirming', 'partial'],
  decideReceipt: ['pending_approval', 'seen', 'confirming', 'partial', 'expired'],
} as const satisfies Record<string, readonly DepositState[]>
export type DepositAction = keyof typeof depositActions

export function depositAllows(action: DepositAction, state: DepositState): boolean {
  return (depositActions[action] as readonly DepositState[]).includes(state)
}

/** The state in words for the person. Its colour follows from `tone`. */
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

/** A quote's rate is held for this long. */
export const quoteHeldMs = 15 * 60_000
/** A payment that is short by no more than this is taken as paid, in basis points. */
export const toleranceBps = 100
/** An overpaid amount that the customer neither has credited nor sends back is credited after this many days. */
export const overpaidChoiceDays = 14
export const overpaidChoiceMs = overpaidChoiceDays * 86_400_000
/** Shown after the upload of a receipt. Source: docs/spec/product.md section 4. */
export const receiptPendingText = 'PAYMENT PENDING APPROVAL. YOU WILL BE NOTIFIED ONCE APPROVED.'
/** Coins that deposits are paid in. */
export const paymentCoins = ['BTC', 'ETH'] as const
export type PaymentCoin = (typeof paymentCoins)[number]
/**
 * Beyond its minimum a plan takes amounts up to the minimum times its place in the list, from 0, plus this. Source:
 * docs/spec/product.md section 9.
 */
export const planMaximumAddend = 5
/** The name of the plans that take an amount of the customer's choice. */
export const customPlan = 'Custom'
/** The largest deposit of a Custom plan, in the customer's currency. */
export const customPlanMaximum = 1_000_000
