/** Number of guesses that visitors can make in a row. */
export const manyGuesses = 20

/**
 * Returns the least number of wins among `count` fair guesses that leaves a player ahead: each win earns the payout on
 * a stake, each loss costs the stake.
 */
export function winsToBeAhead(count: number, payoutBps: number): number {
  return Math.floor((count * 10_000) / (10_000 + payoutBps)) + 1
}

/**
 * Returns the probability of at least `wins` wins among `count` fair guesses, in basis points, rounded. Exact: sums the
 * binomial coefficients and divides once by 2^count.
 */
export function chanceOfWinsBps(count: number, wins: number): number {
  let ways = 1n
  let sum = 0n
  for (let won = 0; won <= count; won++) {
    if (won >= wins) sum += ways
    ways = (ways * BigInt(count - won)) / BigInt(won + 1)
  }
  const all = 1n << BigInt(count)
  return Number((sum * 20_000n + all) / (2n * all))
}
