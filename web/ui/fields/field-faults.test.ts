import { expect, test } from 'vitest'
import { withoutFaults } from './field-faults.ts'

test('forgets what is wrong with a field that changes, and keeps the rest', () => {
  const faults = { email: 'Enter your email address.', pwd: 'Enter your password.' }
  expect(withoutFaults(faults, ['email'])).toEqual({ pwd: 'Enter your password.' })
  expect(withoutFaults(faults, ['name'])).toBe(faults)
})
