import type { CandleInterval } from '../../../../api/calls/markets.ts'

/** A candle for the chart: its start in epoch milliseconds, and prices as numbers, for drawing only. */
export type Bar = { timestamp: number; open: number; high: number; low: number; close: number }

/** Candle lengths in seconds. Typed by `api/`, so that an interval missing here fails to compile. */
export const candleSeconds = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
} as const satisfies Record<CandleInterval, number>

export const candleIntervalNames = Object.keys(candleSeconds) as CandleInterval[]

/**
 * Returns the start of the candle that contains a time. Candles start at multiples of their length in UTC. Source:
 * api/calls/markets.ts, `candles`.
 */
export function candleStartMs(atMs: number, seconds: number): number {
  return Math.floor(atMs / (seconds * 1000)) * seconds * 1000
}

/**
 * Returns the newest candle extended by `tick`, or a new candle after it. Returns null if the tick is older than the
 * newest candle, because older candles are already drawn. Merging a tick twice changes nothing.
 */
export function mergeTick(newest: Bar | undefined, tick: { at: number; price: string }, seconds: number): Bar | null {
  const timestamp = candleStartMs(tick.at, seconds)
  const price = Number(tick.price)
  if (!newest || timestamp > newest.timestamp) return { timestamp, open: price, high: price, low: price, close: price }
  if (timestamp < newest.timestamp) return null
  return { ...newest, high: Math.max(newest.high, price), low: Math.min(newest.low, price), close: price }
}

/**
 * Returns the candles that change when `ticks`, in order, are added: the extended newest candle, then those after it.
 */
export function mergeTicks(
  newest: Bar | undefined,
  ticks: readonly { at: number; price: string }[],
  seconds: number,
): Bar[] {
  const changed: Bar[] = []
  let current = newest
  for (const tick of ticks) {
    const merged = mergeTick(current, tick, seconds)
    if (!merged) continue
    if (changed.at(-1)?.timestamp === merged.timestamp) changed[changed.length - 1] = merged
    else changed.push(merged)
    current = merged
  }
  return changed
}
