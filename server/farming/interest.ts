import { weekMs, weeksOfYear } from '../../api/farming-rules.ts'

/**
 * The interest rule, which does no I/O: simple interest on the whole position less the cost of its borrowed part, for
 * the elapsed time. Leverage is in halves (3 is 1.5) and rates are in millionths per week, so every figure is a whole
 * number and nothing is rounded. Source: docs/spec/product.md section 4 "Interest is paid weekly in arrears with no
 * compounding".
 */
export type InterestTerms = { principalMinor: bigint; leverageHalves: number; borrowPpm: number }

const million = 1_000_000n
/** Number of parts in a minor unit: halves of the leverage x millionths x milliseconds of a week. */
export const partsPerMinor = 2n * million * BigInt(weekMs)

/** Returns the net yield of a week, in half-millionths of the deposit. */
export function netHalfPpm(
  { leverageHalves, borrowPpm }: Omit<InterestTerms, 'principalMinor'>,
  appliedPpm: number,
): bigint {
  return BigInt(leverageHalves) * BigInt(appliedPpm) - BigInt(leverageHalves - 2) * BigInt(borrowPpm)
}

/** Returns the yield of a period, in parts of a minor unit. It is never negative if the minimum covers the cost. */
export function accruedParts(terms: InterestTerms, appliedPpm: number, lengthMs: number): bigint {
  return terms.principalMinor * netHalfPpm(terms, appliedPpm) * BigInt(lengthMs)
}

/** Returns the whole minor units of a week's yield plus the carry, and the new carry. */
export function payable(
  terms: InterestTerms,
  carryParts: bigint,
  stretches: readonly { from: number; to: number; applied: number }[],
): { paidMinor: bigint; carryParts: bigint } {
  const parts = stretches.reduce(
    (sum, { from, to, applied }) => sum + accruedParts(terms, applied, to - from),
    carryParts,
  )
  return { paidMinor: parts / partsPerMinor, carryParts: parts % partsPerMinor }
}

/**
 * Returns whether the promised minimum covers the cost of the borrowed part at this leverage, so that no week makes a
 * loss.
 */
export function coversCost(leverageHalves: number, minimumPpm: number, borrowPpm: number): boolean {
  return netHalfPpm({ leverageHalves, borrowPpm }, minimumPpm) >= 0n
}

/**
 * Returns the interest of a full week in minor units, rounded down: on the whole position, for the borrowed part, and
 * net.
 */
export function weekOf(
  terms: InterestTerms,
  appliedPpm: number,
): { grossMinor: bigint; costMinor: bigint; netMinor: bigint } {
  const { principalMinor, leverageHalves, borrowPpm } = terms
  const share = (halfPpm: bigint) => (principalMinor * halfPpm) / (2n * million)
  return {
    grossMinor: share(BigInt(leverageHalves) * BigInt(appliedPpm)),
    costMinor: share(BigInt(leverageHalves - 2) * BigInt(borrowPpm)),
    netMinor: share(netHalfPpm(terms, appliedPpm)),
  }
}

/**
 * Returns the yearly rate on the deposit in hundredths of a per cent, for 52 weeks without compounding, rounded down.
 */
export function aprBps(halfPpmOfWeek: bigint): bigint {
  return (halfPpmOfWeek * weeksOfYear) / 200n
}

const precision = 10n ** 18n

/**
 * Returns the yearly rate with weekly compounding. Contracts don't compound; the rate allows comparison with offers
 * that do.
 */
export function apyBps(halfPpmOfWeek: bigint): bigint {
  const factor = precision + (halfPpmOfWeek * precision) / (2n * million)
  let grown = precision
  for (let week = 0n; week < weeksOfYear; week++) grown = (grown * factor) / precision
  return ((grown - precision) * 10_000n) / precision
}

/**
 * Returns the interest paid in a period as a yearly rate on the deposit, in hundredths of a per cent, rounded down;
 * undefined for an empty period.
 */
export function paidBps(earnedMinor: bigint, principalMinor: bigint, paidMs: number): bigint | undefined {
  return paidMs <= 0
    ? undefined
    : (earnedMinor * weeksOfYear * BigInt(weekMs) * 10_000n) / (principalMinor * BigInt(paidMs))
}
