import { weekMs, weeksOfYear } from '../../contract/farming-rules.ts'

/**
 * The interest rule, without IO: simple interest on the whole position less the cost of its borrowed part, for the time that has
 * passed. Levers count in halves (3 is 1.5), rates in millionths a week, so every figure here is a whole number and nothing is rounded.
 * Source: docs/spec/product.md section 4 "Interest is paid weekly in arrears with no compounding".
 */
export type InterestTerms = { principalMinor: bigint; leverHalves: number; borrowPpm: number }

const million = 1_000_000n
/** One minor unit. Halves of the lever x millionths x milliseconds of a week. */
export const partsPerMinor = 2n * million * BigInt(weekMs)

/** Millionths of the deposit in halves that a week brings, net. */
export function netHalfPpm(
  { leverHalves, borrowPpm }: Omit<InterestTerms, 'principalMinor'>,
  appliedPpm: number,
): bigint {
  return BigInt(leverHalves) * BigInt(appliedPpm) - BigInt(leverHalves - 2) * BigInt(borrowPpm)
}

/** What a stretch of time yields, in parts of a minor unit. Never below zero where the minimum covers the cost. */
export function accruedParts(terms: InterestTerms, appliedPpm: number, lengthMs: number): bigint {
  return terms.principalMinor * netHalfPpm(terms, appliedPpm) * BigInt(lengthMs)
}

/** Whole minor units of what a week yielded with what was carried into it, and what is carried on. */
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

/** Whether the promised minimum covers the cost of the borrowed part at this lever, so that no week costs anything. */
export function coversCost(leverHalves: number, minimumPpm: number, borrowPpm: number): boolean {
  return netHalfPpm({ leverHalves, borrowPpm }, minimumPpm) >= 0n
}

/** Interest of a full week in minor units, rounded down: on the whole position, for the borrowed part, and net. */
export function weekOf(
  terms: InterestTerms,
  appliedPpm: number,
): { grossMinor: bigint; costMinor: bigint; netMinor: bigint } {
  const { principalMinor, leverHalves, borrowPpm } = terms
  const share = (halfPpm: bigint) => (principalMinor * halfPpm) / (2n * million)
  return {
    grossMinor: share(BigInt(leverHalves) * BigInt(appliedPpm)),
    costMinor: share(BigInt(leverHalves - 2) * BigInt(borrowPpm)),
    netMinor: share(netHalfPpm(terms, appliedPpm)),
  }
}

/** Yearly rate on the deposit in hundredths of a per cent, of 52 weeks without interest on interest, rounded down. */
export function aprBps(halfPpmOfWeek: bigint): bigint {
  return (halfPpmOfWeek * weeksOfYear) / 200n
}

const precision = 10n ** 18n

/** The same with each week's interest put in again, which contracts do not do; for comparison with offers that state it so. */
export function apyBps(halfPpmOfWeek: bigint): bigint {
  const factor = precision + (halfPpmOfWeek * precision) / (2n * million)
  let grown = precision
  for (let week = 0n; week < weeksOfYear; week++) grown = (grown * factor) / precision
  return ((grown - precision) * 10_000n) / precision
}

/** What was paid in some time as a yearly rate on the deposit, in hundredths of a per cent, rounded down; undefined for no time. */
export function paidBps(earnedMinor: bigint, principalMinor: bigint, paidMs: number): bigint | undefined {
  return paidMs <= 0
    ? undefined
    : (earnedMinor * weeksOfYear * BigInt(weekMs) * 10_000n) / (principalMinor * BigInt(paidMs))
}
