import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { candlesOfTicks, widerCandles } from './candles.ts'
import { findSymbol } from './catalogue.ts'
import { parsePrice } from './price-text.ts'
import { recordingPath } from '../../tests/recorded-market/recording.ts'

it('opens a candle with its interval’s first price, closes it with the last, and omits empty intervals', () => {
  const ticks = [
    [0, 5],
    [999, 9],
    [1000, 4],
    [1500, 2],
    [1999, 3],
    [4000, 7],
  ].map(([atMs, price]) => ({ atMs: atMs!, price: price! }))
  expect(candlesOfTicks(ticks, 1000)).toEqual([
    { atMs: 0, open: 5, high: 9, low: 5, close: 9, ticks: 2 },
    { atMs: 1000, open: 4, high: 4, low: 2, close: 3, ticks: 3 },
    { atMs: 4000, open: 7, high: 7, low: 7, close: 7, ticks: 1 },
  ])
})

it('merges narrow candles into the same wide candles that the ticks give', () => {
  const ticks = Array.from({ length: 5000 }, (_, i) => ({ atMs: i * 7_001, price: 1000 + ((i * 7919) % 613) }))
  for (const width of [300_000, 3_600_000, 86_400_000])
    expect(widerCandles(candlesOfTicks(ticks, 60_000), width)).toEqual(candlesOfTicks(ticks, width))
})

it('computes a minute’s candle that matches the trades in the recording', () => {
  const info = findSymbol('BTCUSD')!
  const lines = readFileSync(recordingPath('crypto/BTCUSD_trades_20240808T2354.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const ticks = lines.map((line) => ({
    atMs: Number(line.split(',')[0]),
    price: parsePrice(line.split(',')[1]!, info)!,
  }))
  const minute = Date.parse('2024-08-08T23:57:00Z')
  const inMinute = lines
    .map((line) => line.split(',').map(Number))
    .filter(([at]) => at! >= minute && at! < minute + 60_000)
  const prices = inMinute.map(([, price]) => Math.round(price! * 1000))
  expect(candlesOfTicks(ticks, 60_000).find((candle) => candle.atMs === minute)).toEqual({
    atMs: minute,
    open: prices[0],
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1),
    ticks: prices.length,
  })
})
