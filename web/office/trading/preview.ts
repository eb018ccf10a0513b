/** What an order would do, known before it is placed. Amounts in minor units, rates in basis points. */
export type Preview = {
  payoutBps: number
  /** What a win adds to the balance, rounded down to the minor unit. */
  profitMinor: bigint
  /** Stake and profit, paid back by a win. */
  returnedMinor: bigint
  /** Share of trades that must be won to come out even: 1 / (1 + payout). */
  breakEvenBps: number
  /** Expected result per stake when a win is as likely as a loss: (payout - 1) / 2. Negative: it costs. */
  expectedValueBps: number
  /** The balance once the stake is taken; null while the balance is not known. */
  balanceAfterMinor: bigint | null
}

/** Source: truth.md section 3, "payout rate, break-even win rate 1/(1+payout) and expected value per stake at even odds". */
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
