import { describe, expect, it } from 'vitest'
import { numberInput, pageInput } from './call.ts'

describe('a number input', () => {
  it.each<[unknown, number]>([
    [5, 5],
    [1.5, 1.5],
    ['5', 5],
    [' 180 ', 180],
    ['-3', -3],
    ['24.5', 24.5],
    ['1790000000000', 1_790_000_000_000],
  ])('accepts %j', (value, number) => expect(numberInput.parse(value)).toBe(number))

  it.each([
    '0x5',
    '0b101',
    '0o5',
    '5e0',
    '5E1',
    '+5',
    '5.',
    '.5',
    '1,000',
    '1_000',
    '5 5',
    '٥',
    '',
    ' ',
    'NaN',
    'Infinity',
    'soon',
    '9'.repeat(17),
  ])('refuses the text %j with a readable message', (text) =>
    expect(numberInput.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['Enter a number.']),
  )

  it.each([NaN, Infinity, null, true, ['5'], { $gt: 1 }])('refuses %j with a readable message', (value) =>
    expect(numberInput.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['Enter a number.']),
  )
})

it('a page number is a whole number of at least 1', () => {
  expect(pageInput.parse('2')).toBe(2)
  for (const [text, words] of [
    ['0x2', 'Enter a number.'],
    ['0', 'Enter a page number of at least 1.'],
    ['-1', 'Enter a page number of at least 1.'],
    ['1.5', 'Enter a page number of at least 1.'],
  ] as const)
    expect(pageInput.safeParse(text).error?.issues[0]?.message, text).toBe(words)
})
