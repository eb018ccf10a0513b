import { expect, it } from 'vitest'
import { forgetCustomer } from './forget-customer.ts'

it('deletes what a customer left in the browser, and keeps what belongs to the browser', () => {
  const kept = new Map([
    ['secrete', 'x'],
    ['drawings', '[]'],
    ['preferences', '{}'],
    ['recent-commands', '[]'],
    ['color-scheme', 'dark'],
    ['devices', '{}'],
  ])
  const storage = Object.assign(Object.fromEntries(kept), {
    removeItem: (key: string) => delete (storage as Record<string, unknown>)[key],
  })
  Object.defineProperty(storage, 'removeItem', { enumerable: false })
  forgetCustomer(storage as unknown as Storage)
  expect(Object.keys(storage)).toEqual(['color-scheme', 'devices'])
})
