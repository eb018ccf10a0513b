import type { CandleInterval } from '../../../contract/markets.ts'

/** A candle as the chart takes it: epoch milliseconds of its start, prices as numbers for drawing alone. */
export type Bar = { timestamp: number; open: number; high: number; low: number; close: number }

/** Seconds of a candle. Typed by the contract, so that an interval added there is missed here at compile time. */
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

/** Candles start at whole multiples of their length in UTC. Source: contract/markets.ts, `candles`. */
export function candleStartMs(atMs: number, seconds: number): number {
  return Math.floor(atMs / (seconds * 1000)) * seconds * 1000
}

/**
 * The candle that `tick` makes of the newest one: the same, widened, or a new one after it. Null where the tick is older
 * than the newest candle, whose past is already drawn. Taking a tick twice changes nothing.
 */
export function mergeTick(newest: Bar | undefined, tick: { at: number; price: string }, seconds: number): Bar | null {
  const timestamp = candleStartMs(tick.at, seconds)
  const price = Number(tick.price)
  if (!newest || timestamp > newest.timestamp) return { timestamp, open: price, high: price, low: price, close: price }
  if (timestamp < newest.timestamp) return null
  return { ...newest, high: Math.max(newest.high, price), low: Math.min(newest.low, price), close: price }
}

/** All candles that `ticks`, in order, change: the newest one first widened, then those after it. */
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
