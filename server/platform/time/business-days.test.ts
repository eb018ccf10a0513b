import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterBusinessDays } from './business-days.ts'

const at = (text: string) => Date.parse(`${text}Z`)

it.each([
  ['on a Monday', '2026-01-05T12:00', '2026-01-08T12:00'],
  ['over a weekend', '2026-01-08T12:00', '2026-01-13T12:00'],
  ['on a Friday evening', '2026-01-09T23:00', '2026-01-14T23:00'],
  ['on a Saturday, from Monday on', '2026-01-10T15:00', '2026-01-15T00:00'],
  ['on a Sunday, from Monday on', '2026-01-11T23:59', '2026-01-15T00:00'],
  ['at Monday’s first moment', '2026-01-12T00:00', '2026-01-15T00:00'],
])('three business days: %s', (_name, from, to) => {
  expect(new Date(afterBusinessDays(at(from), 3)).toISOString().slice(0, 16)).toBe(to)
})

it('the promised time is never earlier for a later request, and at most five days after the request', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-01-01T00:00') }),
      fc.integer({ min: 0, max: 86_400_000 }),
      (from, later) => {
        const end = afterBusinessDays(from, 3)
        expect(afterBusinessDays(from + later, 3)).toBeGreaterThanOrEqual(end)
        expect(end - from).toBeGreaterThanOrEqual(3 * 86_400_000)
        expect(end - from).toBeLessThanOrEqual(5 * 86_400_000)
      },
    ),
  )
})
