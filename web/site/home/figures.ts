/**
 * Returns the minimum and maximum of the plan at an index in the list. Source: docs/spec/product.md section 9, "Public
 * plan maximum".
 */
export function planRange(amount: number, index: number): { min: number; max: number } {
  return { min: amount, max: amount * (index + 5) }
}

/**
 * Returns the share of trades that must win to break even, in basis points: 1 / (1 + payout). Source:
 * docs/spec/truth.md section 3.
 */
export function breakEvenBps(payoutBps: number): number {
  return Math.round(10_000 / (1 + payoutBps / 10_000))
}

export type Quoted = { symbol: string; class: string; price: string | null; changeBps: number | null }

/** Returns the coins with a price, or all symbols with a price if fewer than four coins have one. */
export function marqueeSymbols<Q extends Quoted>(symbols: readonly Q[]): Q[] {
  const priced = symbols.filter((one) => one.price !== null)
  const coins = priced.filter((one) => one.class === 'crypto')
  return coins.length >= 4 ? coins : priced
}
