import { expect, test } from 'vitest'
import { favouritesFirst, searchSymbols } from './symbol-search.ts'

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
