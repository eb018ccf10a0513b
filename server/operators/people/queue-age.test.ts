import { expect, it } from 'vitest'
import { ageOf } from './queue-age.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const monday = at('2026-01-05T10:00:00')

it.each([
  ['2026-01-05T21:59:00', 'fresh'],
  ['2026-01-05T22:01:00', 'soon'],
  ['2026-01-06T10:00:00', 'soon'],
  ['2026-01-06T10:01:00', 'late'],
])('compares the age with one business day: %s is %s', (now, state) => {
  expect(ageOf(monday, 1, at(now))).toEqual({ since: monday, ageMs: at(now) - monday, withinDays: 1, state })
})

it('doesn’t count the weekend', () => {
  const friday = at('2026-01-09T10:00:00')
  expect(ageOf(friday, 3, at('2026-01-14T09:59:00')).state).toBe('soon')
  expect(ageOf(friday, 3, at('2026-01-14T10:01:00')).state).toBe('late')
})
