import type { TradeState } from '../../../api/states/trade-states.ts'

/** 100% in basis points. */
const one = 10_000n

/**
 * Returns the profit of a winning trade in minor units: stake × payout rate, rounded down. Source: docs/spec/truth.md
 * section 3.
 */
export function profitMinor(stakeMinor: bigint, payoutBps: number): bigint {
  return (stakeMinor * BigInt(payoutBps)) / one
}

/**
 * Returns the amount paid back to the customer, in minor units: stake and profit, stake, or nothing. `undefined` while
 * open.
 */
export function returnedMinor(status: TradeState, stakeMinor: bigint, payoutBps: number): bigint | undefined {
  if (status === 'OPEN') return undefined
  if (status === 'WON') return stakeMinor + profitMinor(stakeMinor, payoutBps)
  return status === 'LOST' ? 0n : stakeMinor
}

/**
 * Returns the share of trades that must win for winnings to cover losses, 1 / (1 + payout), in basis points, rounded.
 */
export function breakEvenBps(payoutBps: number): number {
  return Math.round(100_000_000 / (10_000 + payoutBps))
}

/** Returns the expected profit of a stake at even odds, (payout - 1) / 2, in basis points, rounded down. */
export function expectedValueBps(payoutBps: number): number {
  return Math.floor((payoutBps - 10_000) / 2)
}
