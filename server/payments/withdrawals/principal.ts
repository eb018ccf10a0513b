/**
 * Splits a withdrawal into principal and interest: principal goes first (docs/spec/product.md section 4, "Partial
 * withdrawals take principal first, then interest"). Principal is the money paid in and not yet withdrawn, less
 * trading losses, so it never exceeds the balance. Minor units of one asset.
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

/** Kinds of transfers that pay money in. All other credits count as earnings. */
export const paidInKinds = ['deposit', 'practice_grant'] as const

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const greatest = (a: bigint, b: bigint) => (a > b ? a : b)
