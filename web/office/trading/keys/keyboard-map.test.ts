import { expect, test } from 'vitest'
import { keyActions } from '../../../../api/workspace.ts'
import { keyOf, shortcutOf, tradingKeys, withKey } from './keyboard-map.ts'

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  inField: false,
  inDigits: false,
  inDialog: false,
  ...more,
})

test.each([
  ['b', 'buy'],
  ['B', 'buy'],
  ['s', 'sell'],
  ['/', 'search'],
  ['a', 'amount'],
  ['+', 'more'],
  ['-', 'less'],
  ['f', 'favourite'],
  ['p', 'say_price'],
  ['h', 'history'],
  ['r', 'repeat'],
  ['x', 'reverse'],
  ['l', 'replay'],
  ['w', 'full_screen'],
  ['=', 'more'],
  ['1', 'interval_1'],
  ['5', 'interval_5'],
  ['6', 'candles_5s'],
  ['0', 'candles_1h'],
  [',', 'shorter_candles'],
])('key %s triggers %s', (key, action) => expect(shortcutOf(press(key), {})).toBe(action))

test.each([
  { inField: true },
  { inDialog: true },
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { repeat: true },
])('B does nothing with %o', (more) => expect(shortcutOf(press('b', more), {})).toBeNull())

test('each key has one action, and the help lists every key', () => {
  const presses = tradingKeys.flatMap((key) => key.presses)
  expect(new Set(presses).size).toBe(presses.length)
  expect(tradingKeys.filter(({ does }) => does() === '')).toEqual([])
  expect(tradingKeys.map(({ action }) => action)).toEqual(keyActions)
})

test('only the amount keys repeat while held down', () => {
  expect(shortcutOf(press('+', { repeat: true }), {})).toBe('more')
  expect(shortcutOf(press('1', { repeat: true }), {})).toBeNull()
})

test('letters are shortcuts in a field that takes only digits; digits and signs are typed', () => {
  const inDigits = { inField: true, inDigits: true }
  expect(shortcutOf(press('b', inDigits), {})).toBe('buy')
  for (const key of ['1', '+', '-', '/']) expect(shortcutOf(press(key, inDigits), {}), key).toBeNull()
  expect(shortcutOf(press('b', { ...inDigits, ctrlKey: true }), {})).toBeNull()
})

test('a chosen key takes the place of the usual ones', () => {
  const choices = { buy: 'q', more: '*' }
  expect(shortcutOf(press('Q'), choices)).toBe('buy')
  for (const key of ['b', '+', '=']) expect(shortcutOf(press(key), choices), key).toBeNull()
  expect(keyOf('buy', choices)).toBe('q')
  expect(keyOf('sell', choices)).toBe('s')
})

test('a key can be chosen for one action only', () => {
  expect(withKey({}, 'buy', 'Q')).toEqual({ choices: { buy: 'q' } })
  expect(withKey({}, 'buy', 's')).toEqual({ problem: expect.stringContaining('“SELL with the current ticket”') })
  expect(withKey({}, 'buy', '=')).toEqual({ problem: expect.stringContaining('“Raise the amount”') })
  const swapped = { sell: 'q' }
  expect(withKey(swapped, 'buy', 's')).toEqual({ choices: { sell: 'q', buy: 's' } })
  expect(withKey(swapped, 'buy', 'q')).toHaveProperty('problem')
})

test('the usual key isn’t stored', () =>
  expect(withKey({ buy: 'q', sell: 'z' }, 'buy', 'b')).toEqual({ choices: { sell: 'z' } }))

test.each(['Enter', ' ', 'ArrowUp', 'F5', '?'])('%s can’t be chosen', (key) =>
  expect(withKey({}, 'buy', key)).toHaveProperty('problem'),
)
