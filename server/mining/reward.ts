import { blocksOfDay, type MinedCoin } from '../../api/mining-coins.ts'

/**
 * The reward rule. It does no I/O. Source: docs/spec/truth.md section 2, "mining formula". On average, a miner finds
 * hashes / (difficulty x work) blocks, which is what "full pay per share" pools pay for.
 */
export type AccrualTerms = {
  hashesPerS: bigint
  fromMs: number
  toMs: number
  /** In hundred-millionths. */
  difficultyE8: bigint
  /** Expected number of hashes for a block at difficulty 1. */
  work: bigint
  subsidyMinor: bigint
  feeBps: number
  rejectedBps: number
}

/** Number of parts of a minor unit, used to carry the remainder to the next day. */
export const partsPerMinor = 10n ** 18n
const difficultyScale = 10n ** 8n
const bps = 10_000n

/** Returns the yield of a period in parts of a minor unit, rounded down. */
export function accruedParts({
  hashesPerS,
  fromMs,
  toMs,
  difficultyE8,
  work,
  subsidyMinor,
  feeBps,
  rejectedBps,
}: AccrualTerms): bigint {
  const numerator =
    hashesPerS *
    BigInt(toMs - fromMs) *
    subsidyMinor *
    (bps - BigInt(feeBps)) *
    (bps - BigInt(rejectedBps)) *
    difficultyScale *
    partsPerMinor
  return numerator / (1_000n * difficultyE8 * work * bps * bps)
}

/** Returns the whole minor units of a day's yield plus the previous day's carry, and the new carry. */
export function payable(
  carryParts: bigint,
  accruals: readonly AccrualTerms[],
): { minedMinor: bigint; carryParts: bigint } {
  const parts = accruals.reduce((sum, terms) => sum + accruedParts(terms), carryParts)
  return { minedMinor: parts / partsPerMinor, carryParts: parts % partsPerMinor }
}

/**
 * Returns the total subsidy of all blocks on a coin's network in a day, in minor units. Uses the highest subsidy of the
 * day and adds a tenth, because blocks can be faster than planned.
 */
export function networkMaximumOfDay(coin: MinedCoin, accruals: readonly Pick<AccrualTerms, 'subsidyMinor'>[]): bigint {
  const subsidyMinor = accruals.reduce((most, terms) => (terms.subsidyMinor > most ? terms.subsidyMinor : most), 0n)
  return (BigInt(blocksOfDay[coin]) * subsidyMinor * 11n) / 10n
}
