import { expect, test } from 'vitest'
import { isHelpKey, isPaletteKey, writesText } from './page-keys.ts'

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
})

test('Ctrl+K and Cmd+K open the palette, and no other combination with K does', () => {
  expect(isPaletteKey(press('k', { ctrlKey: true }))).toBe(true)
  expect(isPaletteKey(press('K', { metaKey: true }))).toBe(true)
  for (const more of [
    {},
    { ctrlKey: true, shiftKey: true },
    { ctrlKey: true, altKey: true },
    { ctrlKey: true, repeat: true },
  ])
    expect(isPaletteKey(press('k', more))).toBe(false)
})

test('a question mark opens the help, including with Shift, but not with Ctrl', () => {
  expect(isHelpKey(press('?', { shiftKey: true }))).toBe(true)
  expect(isHelpKey(press('?', { ctrlKey: true }))).toBe(false)
  expect(isHelpKey(press('/'))).toBe(false)
})

test('keys count as typing only in text fields', () => {
  expect(writesText({ tagName: 'INPUT', type: 'text' })).toBe(true)
  expect(writesText({ tagName: 'INPUT' })).toBe(true)
  expect(writesText({ tagName: 'INPUT', type: 'radio' })).toBe(false)
  expect(writesText({ tagName: 'BUTTON' })).toBe(false)
  expect(writesText({ tagName: 'DIV', isContentEditable: true })).toBe(true)
  expect(writesText(null)).toBe(false)
})
