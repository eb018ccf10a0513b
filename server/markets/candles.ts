/** A candle of one symbol. Prices are in the symbol's smallest steps; `atMs` is the start of the interval. */
export type Candle = { atMs: number; open: number; high: number; low: number; close: number; ticks: number }

/** Returns the start of the interval that contains `atMs`. Intervals count from the epoch, so days are UTC days. */
export function intervalStart(atMs: number, widthMs: number): number {
  return Math.floor(atMs / widthMs) * widthMs
}

/** Adds a price to candles in time order. The price must not be older than the newest candle. */
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

/** Returns the candles of ticks, which must be in time order. Intervals without ticks have no candle. */
export function candlesOfTicks(ticks: Iterable<{ atMs: number; price: number }>, widthMs: number): Candle[] {
  const candles: Candle[] = []
  for (const { atMs, price } of ticks) addPrice(candles, atMs, price, widthMs)
  return candles
}

/** Merges candles, which must be in time order, into wider ones. `widthMs` must be a multiple of their width. */
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
