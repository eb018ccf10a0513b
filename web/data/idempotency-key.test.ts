import { expect, test } from 'vitest'
import { newIdempotencyKey } from './idempotency-key.ts'

test('keys are unique and valid in the header', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
})
