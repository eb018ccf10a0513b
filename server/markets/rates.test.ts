import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert, rateWords, usdRate, type UsdRate } from './rates.ts'

const usd: UsdRate = { asset: 'USD', price: 1n, scale: 0, symbol: null, seq: null, atMs: null }
const btc: UsdRate = { asset: 'BTC', price: 6_180_000n, scale: 2, symbol: 'BTCUSD', seq: 7, atMs: 1 }
const eth: UsdRate = { asset: 'ETH', price: 268_000n, scale: 2, symbol: 'ETHUSD', seq: 9, atMs: 1 }
const eur: UsdRate = { asset: 'EUR', price: 108_500n, scale: 5, symbol: 'EURUSD', seq: 3, atMs: 1 }

describe('convert', () => {
  it.each([
    ['dollars to bitcoin', 61_800_00n, usd, btc, 100_000_000n],
    ['bitcoin to dollars', 100_000_000n, btc, usd, 61_800_00n],
    ['euros to dollars', 100_00n, eur, usd, 108_50n],
    ['bitcoin to ether', 100_000_000n, btc, eth, 23_059_701_492n],
    ['an asset to itself', 77n, btc, btc, 77n],
    ['less than the smallest unit to zero', 1n, usd, { ...btc, price: 10n ** 15n }, 0n],
  ])('%s', (_name, amount, from, to, expected) => expect(convert(amount, from, to)).toBe(expected))

  it('never returns more value than it was given', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (amount) => {
        expect(convert(convert(amount, usd, btc), btc, usd)).toBeLessThanOrEqual(amount)
      }),
    )
  })
})

it('returns the rate from the last tick, and no rate without a tick', () => {
  const markets = {
    lastTick: (symbol: string) => (symbol === 'BTCUSD' ? ({ price: 6_180_000, seq: 7, atMs: 1 } as never) : undefined),
    symbol: () => ({ scale: 2 }) as never,
  }
  expect(usdRate(markets, 'BTC')).toEqual(btc)
  expect(usdRate(markets, 'ETH')).toBeUndefined()
  expect(usdRate(markets, 'USD')).toEqual(usd)
})

it('states the rate of each asset except the dollar, and none without a conversion', () => {
  expect(rateWords(eur, btc)).toBe('1 EUR = 1.08500 USD, 1 tBTC = 61800.00 USD')
  expect(rateWords(usd, btc)).toBe('1 tBTC = 61800.00 USD')
  expect(rateWords(btc, btc)).toBeNull()
})
