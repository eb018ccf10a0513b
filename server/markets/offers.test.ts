import { expect, it } from 'vitest'
import { findSymbol } from './catalogue.ts'
import { Offers } from './offers.ts'

it('offers the rate that is set for the class, and otherwise the catalogue’s rate', () => {
  let stocks: number | null = null
  const offers = new Offers((symbolClass) => (symbolClass === 'stocks' ? stocks : null))
  expect(offers.find('AAPL')).toBe(findSymbol('AAPL'))
  stocks = 5_500
  expect(offers.find('AAPL')).toEqual({ ...findSymbol('AAPL'), payoutBps: 5_500 })
  expect(offers.find('AAPL')).toBe(offers.find('AAPL'))
  expect(offers.payoutBps('EURUSD')).toBe(findSymbol('EURUSD')!.payoutBps)
  stocks = 6_000
  expect(offers.payoutBps('AAPL')).toBe(6_000)
  stocks = null
  expect(offers.find('AAPL')).toBe(findSymbol('AAPL'))
})

it('throws for a symbol outside the catalogue', () => {
  const offers = new Offers(() => 5_000)
  expect(offers.find('NOPE')).toBeUndefined()
  expect(() => offers.payoutBps('NOPE')).toThrow()
})
