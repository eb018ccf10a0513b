import { expect, test } from 'vitest'
import { shortcutOf, writesText } from './keyboard-map.ts'

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, inField: false, inDialog: false, ...more })

test.each([
  ['b', 'buy'], ['B', 'buy'], ['s', 'sell'], ['/', 'search'], ['a', 'amount'], ['+', 'more'], ['-', 'less'], ['f', 'favourite'],
  ['p', 'say-price'], ['h', 'history'], ['?', 'help'],
])('%s is %s', (key, action) => expect(shortcutOf(press(key))).toEqual({ action }))

test('number keys choose the interval', () => {
  expect(shortcutOf(press('1'))).toEqual({ action: 'interval', index: 0 })
  expect(shortcutOf(press('5'))).toEqual({ action: 'interval', index: 4 })
  expect(shortcutOf(press('6'))).toBeNull()
})

test.each([{ inField: true }, { inDialog: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])(
  'B does nothing with %o',
  (more) => expect(shortcutOf(press('b', more))).toBeNull(),
)

test('only fields that take text keep the keys', () => {
  expect(writesText({ tagName: 'INPUT', type: 'text' })).toBe(true)
  expect(writesText({ tagName: 'INPUT' })).toBe(true)
  expect(writesText({ tagName: 'INPUT', type: 'radio' })).toBe(false)
  expect(writesText({ tagName: 'BUTTON' })).toBe(false)
  expect(writesText({ tagName: 'DIV', isContentEditable: true })).toBe(true)
  expect(writesText(null)).toBe(false)
})
