import { expect, it } from 'vitest'
import { breakEvenBps, marqueeSymbols, planRange } from './figures.ts'
import { notchCount, notchesOf } from './notches.ts'

it('multiplies a plan’s minimum by its index plus five to get its maximum', () => {
  expect([0, 1, 4].map((index) => planRange(100, index))).toEqual([
    { min: 100, max: 500 },
    { min: 100, max: 600 },
    { min: 100, max: 900 },
  ])
})

it('computes the share of trades that must win to break even', () => {
  expect(breakEvenBps(10_000)).toBe(5000)
  expect(breakEvenBps(8500)).toBe(5405)
})

const quoted = (symbol: string, kind: string, price: string | null) => ({ symbol, class: kind, price, changeBps: 0 })

it('shows coins with a price, or every priced symbol if there are few coins', () => {
  const coins = ['A', 'B', 'C', 'D'].map((symbol) => quoted(symbol, 'crypto', '1'))
  const euro = quoted('EURUSD', 'forex', '1.08')
  expect(marqueeSymbols([euro, ...coins]).map((one) => one.symbol)).toEqual(['A', 'B', 'C', 'D'])
  expect(marqueeSymbols([euro, coins[0]!, quoted('E', 'crypto', null)]).map((one) => one.symbol)).toEqual([
    'EURUSD',
    'A',
  ])
})

it('returns a notch for each price change: its direction, and its size relative to the largest', () => {
  const notches = notchesOf([
    { seq: 1, price: '10.00' },
    { seq: 2, price: '10.04' },
    { seq: 3, price: '10.04' },
    { seq: 4, price: '10.03' },
  ])
  expect(notches.map(({ id, direction }) => [id, direction])).toEqual([
    [2, 'up'],
    [3, 'same'],
    [4, 'down'],
  ])
  expect(notches[0]!.depth).toBe(1)
  expect(notches[1]!.depth).toBe(0)
  expect(notches[2]!.depth).toBeCloseTo(0.58, 2)
})

it('returns at most as many notches as fit on the stick', () => {
  const ticks = Array.from({ length: 100 }, (_, index) => ({ seq: index, price: String(index) }))
  expect(notchesOf(ticks)).toHaveLength(notchCount)
  expect(notchesOf([])).toEqual([])
})
