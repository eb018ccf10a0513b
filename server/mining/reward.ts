import { blocksOfDay, type MinedCoin } from '../../contract/mining-coins.ts'

/**
 * The reward rule, without IO. Source: docs/spec/truth.md section 2, "mining formula"; the expected number of blocks
 * that a share of hashes finds is hashes / (difficulty x work), as pools of the kind "full pay per share" pay it.
 */
export type AccrualTerms = {
  hashesPerS: bigint
  fromMs: number
  toMs: number
  /** In hundred-millionths. */
  difficultyE8: bigint
  /** Expected hashes at difficulty 1. */
  work: bigint
  subsidyMinor: bigint
  feeBps: number
  rejectedBps: number
}

/** A minor unit is divided this finely to carry what is left of it to the next day. */
export const partsPerMinor = 10n ** 18n
const difficultyScale = 10n ** 8n
const bps = 10_000n

/** What a stretch of time yields, in parts of a minor unit, rounded down. */
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

/** Whole minor units of what a day yielded with what was carried into it, and what is carried on. */
export function payable(
  carryParts: bigint,
  accruals: readonly AccrualTerms[],
): { minedMinor: bigint; carryParts: bigint } {
  const parts = accruals.reduce((sum, terms) => sum + accruedParts(terms), carryParts)
  return { minedMinor: parts / partsPerMinor, carryParts: parts % partsPerMinor }
}

/** Returns the subsidies of all blocks of a coin's network in a day, in minor units, at the highest subsidy of the day and with a tenth for fast blocks. */
export function mostOfDay(coin: MinedCoin, accruals: readonly Pick<AccrualTerms, 'subsidyMinor'>[]): bigint {
  const subsidyMinor = accruals.reduce((most, terms) => (terms.subsidyMinor > most ? terms.subsidyMinor : most), 0n)
  return (BigInt(blocksOfDay[coin]) * subsidyMinor * 11n) / 10n
}
