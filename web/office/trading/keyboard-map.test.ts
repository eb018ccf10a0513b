import { expect, test } from 'vitest'
import { shortcutOf, tradingKeys } from './keyboard-map.ts'

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  inField: false,
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
  ['p', 'say-price'],
  ['h', 'history'],
  ['=', 'more'],
])('%s is %s', (key, action) => expect(shortcutOf(press(key))).toEqual({ action }))

test('number keys choose the interval', () => {
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

test('no key means two things, and every key is written in the help', () => {
  const presses = tradingKeys.flatMap((key) => key.presses)
  expect(new Set(presses).size).toBe(presses.length)
  expect(tradingKeys.filter(({ does }) => does() === '')).toEqual([])
})

test('only what moves the amount goes on while its key is held', () => {
  expect(shortcutOf(press('+', { repeat: true }))).toEqual({ action: 'more' })
  expect(shortcutOf(press('1', { repeat: true }))).toBeNull()
})
