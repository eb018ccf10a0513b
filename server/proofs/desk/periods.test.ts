import { expect, it } from 'vitest'
import { daysAt, periodsAt } from './periods.ts'

const at = (text: string) => Date.parse(`2026-${text}Z`)

it('compares each period with the span of the same length that ended at the same time of day', () => {
  expect(periodsAt(at('03-31T09:30:00'))).toEqual([
    {
      id: 'today',
      span: { fromMs: at('03-31T00:00:00'), toMs: at('03-31T09:30:00') },
      before: { fromMs: at('03-30T00:00:00'), toMs: at('03-30T09:30:00') },
    },
    {
      id: 'week',
      span: { fromMs: at('03-25T00:00:00'), toMs: at('03-31T09:30:00') },
      before: { fromMs: at('03-18T00:00:00'), toMs: at('03-24T09:30:00') },
    },
    {
      id: 'month',
      span: { fromMs: at('03-02T00:00:00'), toMs: at('03-31T09:30:00') },
      before: { fromMs: at('01-31T00:00:00'), toMs: at('03-01T09:30:00') },
    },
  ])
})

it('covers 30 days without a gap, up to the end of today', () => {
  const days = daysAt(at('03-31T09:30:00'))
  expect(days).toHaveLength(30)
  expect(days[0]!.fromMs).toBe(at('03-02T00:00:00'))
  expect(days.at(-1)!.toMs).toBe(at('04-01T00:00:00'))
  for (const [place, day] of days.entries()) expect(day.fromMs).toBe(days[place - 1]?.toMs ?? day.fromMs)
})
