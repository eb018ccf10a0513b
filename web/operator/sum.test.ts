import { expect, it } from 'vitest'
import { sumOf } from './sum.ts'

it('adds amounts exactly', () => {
  expect(sumOf(['0.10', '0.20'])).toBe('0.30')
  expect(sumOf(['9007199254740993.01', '1'])).toBe('9007199254740994.01')
  expect(sumOf(['1', '2'])).toBe('3')
  expect(sumOf([])).toBe('0')
})
