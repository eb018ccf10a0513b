/** The effect of an order before it is placed. Amounts are in minor units, rates in basis points. */
export type Preview = {
  payoutBps: number
  /** Profit if the trade wins, rounded down to the minor unit. */
  profitMinor: bigint
  /** Stake plus profit, paid if the trade wins. */
  returnedMinor: bigint
  /** Share of trades that must win to break even: 1 / (1 + payout). */
  breakEvenBps: number
  /**
   * Expected result per stake if a win is as likely as a loss: (payout - 1) / 2. Negative if the customer loses on
   * average.
   */
  expectedValueBps: number
  /** The balance after the stake is deducted; null if the balance is unknown. */
  balanceAfterMinor: bigint | null
}

/**
 * Computes the preview of an order. Source: docs/spec/truth.md section 3.
 */
export function previewOrder(stakeMinor: bigint, payoutBps: number, balanceMinor: bigint | null): Preview {
  const profitMinor = (stakeMinor * BigInt(payoutBps)) / 10_000n
  return {
    payoutBps,
    profitMinor,
    returnedMinor: stakeMinor + profitMinor,
    breakEvenBps: Math.round(100_000_000 / (10_000 + payoutBps)),
    expectedValueBps: Math.floor((payoutBps - 10_000) / 2),
    balanceAfterMinor: balanceMinor === null ? null : balanceMinor - stakeMinor,
  }
}
