import type { CopyMode } from '../../../api/experts.ts'

/** A copier's settings and state. Amounts are in minor units of the copier's currency. */
export type CopyTerms = {
  state: 'active' | 'paused' | 'stopped'
  mode: CopyMode
  amountMinor: bigint
  /** Null for all classes. */
  classes: readonly string[] | null
  maxStakeMinor: bigint | null
  stopLossMinor: bigint | null
  /** The result of settled copies, and the stakes of open ones. */
  resultMinor: bigint
  openMinor: bigint
}

/** The expert's order. Amounts are in minor units of the expert's currency. */
export type LeadOrder = { class: string; stakeMinor: bigint; equityMinor: bigint }

/** The ratio of a copy's stake to the expert's stake. */
export type Weight = { num: bigint; den: bigint }

/**
 * Returns a copy's weight. Fixed: the copier's amount divided by the expert's stake. Proportional: the copier's amount
 * divided by the expert's equity. The weight is a ratio of numbers, so nothing is converted between currencies.
 */
function weightOf({ mode, amountMinor }: Pick<CopyTerms, 'mode' | 'amountMinor'>, order: LeadOrder): Weight {
  return { num: amountMinor, den: mode === 'fixed' ? order.stakeMinor : order.equityMinor }
}

export type CopySize = { weight: Weight; stakeMinor: bigint; code: string | null }

/**
 * Returns a copy's stake, rounded down to the minor unit, and the reason if the copy is skipped. Account limits are
 * checked later, under the account's lock.
 */
export function sizeCopy(terms: CopyTerms, order: LeadOrder, smallestMinor: bigint): CopySize {
  const weight = weightOf(terms, order)
  const stakeMinor = (order.stakeMinor * weight.num) / weight.den
  return { weight, stakeMinor, code: refusalOf(terms, order, stakeMinor, smallestMinor) }
}

function refusalOf(
  { state, classes, maxStakeMinor, stopLossMinor, resultMinor, openMinor }: CopyTerms,
  order: LeadOrder,
  stakeMinor: bigint,
  smallestMinor: bigint,
): string | null {
  if (state === 'paused') return 'paused'
  if (classes && !classes.includes(order.class)) return 'filtered'
  if (maxStakeMinor !== null && stakeMinor > maxStakeMinor) return 'above_max_stake'
  if (stakeMinor < smallestMinor) return 'amount_too_small'
  // Counts open copies as losses, so that none of them can push the total loss past the limit.
  if (stopLossMinor !== null && resultMinor - openMinor - stakeMinor < -stopLossMinor) return 'stop_loss'
  return null
}
