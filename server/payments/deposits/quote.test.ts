import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cashFor, coinsFor, type QuoteRate } from './quote.ts'

const rateOf = (coinPrice: bigint, fxPrice?: bigint): QuoteRate => ({
  coin: { asset: 'BTC', price: coinPrice, scale: 2, symbol: 'BTCUSD', seq: 1, atMs: 0 },
  cash:
    fxPrice === undefined
      ? { asset: 'USD', price: 1n, scale: 0, symbol: null, seq: null, atMs: null }
      : { asset: 'EUR', price: fxPrice, scale: 5, symbol: 'EURUSD', seq: 1, atMs: 0 },
})

describe('coinsFor', () => {
  it('returns six significant digits, rounded up', () => {
    expect(coinsFor(100_00n, rateOf(64_321_99n))).toBe(155_468n)
    expect(coinsFor(500_00n, rateOf(50_000_00n))).toBe(1_000_000n)
    expect(coinsFor(1_000_000_00n, rateOf(64_321_99n))).toBe(1_554_680_000n)
  })
  it('never quotes less than the amount is worth, or more than a hundred-thousandth above it', () => {
    fc.assert(
      fc.property(
        fc.bigInt(10_00n, 1_000_000_00n),
        fc.bigInt(100_00n, 10_000_000_00n),
        fc.option(fc.bigInt(80_000n, 160_000n), { nil: undefined }),
        (amountMinor, price, fx) => {
          const rate = rateOf(price, fx)
          const coinMinor = coinsFor(amountMinor, rate)
          expect(cashFor(coinMinor, rate)).toBeGreaterThanOrEqual(amountMinor)
          const less = coinMinor - coinMinor / 100_000n - 2n
          if (less > 0n) expect(cashFor(less, rate)).toBeLessThanOrEqual(amountMinor)
        },
      ),
    )
  })
})
