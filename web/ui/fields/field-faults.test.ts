import { expect, test } from 'vitest'
import { withoutFaults } from './field-faults.ts'

test('clears the error of a changed field, and keeps the others', () => {
  const faults = { email: 'Enter your email address.', pwd: 'Enter your password.' }
  expect(withoutFaults(faults, ['email'])).toEqual({ pwd: 'Enter your password.' })
  expect(withoutFaults(faults, ['name'])).toBe(faults)
})
