/** Sums over prices. Prices are whole numbers below 2^40, so that sums and squares of differences are exact or rounded as IEEE 754 says: alike on every machine. */

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Standard deviation of the whole population. */
export function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length)
}

/** How straight a path was: its net way over the sum of its steps, 0 to 1; 0 where nothing moved. Kaufman's efficiency ratio, without the sign. */
export function straightness(values: readonly number[]): number {
  let way = 0
  for (let index = 1; index < values.length; index++) way += Math.abs(values[index]! - values[index - 1]!)
  return way === 0 ? 0 : Math.abs(values.at(-1)! - values[0]!) / way
}
