// Without the schema library, which pages do not load.

/** Bounds of a yield contract. Source: docs/spec/product.md section 5 "Yield farm" and section 9. */
export const leverMin = 1.5
export const leverStep = 0.5
export const daysMin = 7
export const daysMax = 730
export const daysDefault = 30
/** Coins that plans follow, and coins to pay with. */
export const farmCoins = ['BTC', 'ETH'] as const
export type FarmCoin = (typeof farmCoins)[number]

export const dayMs = 86_400_000
export const weekMs = 7 * dayMs
/** Weeks in the year that yearly rates count with. */
export const weeksOfYear = 52n

/** Falls of the coin, in per cent, that the table before the start shows. */
export const stressFalls = [10, 20, 30] as const

/** Below this health a contract is near the price at which it is closed. */
export const healthWarning = 1.1

/** How a contract stands. `left the chain`: its deposit was taken back. */
export const farmStates = ['running', 'released', 'closed early', 'liquidated', 'left the chain'] as const
export type FarmState = (typeof farmStates)[number]

/** What ending early means, as it is said before the start and kept with the contract. `feeBps` in hundredths of a per cent of the deposit. */
export function earlyCloseWords(feeBps: number): string {
  return `You may end a contract at any time at the last published price. Interest that was paid stays yours; the running week earns nothing; the fee is ${feeBps / 100} % of the deposit.`
}

/** When a contract is closed without being asked. `marginBps`: the least share of the position that is the customer's own. */
export function liquidationWords(marginBps: number): string {
  return `The contract is closed at the first published price at which your own part is ${marginBps / 100} % of the position or less. What is left after the loan is returned; where the price jumped past that, the loss is never more than the deposit.`
}
