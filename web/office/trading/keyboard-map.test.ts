import { expect, test } from 'vitest'
import { shortcutOf, tradingKeys } from './keyboard-map.ts'

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
])('key %s triggers %s', (key, action) => expect(shortcutOf(press(key))).toEqual({ action }))

test('number keys select the interval', () => {
  expect(shortcutOf(press('1'))).toEqual({ action: 'interval', index: 0 })
  expect(shortcutOf(press('5'))).toEqual({ action: 'interval', index: 4 })
  expect(shortcutOf(press('6'))).toBeNull()
})

test.each([
  { inField: true },
  { inDialog: true },
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { repeat: true },
])('B does nothing with %o', (more) => expect(shortcutOf(press('b', more))).toBeNull())

test('each key has one action, and the help lists every key', () => {
  const presses = tradingKeys.flatMap((key) => key.presses)
  expect(new Set(presses).size).toBe(presses.length)
  expect(tradingKeys.filter(({ does }) => does() === '')).toEqual([])
})

test('only the amount keys repeat while held down', () => {
  expect(shortcutOf(press('+', { repeat: true }))).toEqual({ action: 'more' })
  expect(shortcutOf(press('1', { repeat: true }))).toBeNull()
})

test('letters are shortcuts in a field that takes only digits; digits and signs are typed', () => {
  const inDigits = { inField: true, inDigits: true }
  expect(shortcutOf(press('b', inDigits))).toEqual({ action: 'buy' })
  for (const key of ['1', '+', '-', '/']) expect(shortcutOf(press(key, inDigits)), key).toBeNull()
  expect(shortcutOf(press('b', { ...inDigits, ctrlKey: true }))).toBeNull()
})
