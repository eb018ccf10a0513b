import type { PaymentCoin } from '../../../api/states/deposit-states.ts'

/** Returns the code of the ledger account with coins that a customer can have credited or send back. */
export const refundCode = (coin: PaymentCoin) => `refund:${coin}`

/** Returns whether an account is a refund account. */
export const isRefund = (code: string): boolean => code.startsWith('refund:')

/** Coins of one payment that await the customer's choice. */
export type Aside = { depositId: string; paymentKey: string; asideMinor: bigint; asideUntilMs: number }

/**
 * Returns how much of each payment is still in the refund account, given the available balance. Counts the
 * oldest payments as sent back first, so that the newest keep their full time to choose. Amounts are in minor units
 * of the coin, in the order of `asides`.
 */
export function remainingAsides<Of extends Aside>(
  asides: readonly Of[],
  availableMinor: bigint,
): { aside: Of; openMinor: bigint }[] {
  let leftMinor = availableMinor
  const open = new Map<Of, bigint>()
  for (const aside of asides.toSorted(
    (a, b) => b.asideUntilMs - a.asideUntilMs || (a.paymentKey < b.paymentKey ? 1 : -1),
  )) {
    const openMinor = aside.asideMinor < leftMinor ? aside.asideMinor : leftMinor
    open.set(aside, openMinor)
    leftMinor -= openMinor
  }
  return asides.map((aside) => ({ aside, openMinor: open.get(aside)! }))
}
