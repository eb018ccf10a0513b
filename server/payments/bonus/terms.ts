/** A bonus and the progress of its terms, in minor units of one currency. */
export type GrantProgress = { amountMinor: bigint; turnoverMinor: bigint; settledMinor: bigint }

export const isMet = ({ turnoverMinor, settledMinor }: GrantProgress) => settledMinor >= turnoverMinor

/** Returns the locked part of the bonus account: the bonuses whose terms aren't met. */
export function lockedMinor(grants: readonly GrantProgress[]): bigint {
  return grants.filter((grant) => !isMet(grant)).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

/** Returns the part of the bonus account that can be moved out of it. */
export function freeMinor(availableMinor: bigint, grants: readonly GrantProgress[]): bigint {
  const free = availableMinor - lockedMinor(grants)
  return free > 0n ? free : 0n
}

/** Returns the stakes that must still be settled before the next bonus unlocks. */
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
