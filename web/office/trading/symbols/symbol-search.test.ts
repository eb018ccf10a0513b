import { expect, test } from 'vitest'
import { favouritesFirst, ownResultsOf, searchSymbols, sortSymbols } from './symbol-search.ts'

const list = [
  { symbol: 'EURUSD', name: 'Euro / US dollar', class: 'forex' as const },
  { symbol: 'USDJPY', name: 'US dollar / Japanese yen', class: 'forex' as const },
  { symbol: 'AAPL', name: 'Apple', class: 'stocks' as const },
  { symbol: 'BTCUSD', name: 'Bitcoin / US dollar', class: 'crypto' as const },
]
const find = (
  query: string,
  category: Parameters<typeof searchSymbols>[1]['category'] = 'all',
  favourites: string[] = [],
) => searchSymbols(list, { query, category, favourites }).map((one) => one.symbol)

test('symbols that start with the query come first, then symbols that contain it, then matching names', () => {
  expect(find('usd')).toEqual(['USDJPY', 'EURUSD', 'BTCUSD'])
  expect(find('apple')).toEqual(['AAPL'])
  expect(find('yen')).toEqual(['USDJPY'])
  expect(find('eur/usd')).toEqual(['EURUSD'])
  expect(find('zzz')).toEqual([])
})

test('filters by category and sorts favourites first', () => {
  expect(find('', 'forex')).toEqual(['EURUSD', 'USDJPY'])
  expect(find('', 'favourites', ['BTCUSD'])).toEqual(['BTCUSD'])
  expect(find('', 'all', ['BTCUSD'])[0]).toBe('BTCUSD')
  expect(favouritesFirst(list, ['AAPL']).map((one) => one.symbol)).toEqual(['AAPL', 'EURUSD', 'USDJPY', 'BTCUSD'])
})

test('takes own wins by symbol from the statistics, without symbols that have only ties and void trades', () => {
  const results = ownResultsOf([
    { key: 'AAPL', won: 1, lost: 1 },
    { key: 'TSLA', won: 0, lost: 0 },
  ])
  expect([...results]).toEqual([['AAPL', { won: 1, decided: 2 }]])
})

test('sorts recently used symbols first, newest first', () => {
  const sorted = sortSymbols(
    ['A', 'B', 'C'].map((symbol) => ({ symbol, changeBps: null, payoutBps: 8500 })),
    'recent',
    new Map(),
    ['C', 'B'],
  )
  expect(sorted.map(({ symbol }) => symbol)).toEqual(['C', 'B', 'A'])
})

test('sorts by change, payout rate or own win rate, and keeps symbols without the figure at the end', () => {
  const figures = [
    { symbol: 'A', changeBps: null, payoutBps: 8500 },
    { symbol: 'B', changeBps: -5, payoutBps: 9000 },
    { symbol: 'C', changeBps: 12, payoutBps: 8500 },
  ]
  const results = new Map([['A', { won: 3, decided: 4 }]])
  const sorted = (order: Parameters<typeof sortSymbols>[1]) =>
    sortSymbols(figures, order, results)
      .map(({ symbol }) => symbol)
      .join('')
  expect([sorted('catalogue'), sorted('change'), sorted('payout'), sorted('win_rate')]).toEqual([
    'ABC',
    'CBA',
    'BAC',
    'ABC',
  ])
})
