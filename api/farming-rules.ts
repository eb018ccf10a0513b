// Must not import zod: pages import this file, and they don't load zod.

/** Bounds of a yield contract. Source: docs/spec/product.md section 5 "Yield farm" and section 9. */
export const leverageMin = 1.5
export const leverageStep = 0.5
export const daysMin = 7
export const daysMax = 730
export const daysDefault = 30
/** Coins that plans track, and coins to pay with. */
export const farmCoins = ['BTC', 'ETH'] as const
export type FarmCoin = (typeof farmCoins)[number]

export const dayMs = 86_400_000
export const weekMs = 7 * dayMs
/** Weeks per year in yearly rates. */
export const weeksOfYear = 52n

/** Price falls, in percent, in the table shown before a contract starts. */
export const stressFalls = [10, 20, 30] as const

/** Below this health, a contract is close to liquidation. */
export const healthWarning = 1.1

/**
 * Returns the share of a deposit, in percent, that is left after the coin's price falls by `fallPercent`, before costs.
 * The position is the deposit times the leverage; the rest of it is borrowed.
 */
export function leftAfterFall(leverage: number, fallPercent: number): number {
  return Math.max(0, 100 - leverage * fallPercent)
}
