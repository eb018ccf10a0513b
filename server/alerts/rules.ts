import type { AlertSide } from '../../api/calls/alerts/alerts.ts'

/** Prices are whole numbers of the symbol's smallest step. */
export type AlertTerms = { side: AlertSide; price: number; afterSeq: number }
export type AlertTick = { seq: number; price: number }

/**
 * Parses a price with at most `scale` decimals, such as `1.08450`, into steps. Returns undefined for any other text,
 * for zero, and for numbers too large to be exact.
 */
export function parseAlertPrice(text: string, scale: number): number | undefined {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text)
  const decimals = match?.[2] ?? ''
  if (!match || decimals.length > scale) return undefined
  const steps = Number(match[1]! + decimals.padEnd(scale, '0'))
  return Number.isSafeInteger(steps) && steps > 0 ? steps : undefined
}

/** Returns on which side of the current price an alert's price is; undefined if it is the current price. */
export function sideOf(price: number, currentPrice: number): AlertSide | undefined {
  if (price === currentPrice) return undefined
  return price > currentPrice ? 'above' : 'below'
}

const isReached = (side: AlertSide, alertPrice: number, price: number) =>
  side === 'above' ? price >= alertPrice : price <= alertPrice

/** Returns the tick that fires an alert: the first one after the alert was added that reaches its price. */
export function firingTick<T extends AlertTick>(
  { side, price, afterSeq }: AlertTerms,
  ticks: readonly T[],
): T | undefined {
  return ticks.find((tick) => tick.seq > afterSeq && isReached(side, price, tick.price))
}

/** Prices of the open alerts nearest to a symbol's price; null if there is none on that side. */
export type Nearest = { above: number | null; below: number | null }

/** Returns whether a price reaches one of a symbol's open alerts. */
export function reachesAny({ above, below }: Nearest, price: number): boolean {
  return (above !== null && price >= above) || (below !== null && price <= below)
}
