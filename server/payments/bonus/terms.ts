/** A bonus and what has become of its terms, in minor units of one currency. */
export type GrantProgress = { amountMinor: bigint; turnoverMinor: bigint; settledMinor: bigint }

export const isMet = ({ turnoverMinor, settledMinor }: GrantProgress) => settledMinor >= turnoverMinor

/** What of the bonus account is bound: the bonuses whose terms are not met. */
export function lockedMinor(grants: readonly GrantProgress[]): bigint {
  return grants.filter((grant) => !isMet(grant)).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

/** What of the bonus account may leave it. */
export function freeMinor(availableMinor: bigint, grants: readonly GrantProgress[]): bigint {
  const free = availableMinor - lockedMinor(grants)
  return free > 0n ? free : 0n
}

/** The least stakes that are still to be settled until more becomes free. */
export function leftMinor(grants: readonly GrantProgress[]): bigint {
  const lefts = grants
    .filter((grant) => !isMet(grant))
    .map(({ turnoverMinor, settledMinor }) => turnoverMinor - settledMinor)
  return (
    lefts.reduce<bigint | undefined>(
      (least, left) => (least === undefined || left < least ? left : least),
      undefined,
    ) ?? 0n
  )
}
