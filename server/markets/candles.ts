/** A candle of one symbol: prices in its smallest steps, `atMs` the start of its interval. */
export type Candle = { atMs: number; open: number; high: number; low: number; close: number; ticks: number }

/** Start of the interval that `atMs` lies in. Intervals count from the epoch, so that days are days in UTC. */
export function intervalStart(atMs: number, widthMs: number): number {
  return Math.floor(atMs / widthMs) * widthMs
}

/** Adds a price, not older than the newest, to candles in order of time. */
export function addPrice(candles: Candle[], atMs: number, price: number, widthMs: number): void {
  const start = intervalStart(atMs, widthMs)
  const candle = candles.at(-1)
  if (!candle || candle.atMs !== start) {
    candles.push({ atMs: start, open: price, high: price, low: price, close: price, ticks: 1 })
    return
  }
  candle.high = Math.max(candle.high, price)
  candle.low = Math.min(candle.low, price)
  candle.close = price
  candle.ticks += 1
}

/** Candles of ticks in order of time. Intervals without a tick have no candle. */
export function candlesOfTicks(ticks: Iterable<{ atMs: number; price: number }>, widthMs: number): Candle[] {
  const candles: Candle[] = []
  for (const { atMs, price } of ticks) addPrice(candles, atMs, price, widthMs)
  return candles
}

/** Wider candles from narrower ones in order of time; `widthMs` is a multiple of theirs. */
export function widerCandles(narrow: Iterable<Candle>, widthMs: number): Candle[] {
  const candles: Candle[] = []
  let candle: Candle | undefined
  for (const next of narrow) {
    const start = intervalStart(next.atMs, widthMs)
    if (!candle || candle.atMs !== start) {
      candle = { ...next, atMs: start }
      candles.push(candle)
      continue
    }
    candle.high = Math.max(candle.high, next.high)
    candle.low = Math.min(candle.low, next.low)
    candle.close = next.close
    candle.ticks += next.ticks
  }
  return candles
}
