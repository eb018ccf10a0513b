import { writePhrase } from '../../../api/sentences/sentences.ts'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../../markets/public.ts'
import { averageCross } from './average-cross.ts'
import { halfHour } from './half-hour.ts'
import { meanReversion } from './mean-reversion.ts'
import { momentumBreakout } from './momentum-breakout.ts'
import { rangeFade } from './range-fade.ts'
import { strategies, strategyOf } from './strategies.ts'
import type { Strategy } from './strategy.ts'
import { trendPullback } from './trend-pullback.ts'

/** Builds candles from closes. Each opens at the previous close. */
function candles(strategy: Strategy, closes: readonly number[], endMs = Date.UTC(2026, 0, 5, 12)): Candle[] {
  const widthMs = strategy.candleS * 1000
  return closes.map((close, index) => {
    const open = closes[Math.max(0, index - 1)]!
    return {
      atMs: endMs - (closes.length - index) * widthMs,
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      ticks: 1,
    }
  })
}
const decided = (strategy: Strategy, closes: readonly number[], endMs?: number) => {
  const made = candles(strategy, closes, endMs)
  return (
    strategy.decide({
      symbol: 'EURUSD',
      candles: made,
      atMs: made.length ? made.at(-1)!.atMs + strategy.candleS * 1000 : 0,
    })?.type ?? null
  )
}
const mirrored = (closes: readonly number[]) => closes.map((close) => 200_000 - close)
const repeat = (count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => value(index))
const zigzag = (count: number) => repeat(count, (index) => 100_000 + (index % 2 === 0 ? 20 : -20))

/** Closes that make each strategy BUY. Their mirror images make it SELL. */
const buys: [Strategy, number[]][] = [
  [momentumBreakout, [...zigzag(20), 100_021]],
  [meanReversion, [...repeat(19, () => 100_000), 99_900]],
  [averageCross, [...repeat(20, (index) => 100_000 - index), 100_200]],
  [rangeFade, [...zigzag(29), 99_980]],
  [trendPullback, [...repeat(24, (index) => 100_000 + index * 10), 100_225]],
  [halfHour, repeat(10, (index) => 100_000 + index)],
]

it('tests every strategy', () => {
  expect(buys.map(([{ id }]) => id)).toEqual(strategies.map(({ id }) => id))
  for (const strategy of strategies) expect(strategyOf(strategy.id)).toBe(strategy)
  expect(strategyOf('hunch')).toBeUndefined()
})

describe.each(buys)('$name', (strategy, closes) => {
  it('buys on its signal, sells on its mirror image, and makes the same decision each time', () => {
    expect(decided(strategy, closes)).toBe('BUY')
    expect(decided(strategy, mirrored(closes))).toBe('SELL')
    expect(decided(strategy, closes)).toBe('BUY')
  })
  it('does nothing without movement, or with too few candles', () => {
    expect(
      decided(
        strategy,
        repeat(strategy.lookback + 5, () => 100_000),
      ),
    ).toBeNull()
    expect(decided(strategy, [])).toBeNull()
    expect(decided(strategy, closes.slice(-(strategy.lookback - 1)))).toBeNull()
  })
  it('uses no more candles than its lookback', () => {
    const made = candles(strategy, [1, 500_000, ...closes])
    const atMs = made.at(-1)!.atMs
    expect(strategy.decide({ symbol: 'EURUSD', candles: made, atMs })).toEqual(
      strategy.decide({ symbol: 'EURUSD', candles: made.slice(-strategy.lookback), atMs }),
    )
  })
  it('describes its candles, its durations, and when it does nothing', () => {
    expect(writePhrase(strategy.rules)).toMatch(/^\d+-second candles|minute/)
    expect(writePhrase(strategy.rules)).toContain('nothing')
  })
})

describe('a rule', () => {
  it('does not treat a close at the channel’s edge as a breakout', () => {
    expect(decided(momentumBreakout, [...zigzag(20), 100_020])).toBeNull()
  })
  it('does not treat a close within two deviations as an extreme', () => {
    expect(decided(meanReversion, zigzag(20))).toBeNull()
  })
  it('does not treat a straight path as a range', () => {
    expect(
      decided(
        rangeFade,
        repeat(30, (index) => 100_000 - index),
      ),
    ).toBeNull()
  })
  it('treats a pullback through the average as the end of the trend', () => {
    expect(decided(trendPullback, [...repeat(24, (index) => 100_000 + index * 10), 100_000])).toBeNull()
  })
  it('trades only at its minutes if it follows the clock', () => {
    const closes = repeat(10, (index) => 100_000 + index)
    expect(decided(halfHour, closes, Date.UTC(2026, 0, 5, 12, 30))).toBe('BUY')
    expect(decided(halfHour, closes, Date.UTC(2026, 0, 5, 12, 29))).toBeNull()
  })
})
