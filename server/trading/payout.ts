import type { TradeState } from '../../contract/trading.ts'

/** A rate of one in basis points. */
const one = 10_000n

/**
 * Profit of a winning trade in minor units: stake x payout rate, rounded down to the minor unit. Source:
 * docs/spec/truth.md section 3.
 */
export function profitMinor(stakeMinor: bigint, payoutBps: number): bigint {
  return (stakeMinor * BigInt(payoutBps)) / one
}

/** What comes back to the customer, in minor units: stake and profit, the stake, or nothing. `undefined` while open. */
export function returnedMinor(status: TradeState, stakeMinor: bigint, payoutBps: number): bigint | undefined {
  if (status === 'OPEN') return undefined
  if (status === 'WON') return stakeMinor + profitMinor(stakeMinor, payoutBps)
  return status === 'LOST' ? 0n : stakeMinor
}

/** Share of trades that must win so that winnings cover losses, 1 / (1 + payout), in basis points to the nearest one. */
export function breakEvenBps(payoutBps: number): number {
  return Math.round(100_000_000 / (10_000 + payoutBps))
}

/** What a stake is worth on average, less the stake, where either side is as likely: (payout - 1) / 2, in basis points, rounded down. */
export function expectedValueBps(payoutBps: number): number {
  return Math.floor((payoutBps - 10_000) / 2)
}
