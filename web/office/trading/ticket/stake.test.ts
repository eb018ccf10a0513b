import { describe, expect, test } from 'vitest'
import { minorOf, minorText, readStake, stepStake } from './stake.ts'

const limits = { minAmount: '10.00', maxAmount: '5000.00' }

test('decimal text converts to minor units and back', () => {
  for (const text of ['0.00', '0.05', '10.00', '-7.50', '9007199254740993.01'])
    expect(minorText(minorOf(text))).toBe(text)
  expect(minorOf('10.5')).toBe(1050n)
  expect(minorOf('ten')).toBe(0n)
})

describe('reading a stake', () => {
  test.each([
    ['10', 1000n],
    [' 25.50 ', 2550n],
    ['25.', 2500n],
    ['1,250', 125000n],
    ['1 250.5', 125050n],
    ['5000', 500000n],
  ])('%s is accepted', (text, minor) => expect(readStake(text, limits)).toEqual({ minor }))

  test.each([
    ['', 'Enter an amount.'],
    ['NaN', 'plain number'],
    ['1e309', 'plain number'],
    ['-5', 'plain number'],
    ['10; drop', 'plain number'],
    ['1,5', 'plain number'],
    ['10.001', 'two decimal places'],
    ['9.99', 'The minimum stake is 10.00.'],
    ['5000.01', 'The maximum stake is 5000.00.'],
  ])('%s is refused with a message', (text, words) => expect(readStake(text, limits).problem).toContain(words))
})

test('steps are 10 up to 100 and 50 above that, and stay within the limits', () => {
  expect(stepStake('10', 1, limits)).toBe('20')
  expect(stepStake('25.50', 1, limits)).toBe('30')
  expect(stepStake('100', 1, limits)).toBe('150')
  expect(stepStake('100', -1, limits)).toBe('90')
  expect(stepStake('150', -1, limits)).toBe('100')
  expect(stepStake('10', -1, limits)).toBe('10')
  expect(stepStake('', 1, limits)).toBe('10')
  expect(stepStake('5000', 1, limits)).toBe('5000')
})

test.each([
  ['1,000', '1050', '950'],
  ['1 000', '1050', '950'],
  [' 1,250.50 ', '1300', '1250'],
  ['25.', '30', '20'],
  ['25.5', '30', '20'],
  ['10.001', '20', '10'],
  ['5', '10', '10'],
  ['9,000', '5000', '5000'],
  ['ten', '10', '10'],
])('%j steps up to %s and down to %s, parsed like a stake', (text, up, down) => {
  expect(stepStake(text, 1, limits)).toBe(up)
  expect(stepStake(text, -1, limits)).toBe(down)
})
