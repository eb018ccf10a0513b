import { expect, test } from 'vitest'
import { candleIntervals } from '../../../../api/calls/markets/markets.ts'
import { candleSeconds, candleStartMs, heikinAshi, mergeBars, mergeTick, mergeTicks } from './candle-merge.ts'

const tick = (at: number, price: string) => ({ at, price })

test('candle lengths match the API', () => expect(candleSeconds).toEqual(candleIntervals))

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

test('single ticks are candles of their own', () => {
  const bars = mergeTicks(undefined, [tick(1000, '10'), tick(1300, '12'), tick(1300, '12')], 0)
  expect(bars.map(({ timestamp, close }) => [timestamp, close])).toEqual([
    [1000, 10],
    [1300, 12],
  ])
})

test('weeks start on Monday and consist of days', () => {
  const day = (date: string, open: number, high: number, low: number, close: number) => ({
    timestamp: Date.parse(date),
    open,
    high,
    low,
    close,
  })
  expect(candleStartMs(Date.parse('2026-11-22T23:59:59Z'), 604_800)).toBe(Date.parse('2026-11-16'))
  expect(
    mergeBars([day('2026-11-20', 5, 9, 4, 6), day('2026-11-22', 6, 7, 2, 3), day('2026-11-23', 3, 4, 1, 2)], 604_800),
  ).toEqual([day('2026-11-16', 5, 9, 2, 3), day('2026-11-23', 3, 4, 1, 2)])
})

test('Heikin-Ashi candles close at the mean and open in the middle of the previous candle', () => {
  expect(
    heikinAshi([
      { open: 10, high: 14, low: 8, close: 12 },
      { open: 12, high: 13, low: 11, close: 12 },
      { open: 20, high: 22, low: 19, close: 21 },
    ]),
  ).toEqual([
    { open: 11, high: 14, low: 8, close: 11 },
    { open: 11, high: 13, low: 11, close: 12 },
    { open: 11.5, high: 22, low: 11.5, close: 20.5 },
  ])
})
