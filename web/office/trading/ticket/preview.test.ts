import { expect, test } from 'vitest'
import { previewOrder } from './preview.ts'

test('previews a payout of 85% on 10.00 with a balance of 10,000.00', () => {
  expect(previewOrder(1000n, 8500, 1_000_000n)).toEqual({
    payoutBps: 8500,
    profitMinor: 850n,
    returnedMinor: 1850n,
    breakEvenBps: 5405,
    expectedValueBps: -750,
    balanceAfterMinor: 999_000n,
  })
})

test('profit is rounded down to the cent', () => expect(previewOrder(1001n, 8500, null).profitMinor).toBe(850n))

test('a stake above the balance leaves a negative balance, and an unknown balance stays null', () => {
  expect(previewOrder(1000n, 8500, 500n).balanceAfterMinor).toBe(-500n)
  expect(previewOrder(1000n, 8500, null).balanceAfterMinor).toBeNull()
})
