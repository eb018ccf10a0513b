/** Returns the tone of a gain or a loss; undefined for zero. `amount` is a number or decimal text. */
export function toneOf(amount: number | string): 'up' | 'down' | undefined {
  const value = Number(amount)
  return value > 0 ? 'up' : value < 0 ? 'down' : undefined
}
