import { call } from '../../../data/call.ts'
import { live } from '../../../data/live.ts'
import { type Bar, chartSeconds, mergeBars, mergeTicks } from './candle-merge.ts'
import type { Shown } from './price-chart.ts'

const tickWindowMs = 10 * 60_000
const daysOfWeeks = 1000

/**
 * Loads at most `limit` candles up to `to` (default: now), oldest first. Ticks come ten minutes at a time, and weeks
 * consist of days.
 */
export async function loadCandles(
  { symbol, interval }: Shown,
  limit: number,
  to: number | undefined,
  signal: AbortSignal,
): Promise<Bar[]> {
  if (interval === 'tick') {
    const end = to ?? live.serverNowMs()
    const ticks = await call('ticks', { symbol, from: end - tickWindowMs, to: end }, { signal })
    return mergeTicks(undefined, ticks, chartSeconds.tick)
  }
  const isWeek = interval === '1w'
  const candles = await call(
    'candles',
    { symbol, interval: isWeek ? '1d' : interval, limit: isWeek ? daysOfWeeks : limit, to },
    { signal },
  )
  const bars = candles.map(({ at, open, high, low, close }) => ({
    timestamp: at,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  }))
  if (!isWeek) return bars
  const weeks = mergeBars(bars, chartSeconds['1w'])
  // The oldest week of a full page may lack days; the next page starts before it.
  return bars.length === daysOfWeeks ? weeks.slice(1) : weeks
}
