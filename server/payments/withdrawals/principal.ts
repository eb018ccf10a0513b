/**
 * Which part of a withdrawal is principal and which was earned: principal goes first, then interest
 * (docs/spec/product.md section 4, "Partial withdrawals take principal first, then interest"). Principal is what was
 * paid in and has not been withdrawn yet; what
 * trades have lost of it is gone, so it is never more than the account holds. Minor units of one asset.
 */
export function principalFirst(given: {
  paidInMinor: bigint
  principalOutMinor: bigint
  balanceMinor: bigint
  amountMinor: bigint
}): { principalMinor: bigint; interestMinor: bigint } {
  const { paidInMinor, principalOutMinor, balanceMinor, amountMinor } = given
  const left = least(greatest(paidInMinor - principalOutMinor, 0n), greatest(balanceMinor, 0n))
  const principalMinor = least(left, amountMinor)
  return { principalMinor, interestMinor: amountMinor - principalMinor }
}

/** Kinds of transfers that pay money in. What else arrives was earned. */
export const paidInKinds = ['deposit', 'practice_grant'] as const

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const greatest = (a: bigint, b: bigint) => (a > b ? a : b)
