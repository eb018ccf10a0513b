import { expect, it } from 'vitest'
import { hoursText, isWithin, readHours } from './hours.ts'

const at = (hour: number, minute = 0) => Date.UTC(2026, 0, 5, hour, minute)

it('parses hours of the day and formats them again', () => {
  expect(hoursText(readHours('08:00-12:00,13:30 – 24:00')!)).toBe('08:00-12:00, 13:30-24:00')
  expect(readHours('')).toEqual([])
})
it.each([
  '8-12',
  '08:00',
  '25:00-26:00',
  '08:60-09:00',
  '08:00-08:00',
  'all day',
  '01:00-02:00,03:00-04:00,05:00-06:00,07:00-08:00,09:00-10:00',
])('rejects %j', (text) => {
  expect(readHours(text)).toBeUndefined()
})
it('includes the first minute and excludes the last', () => {
  const windows = readHours('08:00-12:00')!
  expect([at(7, 59), at(8), at(11, 59), at(12)].map((ms) => isWithin(windows, ms))).toEqual([false, true, true, false])
})
it('accepts a window that crosses midnight, and covers the whole day without windows', () => {
  const windows = readHours('22:00-02:00')!
  expect([at(21), at(22), at(1, 59), at(2)].map((ms) => isWithin(windows, ms))).toEqual([false, true, true, false])
  expect(isWithin([], at(3))).toBe(true)
})
