import { expect, test } from 'vitest'
import { previewOrder } from './preview.ts'

test('85 % on 10.00 of a balance of 10,000.00', () => {
  expect(previewOrder(1000n, 8500, 1_000_000n)).toEqual({
    payoutBps: 8500,
    profitMinor: 850n,
    returnedMinor: 1850n,
    breakEvenBps: 5405,
    expectedValueBps: -750,
    balanceAfterMinor: 999_000n,
  })
})

test('a part of a cent is not promised', () => expect(previewOrder(1001n, 8500, null).profitMinor).toBe(850n))

test('a stake above the balance shows below zero, an unknown balance shows nothing', () => {
  expect(previewOrder(1000n, 8500, 500n).balanceAfterMinor).toBe(-500n)
  expect(previewOrder(1000n, 8500, null).balanceAfterMinor).toBeNull()
})
