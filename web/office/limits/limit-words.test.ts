import { expect, it } from 'vitest'
import { exclusionMonths, timeOutHours } from '../../../api/calls/limits/own-limits.ts'
import { exclusionText, minutesText, timeOutText } from './limit-words.ts'

it('formats durations in natural units', () => {
  expect([0, 1, 59, 60, 61, 120, 1440].map(minutesText)).toEqual([
    '0 minutes',
    '1 minute',
    '59 minutes',
    '1 hour',
    '1 hour 1 minute',
    '2 hours',
    '24 hours',
  ])
  expect(timeOutHours.map(timeOutText)).toEqual(['24 hours', '3 days', '1 week', '2 weeks', '4 weeks', '6 weeks'])
  expect(exclusionMonths.map(exclusionText)).toEqual([
    '6 months',
    '1 year',
    '2 years',
    '3 years',
    '5 years',
    'Permanently',
  ])
})
