import { expect, test } from 'vitest'
import { averageTrueRange, ichimoku, relativeStrength, stochasticRsi } from './indicator-formulas.ts'

const bar = (high: number, low: number, close: number) => ({ open: close, high, low, close })
const rounded = (values: (number | undefined)[]) => values.map((value) => value && Math.round(value * 100) / 100)

test('the average true range includes gaps, starts with a plain mean, and is then smoothed', () => {
  // True ranges: 2, 3 (13 - 10), 4 (9 - 13), 1; mean of three: 3; then 3 + (1 - 3) / 3.
  const bars = [bar(11, 9, 10), bar(13, 12, 12), bar(9, 8, 8), bar(9, 8, 9)]
  expect(rounded(averageTrueRange(bars, 3))).toEqual([undefined, undefined, 3, 2.33])
})

test('the RSI has the values of the usual example by Wilder', () => {
  const closes = [
    44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46, 46.03,
    46.41, 46.22, 45.64,
  ]
  const rsi = relativeStrength(closes, 14)
  expect(rsi.slice(0, 14).every((value) => value === undefined)).toBe(true)
  expect(rounded(rsi.slice(14))).toEqual([70.46, 66.25, 66.48, 69.35, 66.29, 57.92])
})

test('the RSI of unchanged prices is in the middle', () =>
  expect(relativeStrength([1, 1, 1], 2)).toEqual([undefined, undefined, 50]))

test('the stochastic RSI is the place of the RSI in its window, smoothed twice', () => {
  // RSI over 2: 100, 66.67 (2 of 3), 88.89 (averages 2 and 0.25), 47.06 (1 and 1.125). In windows of 2: 0, 100, 0.
  const { k, d } = stochasticRsi([1, 2, 4, 3.5, 6.5 + 0, 4.5], 2, 2, 1, 2)
  expect(rounded(relativeStrength([1, 2, 4, 3.5], 2))).toEqual([undefined, undefined, 100, 75])
  expect(rounded(k)).toEqual([undefined, undefined, undefined, 0, 100, 0])
  expect(rounded(d)).toEqual([undefined, undefined, undefined, undefined, 50, 50])
})

test('the Ichimoku lines are middles of ranges, and the cloud is ahead of the prices', () => {
  const bars = [bar(3, 1, 2), bar(6, 2, 5), bar(9, 5, 8), bar(10, 7, 7)]
  const lines = ichimoku(bars, 1, 2, 2)
  expect(lines.map(({ conversion }) => conversion)).toEqual([2, 4, 7, 8.5])
  expect(lines.map(({ base }) => base)).toEqual([undefined, 3.5, 5.5, 7.5])
  // A is the mean of conversion and base two candles earlier; B the middle of the range two candles earlier.
  expect(lines.map(({ spanA }) => spanA)).toEqual([undefined, undefined, undefined, 3.75])
  expect(lines.map(({ spanB }) => spanB)).toEqual([undefined, undefined, undefined, 3.5])
  expect(lines.map(({ lagging }) => lagging)).toEqual([8, 7, undefined, undefined])
})
