import { expect, it } from 'vitest'
import { balanceText, groupDigits, moneyText, percentText, priceText } from './number-text.ts'

it.each([
  ['0', '0'],
  ['999.99', '999.99'],
  ['1000', '1,000'],
  ['-1234567.80', '−1,234,567.80'],
  ['900719925474099312.345678901', '900,719,925,474,099,312.345678901'],
  ['not a number', 'not a number'],
])('groups the digits of %s without changing any of them', (text, shown) => expect(groupDigits(text)).toBe(shown))

it.each([
  [0, '0.00'],
  [9.5, '9.50'],
  [9990.5, '9,990.50'],
  [10_000, '10,000.00'],
  [12_345.67, '12,345.67'],
  [123_456.78, '123,456.78'],
  [1_234_567, '1,234,567.00'],
  [-50.25, '−50.25'],
])('shows a balance of %d with two decimals', (value, shown) => expect(balanceText(value)).toBe(shown))

it.each([
  ['0.00', 'USD', '$0.00'],
  ['-1250.50', 'GBP', '−£1,250.50'],
  ['7', '€', '€7'],
  ['0.5', 'tBTC', '0.5\u00a0tBTC'],
])('shows %s %s with the sign of a cash currency', (amount, unit, shown) => expect(moneyText(amount, unit)).toBe(shown))

it('groups the digits of a price', () => expect(priceText('61590.235')).toBe('61,590.235'))

it('shows basis points as a percentage', () => {
  expect(percentText(8500)).toBe('85%')
  expect(percentText(5405)).toBe('54.05%')
  expect(percentText(-45, 2)).toBe('−0.45%')
})
