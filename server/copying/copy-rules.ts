import type { CopyMode } from '../../contract/experts.ts'

/** What a copier has agreed with himself. Amounts in minor units of the copier's currency. */
export type CopyTerms = {
  state: 'active' | 'paused' | 'stopped'
  mode: CopyMode
  amountMinor: bigint
  /** Null: all. */
  classes: readonly string[] | null
  maxStakeMinor: bigint | null
  stopLossMinor: bigint | null
  /** What the settled copies came to, and the stakes of those that are open. */
  resultMinor: bigint
  openMinor: bigint
}

/** The expert's order, in minor units of the expert's currency. */
export type LeadOrder = { class: string; stakeMinor: bigint; equityMinor: bigint }

/** What a unit of the expert's stake is in the copier's money. */
export type Weight = { num: bigint; den: bigint }

/** Fixed: the amount for each order. Proportional: as the amount is to the expert's account. Ratios of two amounts each, so that currencies do not matter. */
export function weightOf({ mode, amountMinor }: Pick<CopyTerms, 'mode' | 'amountMinor'>, order: LeadOrder): Weight {
  return { num: amountMinor, den: mode === 'fixed' ? order.stakeMinor : order.equityMinor }
}

export type CopyPlan = { weight: Weight; stakeMinor: bigint; code: string | null }

/** The stake of a copy, rounded down to the minor unit, and why it is not even asked for. What the account itself allows is judged where it is locked. */
export function planCopy(terms: CopyTerms, order: LeadOrder, smallestMinor: bigint): CopyPlan {
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
  // Open copies count as lost: nothing that is under way can take it past the limit.
  if (stopLossMinor !== null && resultMinor - openMinor - stakeMinor < -stopLossMinor) return 'stop_loss'
  return null
}
