import { expect, it } from 'vitest'
import { coinAmount, sumOf } from './chain-amounts.ts'
import { confirmationsText } from './chain-text.ts'

it('shows the coin’s usual decimals and loses none', () => {
  expect(coinAmount('0.5', 'BTC')).toBe('0.50000000')
  expect(coinAmount('12', 'ETH')).toBe('12.000000000')
  expect(coinAmount('0.000021000000000007', 'ETH')).toBe('0.000021000000000007')
})

it('adds amounts exactly', () => {
  expect(sumOf(['0.1', '0.2', '49.70000001'])).toBe('50.00000001')
  expect(sumOf(['1', '2'])).toBe('3')
  expect(sumOf([])).toBe('0')
})

it('counts confirmations in words', () => {
  expect([confirmationsText(1), confirmationsText(1200)]).toEqual(['1 confirmation', '1,200 confirmations'])
})
