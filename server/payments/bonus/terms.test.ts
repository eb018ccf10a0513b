import { expect, it } from 'vitest'
import { freeMinor, leftMinor, lockedMinor } from './terms.ts'

const open = { amountMinor: 25_00n, turnoverMinor: 125_00n, settledMinor: 124_99n }
const met = { ...open, settledMinor: 125_00n }
const larger = { amountMinor: 10_00n, turnoverMinor: 500_00n, settledMinor: 0n }

it('keeps a bonus locked until the last unit of its turnover is settled', () => {
  expect(lockedMinor([open])).toBe(25_00n)
  expect(lockedMinor([met])).toBe(0n)
  expect(lockedMinor([open, met, larger])).toBe(35_00n)
})
it('frees the amount above the locked bonuses, but never less than zero', () => {
  expect(freeMinor(50_00n, [open, met])).toBe(25_00n)
  expect(freeMinor(20_00n, [open])).toBe(0n)
})
it('returns the amount left until the next bonus unlocks', () => {
  expect(leftMinor([open, larger])).toBe(1n)
  expect(leftMinor([met])).toBe(0n)
})
