import { expect, it } from 'vitest'
import { dayMs, inputOf, type ActivityFilter } from './use-activity-filter.ts'

const none: ActivityFilter = { group: '', account: '', symbol: '', result: '', reason: '', from: '', to: '' }

it('sends only the filters that are set, and includes both days of a range', () => {
  expect(inputOf(none, '')).toEqual({})
  expect(inputOf({ ...none, group: 'trades', from: '2026-01-05', to: '2026-01-05' }, 'won')).toEqual({
    group: 'trades',
    from: new Date(2026, 0, 5).getTime(),
    to: new Date(2026, 0, 6).getTime(),
    search: 'won',
    named: 'WON',
  })
})

it('ignores text that isn’t a day', () => {
  expect([dayMs(''), dayMs('5 May'), dayMs('1960-01-01')]).toEqual([undefined, undefined, undefined])
})
