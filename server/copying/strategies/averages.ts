/**
 * Sums over prices. Prices are whole numbers below 2^40, so sums and squared differences are exact or rounded as IEEE
 * 754 specifies, and are equal on every machine.
 */

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns the population standard deviation. */
export function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length)
}

/**
 * Returns how straight a path is, from 0 to 1: its net move divided by the sum of its moves, or 0 if nothing moved.
 * This is Kaufman's efficiency ratio without the sign.
 */
export function straightness(values: readonly number[]): number {
  let way = 0
  for (let index = 1; index < values.length; index++) way += Math.abs(values[index]! - values[index - 1]!)
  return way === 0 ? 0 : Math.abs(values.at(-1)! - values[0]!) / way
}
