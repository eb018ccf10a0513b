import { expect, it } from 'vitest'
import { coinDigits, significantDigits } from './significant-digits.ts'

it.each([
  ['0.935384000', 9, '0.935384'],
  ['0.0000123456789012', 9, '0.0000123456789'],
  ['12.123456789', 9, '12.1234567'],
  ['1234567890.5', 9, '1234567890'],
  ['0.00', 5, '0'],
  ['0.0102345678', coinDigits.planPrice, '0.010234'],
  ['-1.999999', 5, '-1.9999'],
  ['…', 5, '…'],
])('truncates %s to %i digits: %s', (decimal, digits, shown) => {
  expect(significantDigits(decimal, digits)).toBe(shown)
})
