import { dayMs, type MinedCoin } from './mining-coins.ts'

/** New parameters count this long after their approval, so that a mistake can be seen before anything is paid by it. */
export const parametersWaitMs = dayMs

/** Difficulty is at most this many times the present one, and at least its part. Bitcoin's own rule for a change is the same. */
export const difficultyFactor = 4
/** The same for the subsidy: halvings are its largest change. */
export const subsidyFactor = 2

/** Difficulties of the installation, in hundred-millionths, and subsidies in minor units: db/migrations/0020-mining.sql. */
const installed: Record<MinedCoin, { difficultyE8: bigint; subsidyMinor: bigint }> = {
  BTC: { difficultyE8: 11_045_190_737_464_980_000_000n, subsidyMinor: 312_500_000n },
  LTC: { difficultyE8: 8_361_982_371_858_509n, subsidyMinor: 625_000_000n },
  ZEC: { difficultyE8: 8_200_000_000_000_000n, subsidyMinor: 125_000_000n },
  XMR: { difficultyE8: 60_000_000_000_000_000_000n, subsidyMinor: 60_000_000n },
}
/** However many changes lead there, difficulty stays between a thousandth and a thousand times that of the installation. */
const farthestFactor = 1_000n
/** The subsidies of all coins only fall; a coin's is never above twice that of the installation. */
const largestSubsidyFactor = 2n

export type Figures = { difficultyE8: bigint; subsidyMinor: bigint }
export type Bounds = { least: bigint; most: bigint }

/** Returns the bounds of a new difficulty of a coin, in hundred-millionths, where `present` counts now. */
export function difficultyBounds(coin: MinedCoin, present: Figures): Bounds {
  const { difficultyE8 } = installed[coin]
  const factor = BigInt(difficultyFactor)
  return within(
    present.difficultyE8 / factor,
    present.difficultyE8 * factor,
    difficultyE8 / farthestFactor,
    difficultyE8 * farthestFactor,
  )
}

/** Returns the bounds of a new subsidy of a coin, in minor units, where `present` counts now. */
export function subsidyBounds(coin: MinedCoin, present: Figures): Bounds {
  const factor = BigInt(subsidyFactor)
  return within(
    present.subsidyMinor / factor,
    present.subsidyMinor * factor,
    0n,
    installed[coin].subsidyMinor * largestSubsidyFactor,
  )
}

/** The most hashes a second that a plan may offer for a dollar of its price: ten times those of the first plan that the installation had. */
const mostHashesPerDollar: Record<MinedCoin, bigint> = {
  BTC: 500_000_000_000n,
  LTC: 150_000_000n,
  ZEC: 2_000n,
  XMR: 1_167n,
}

/** Returns the highest hash rate that a plan of this price may have, in hashes a second. `priceMinor` is in cents. */
export const mostHashesPerS = (coin: MinedCoin, priceMinor: bigint): bigint =>
  (mostHashesPerDollar[coin] * priceMinor) / 100n

/** A present value outside of the outer bounds, from an older version, leaves only those. */
function within(least: bigint, most: bigint, outerLeast: bigint, outerMost: bigint): Bounds {
  if (most < outerLeast || least > outerMost) return { least: outerLeast, most: outerMost }
  return { least: least > outerLeast ? least : outerLeast, most: most < outerMost ? most : outerMost }
}
