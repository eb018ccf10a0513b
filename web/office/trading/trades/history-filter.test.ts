import { expect, test } from 'vitest'
import { filterTrades, isFiltering, newestFirst, noFilter, pageCount, pageOf } from './history-filter.ts'
import { sampleTrade } from '../ticket/test-sample-trade.ts'

const trades = [
  sampleTrade({ id: 'a', acceptedAt: 1, status: 'WON' }),
  sampleTrade({ id: 'b', acceptedAt: 2, status: 'LOST', asset: 'BTCUSD' }),
  sampleTrade({ id: 'c', acceptedAt: 3, status: 'OPEN', asset: 'BTCUSD' }),
]
const ids = (list: typeof trades) => list.map((trade) => trade.id)

test('filters by state and asset', () => {
  expect(ids(filterTrades(trades, noFilter))).toEqual(['a', 'b', 'c'])
  expect(ids(filterTrades(trades, { state: 'LOST', asset: '' }))).toEqual(['b'])
  expect(ids(filterTrades(trades, { state: 'ALL', asset: 'BTCUSD' }))).toEqual(['b', 'c'])
  expect(isFiltering(noFilter)).toBe(false)
  expect(isFiltering({ state: 'ALL', asset: 'BTCUSD' })).toBe(true)
})

test('sorts newest first, in pages of ten', () => {
  expect(ids(newestFirst(trades))).toEqual(['c', 'b', 'a'])
  expect([0, 1, 10, 11, 25].map(pageCount)).toEqual([1, 1, 1, 2, 3])
  expect(
    pageOf(
      Array.from({ length: 12 }, (_, index) => index),
      2,
    ),
  ).toEqual([10, 11])
})
