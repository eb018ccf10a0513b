import { dayMs, type MinedCoin } from './mining-coins.ts'

/** New parameters apply this long after approval, so that mistakes can be found before they affect a payment. */
export const parametersWaitMs = dayMs

/** A change can multiply or divide the difficulty by at most this factor, as in Bitcoin's own rule. */
const difficultyFactor = 4
/** The same for the subsidy, whose largest changes are halvings. */
const subsidyFactor = 2

/** Initial difficulties, in hundred-millionths, and subsidies, in minor units: server/mining/sql/tables.sql. */
const installed: Record<MinedCoin, { difficultyE8: bigint; subsidyMinor: bigint }> = {
  BTC: { difficultyE8: 11_045_190_737_464_980_000_000n, subsidyMinor: 312_500_000n },
  LTC: { difficultyE8: 8_361_982_371_858_509n, subsidyMinor: 625_000_000n },
  ZEC: { difficultyE8: 8_200_000_000_000_000n, subsidyMinor: 125_000_000n },
  XMR: { difficultyE8: 60_000_000_000_000_000_000n, subsidyMinor: 60_000_000n },
}
/** Across any number of changes, the difficulty stays between a thousandth and a thousand times the initial one. */
const maxTotalFactor = 1_000n
/** Real subsidies only fall, so a coin's subsidy is never above twice the initial one. */
const maxSubsidyFactor = 2n

export type Figures = { difficultyE8: bigint; subsidyMinor: bigint }
export type Bounds = { least: bigint; most: bigint }

/** Returns the bounds of a coin's new difficulty, in hundred-millionths, given the `present` one. */
export function difficultyBounds(coin: MinedCoin, present: Figures): Bounds {
  const { difficultyE8 } = installed[coin]
  const factor = BigInt(difficultyFactor)
  return within(
    present.difficultyE8 / factor,
    present.difficultyE8 * factor,
    difficultyE8 / maxTotalFactor,
    difficultyE8 * maxTotalFactor,
  )
}

/** Returns the bounds of a coin's new subsidy, in minor units, given the `present` one. */
export function subsidyBounds(coin: MinedCoin, present: Figures): Bounds {
  const factor = BigInt(subsidyFactor)
  return within(
    present.subsidyMinor / factor,
    present.subsidyMinor * factor,
    0n,
    installed[coin].subsidyMinor * maxSubsidyFactor,
  )
}

/** Maximum hashes per second that a plan may offer per dollar of its price: ten times those of the initial plans. */
const maxHashesPerDollar: Record<MinedCoin, bigint> = {
  BTC: 500_000_000_000n,
  LTC: 150_000_000n,
  ZEC: 2_000n,
  XMR: 1_167n,
}

/** Returns the maximum hash rate of a plan with this price, in hashes per second. `priceMinor` is in cents. */
export const maxHashesPerS = (coin: MinedCoin, priceMinor: bigint): bigint =>
  (maxHashesPerDollar[coin] * priceMinor) / 100n

/**
 * Returns the intersection of both ranges. If an older version stored a value outside the outer bounds, only the outer
 * bounds apply.
 */
function within(least: bigint, most: bigint, outerLeast: bigint, outerMost: bigint): Bounds {
  if (most < outerLeast || least > outerMost) return { least: outerLeast, most: outerMost }
  return { least: least > outerLeast ? least : outerLeast, most: most < outerMost ? most : outerMost }
}
