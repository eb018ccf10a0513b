import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bpsOfPercent, percentOfBps } from './percent.ts'

it.each([
  [8_000, '80'],
  [8_050, '80.5'],
  [8_005, '80.05'],
  [5, '0.05'],
])('shows %i basis points as %s per cent', (bps, text) => {
  expect(percentOfBps(bps)).toBe(text)
})

it('converts every rate to a percentage and back exactly', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 20_000 }), (bps) => bpsOfPercent(percentOfBps(bps)) === bps))
})

it('accepts a comma and a percent sign, and leaves anything else to the server', () => {
  expect(bpsOfPercent(' 80,5 % ')).toBe(8_050)
  expect(bpsOfPercent('')).toBe(null)
  for (const text of ['8,000', '80.555', '-5', 'much']) expect(bpsOfPercent(text)).toBe(text)
})
