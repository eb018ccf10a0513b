import type { CandleInterval } from '../../../../api/calls/markets/markets.ts'
import type { ChartInterval } from '../../../../api/workspace.ts'

/** A candle for the chart: its start in epoch milliseconds, and prices as numbers, for drawing only. */
export type Bar = { timestamp: number; open: number; high: number; low: number; close: number }

/** Candle lengths in seconds. Typed by the API, so that a missing interval is a compile error. */
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

/** Lengths of everything that a chart can show, in seconds; 0 for single ticks. */
export const chartSeconds: Record<ChartInterval, number> = { tick: 0, ...candleSeconds, '1w': 604_800 }

/** Weeks start on Monday; the epoch was a Thursday. */
const firstMondayMs = 4 * 86_400_000

/**
 * Returns the start of the candle that contains a time. Candles start at multiples of their length in UTC, and weeks on
 * Mondays. Source: api/calls/markets/markets.ts, `candles`. A length of 0 means single ticks.
 */
export function candleStartMs(atMs: number, seconds: number): number {
  if (seconds === 0) return atMs
  if (seconds === chartSeconds['1w'])
    return Math.floor((atMs - firstMondayMs) / (seconds * 1000)) * seconds * 1000 + firstMondayMs
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

/** Returns the candles of a longer length that consist of `bars`, oldest first. */
export function mergeBars(bars: readonly Bar[], seconds: number): Bar[] {
  const merged: Bar[] = []
  for (const { timestamp: atMs, open, high, low, close } of bars) {
    const timestamp = candleStartMs(atMs, seconds)
    const last = merged.at(-1)
    if (last?.timestamp !== timestamp) merged.push({ timestamp, open, high, low, close })
    else merged[merged.length - 1] = { ...last, high: Math.max(last.high, high), low: Math.min(last.low, low), close }
  }
  return merged
}

/**
 * Returns the Heikin-Ashi candles of `bars`: each closes at the mean of a candle's four prices, and opens in the middle
 * of the previous one.
 */
export function heikinAshi(bars: readonly Pick<Bar, 'open' | 'high' | 'low' | 'close'>[]) {
  const smoothed: Omit<Bar, 'timestamp'>[] = []
  for (const bar of bars) {
    const last = smoothed.at(-1)
    const open = last ? (last.open + last.close) / 2 : (bar.open + bar.close) / 2
    const close = (bar.open + bar.high + bar.low + bar.close) / 4
    smoothed.push({ open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close })
  }
  return smoothed
}
