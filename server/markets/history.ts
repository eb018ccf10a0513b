import type { Pool } from 'pg'
import type { Platform } from '../platform/platform.ts'
import { intervalStart, widerCandles, type Candle } from './candles.ts'
import { catalogue } from './catalogue.ts'
import { candlesOfStored, candlesThrough, rollCandles, storedCandles } from './candle-store.ts'
import { firstTickMs, lastTickAt } from './store.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const rollAtOnceMs = 6 * hourMs
/**
 * Maximum number of time spans to read for one response. It is enough to skip a night, a weekend and a holiday without
 * prices.
 */
const maxSpans = 4
const allSymbols = catalogue.map((info) => info.symbol)

/** Creates the candles for all complete minutes. `watermarkMs` is the earliest watermark of all symbols. */
export async function rollUpCandles(pool: Pool, watermarkMs: number): Promise<void> {
  const endMs = intervalStart(watermarkMs + 1, minuteMs)
  let fromMs = (await candlesThrough(pool)) || intervalStart((await firstTickMs(pool, allSymbols)) ?? endMs, minuteMs)
  while (fromMs < endMs) {
    const toMs = Math.min(endMs, fromMs + rollAtOnceMs)
    await rollCandles(pool, allSymbols, fromMs, toMs)
    fromMs = toMs
  }
}

/**
 * Returns the last candles of a symbol that begin at or before `toMs`, oldest first. Returns at most `limit`, fewer if
 * prices are sparse, and none only if no older prices exist.
 */
export async function readCandles(
  pool: Pool,
  symbol: string,
  widthSeconds: number,
  toMs: number,
  limit: number,
): Promise<Candle[]> {
  const widthMs = widthSeconds * 1000
  const throughMs = widthMs < minuteMs ? 0 : await candlesThrough(pool)
  const candles: Candle[] = []
  let newestMs = toMs
  for (let spans = 0; spans < maxSpans; spans++) {
    const endMs = intervalStart(newestMs, widthMs) + widthMs
    const startMs = endMs - (limit - candles.length) * widthMs
    candles.unshift(...(await candlesOfSpan(pool, symbol, widthMs, { startMs, endMs, throughMs })))
    if (candles.length === limit) break
    const before = await lastTickAt(pool, symbol, startMs - 1)
    if (!before) break
    newestMs = before.atMs
  }
  return candles
}

type Span = { startMs: number; endMs: number; throughMs: number }

/**
 * Returns the candles for a span of whole intervals. Candles shorter than a minute are computed from ticks. Longer ones
 * combine the candles stored up to `throughMs` with the ticks of later minutes.
 */
async function candlesOfSpan(
  pool: Pool,
  symbol: string,
  widthMs: number,
  { startMs, endMs, throughMs }: Span,
): Promise<Candle[]> {
  if (widthMs < minuteMs) return candlesOfStored(pool, symbol, widthMs, startMs, endMs)
  const minutesEndMs = Math.max(startMs, Math.min(endMs, throughMs))
  const hoursEndMs = widthMs < hourMs ? startMs : intervalStart(minutesEndMs, hourMs)
  const [hours, minutes, unfinished] = await Promise.all([
    hoursEndMs > startMs ? storedCandles(pool, symbol, 3600, startMs, hoursEndMs) : [],
    storedCandles(pool, symbol, 60, Math.max(startMs, hoursEndMs), minutesEndMs),
    candlesOfStored(pool, symbol, minuteMs, minutesEndMs, endMs),
  ])
  return widerCandles([...hours, ...minutes, ...unfinished], widthMs)
}

/** Schedules a job that creates candles while this process leads. */
export function scheduleRollUp(
  { jobs, pool }: Pick<Platform, 'jobs' | 'pool'>,
  leads: () => boolean,
  watermarkMs: () => number,
): void {
  jobs.every('candles', 5_000, async () => {
    if (leads() && watermarkMs() > 0) await rollUpCandles(pool, watermarkMs())
  })
}
