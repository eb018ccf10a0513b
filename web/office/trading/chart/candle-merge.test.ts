import { expect, test } from 'vitest'
import { candleIntervals } from '../../../../api/calls/markets.ts'
import { candleSeconds, candleStartMs, mergeTick, mergeTicks } from './candle-merge.ts'

const tick = (at: number, price: string) => ({ at, price })

test('candle lengths match the API’s declaration', () => expect(candleSeconds).toEqual(candleIntervals))

test('candles start at multiples of their length', () => {
  expect(candleStartMs(61_999, 5)).toBe(60_000)
  expect(candleStartMs(60_000, 60)).toBe(60_000)
  expect(candleStartMs(59_999, 60)).toBe(0)
})

test('ticks extend the newest candle and open the next one', () => {
  const bars = mergeTicks(
    undefined,
    [tick(1000, '10'), tick(2000, '12'), tick(3000, '9'), tick(4999, '11'), tick(5000, '11.5')],
    5,
  )
  expect(bars).toEqual([
    { timestamp: 0, open: 10, high: 12, low: 9, close: 11 },
    { timestamp: 5000, open: 11.5, high: 11.5, low: 11.5, close: 11.5 },
  ])
})

test('an interval without ticks has no candle', () => {
  expect(mergeTicks(undefined, [tick(0, '1'), tick(17_000, '2')], 5).map((bar) => bar.timestamp)).toEqual([0, 15_000])
})

test('ticks older than the newest candle are ignored, and a repeated tick changes nothing', () => {
  const newest = { timestamp: 5000, open: 1, high: 3, low: 1, close: 2 }
  expect(mergeTick(newest, tick(4999, '9'), 5)).toBeNull()
  expect(mergeTick(newest, tick(6000, '2'), 5)).toEqual(newest)
})
