import type { Bar } from './candle-merge.ts'

type Prices = Pick<Bar, 'open' | 'high' | 'low' | 'close'>
type Values = (number | undefined)[]

/** Returns Wilder's smoothed mean over `length` values: the first is a simple mean. Skips leading gaps. */
function wilder(values: Values, length: number): Values {
  const start = values.findIndex((value) => value !== undefined)
  let mean = 0
  return values.map((value, index) => {
    const count = index - start + 1
    if (value === undefined || start < 0) return undefined
    mean = count <= length ? mean + value / length : mean + (value - mean) / length
    return count < length ? undefined : mean
  })
}

/** Returns the simple moving average of the last `length` values. */
function mean(values: Values, length: number): Values {
  return values.map((_, index) => {
    const last = values.slice(Math.max(0, index - length + 1), index + 1)
    if (last.length < length || last.includes(undefined)) return undefined
    return (last as number[]).reduce((sum, value) => sum + value, 0) / length
  })
}

/** Returns Wilder's average true range: the smoothed range of candles, including the gap to the previous close. */
export function averageTrueRange(bars: readonly Prices[], length: number): Values {
  const ranges = bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close
    return before === undefined ? high - low : Math.max(high, before) - Math.min(low, before)
  })
  return wilder(ranges, length)
}

/** Returns Wilder's relative strength index, from 0 to 100. */
export function relativeStrength(closes: readonly number[], length: number): Values {
  const changes = closes.map((close, index) => (index === 0 ? undefined : close - closes[index - 1]!))
  const gains = wilder(
    changes.map((change) => change && Math.max(change, 0)),
    length,
  )
  const losses = wilder(
    changes.map((change) => change && Math.max(-change, 0)),
    length,
  )
  return gains.map((gain, index) => {
    const loss = losses[index]
    if (gain === undefined || loss === undefined) return undefined
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
  })
}

/**
 * Returns the stochastic RSI: where the RSI lies between the lowest (0) and highest (100) of its last `window` values,
 * smoothed (K), and smoothed again (D).
 */
export function stochasticRsi(closes: readonly number[], length: number, window: number, kLength: number, d: number) {
  const rsi = relativeStrength(closes, length)
  const raw = rsi.map((value, index) => {
    const last = rsi.slice(Math.max(0, index - window + 1), index + 1)
    if (value === undefined || last.length < window || last.includes(undefined)) return undefined
    const low = Math.min(...(last as number[]))
    const high = Math.max(...(last as number[]))
    return high === low ? 50 : (100 * (value - low)) / (high - low)
  })
  const k = mean(raw, kLength)
  return { k, d: mean(k, d) }
}

/** Returns the midpoint between the highest and the lowest price of the last `length` candles. */
function middle(bars: readonly Prices[], length: number): Values {
  return bars.map((_, index) => {
    if (index + 1 < length) return undefined
    const last = bars.slice(index + 1 - length, index + 1)
    return (Math.max(...last.map(({ high }) => high)) + Math.min(...last.map(({ low }) => low))) / 2
  })
}

/**
 * Returns the five lines of the Ichimoku cloud. The cloud (A and B) is drawn `base` candles ahead of the prices that it
 * is computed from, and the lagging line `base` candles behind.
 */
export function ichimoku(bars: readonly Prices[], conversionLength: number, baseLength: number, spanLength: number) {
  const conversion = middle(bars, conversionLength)
  const base = middle(bars, baseLength)
  const span = middle(bars, spanLength)
  return bars.map((_, index) => {
    const source = index - baseLength
    const [fast, slow] = [conversion[source], base[source]]
    return {
      conversion: conversion[index],
      base: base[index],
      spanA: fast === undefined || slow === undefined ? undefined : (fast + slow) / 2,
      spanB: span[source],
      lagging: bars[index + baseLength]?.close,
    }
  })
}
