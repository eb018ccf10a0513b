import { expect, it } from 'vitest'
import { toMinor, toUnits } from './units.ts'

it('leaves satoshi unchanged', () => {
  expect(toMinor('BTC', 123_456_789n)).toEqual({ minor: 123_456_789n, restUnits: 0n })
  expect(toUnits('BTC', 123_456_789n)).toBe(123_456_789n)
})

it('rounds wei down to gwei and returns the remainder', () => {
  expect(toMinor('ETH', 1_999_999_999_999_999_999n)).toEqual({ minor: 1_999_999_999n, restUnits: 999_999_999n })
  expect(toUnits('ETH', 1_999_999_999n)).toBe(1_999_999_999_000_000_000n)
})
