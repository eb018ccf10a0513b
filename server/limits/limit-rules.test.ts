import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTighter, loosensAfterMs } from '../../api/calls/limits/own-limits.ts'
import { addMonths, changeLimit, inForce, noLimit, periodStartMs, type LimitState } from './limit-rules.ts'

const value = fc.option(fc.bigInt({ min: 0n, max: 1000n }), { nil: null })
const nowMs = Date.UTC(2026, 0, 5, 12)
const steps = fc.array(fc.record({ requested: value, afterMs: fc.integer({ min: 0, max: 2 * loosensAfterMs }) }), {
  maxLength: 12,
})
const asNumber = (limit: bigint | null) => (limit === null ? Number.POSITIVE_INFINITY : Number(limit))

describe('the tighter of two limits', () => {
  it('is the lower one, and any limit is tighter than none', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(isTighter(a, b)).toBe(asNumber(a) < asNumber(b))
      }),
    )
    expect([isTighter(null, null), isTighter(null, 0n), isTighter(0n, null), isTighter(5n, 5n)]).toEqual([
      false,
      false,
      true,
      false,
    ])
  })
})

describe('a change', () => {
  it('applies at once if it is tighter, and never within a day if it is looser', () => {
    fc.assert(
      fc.property(steps, (course) => {
        let state: LimitState = noLimit
        let atMs = nowMs
        for (const { requested, afterMs } of course) {
          atMs += afterMs
          const before = inForce(state, atMs).value
          state = changeLimit(state, requested, atMs)
          const after = inForce(state, atMs).value
          if (isTighter(requested, before)) expect(after).toBe(requested)
          else expect(after).toBe(before)
          expect(isTighter(before, after)).toBe(false)
          if (requested !== before && !isTighter(requested, before)) expect(state.waiting!.value).toBe(requested)
        }
      }),
    )
  })
  it('takes the value of the last request, one day after that request', () => {
    fc.assert(
      fc.property(value, value, value, (first, second, third) => {
        let state = changeLimit(noLimit, first, nowMs)
        state = changeLimit(state, second, nowMs + 1)
        state = changeLimit(state, third, nowMs + 2)
        expect(inForce(state, nowMs + 2 + loosensAfterMs)).toEqual({ value: third, waiting: null })
      }),
    )
  })
  it('applies at its original time if the same value is requested again, and is cancelled by a tighter one', () => {
    const tight = changeLimit(noLimit, 10n, nowMs)
    const waiting = changeLimit(tight, 20n, nowMs)
    expect(changeLimit(waiting, 20n, nowMs + 5)).toEqual(waiting)
    expect(changeLimit(waiting, 30n, nowMs + 5).waiting).toEqual({ value: 30n, fromMs: nowMs + 5 + loosensAfterMs })
    expect(changeLimit(waiting, 5n, nowMs + 5)).toEqual({ value: 5n, waiting: null })
    expect(changeLimit(waiting, 10n, nowMs + 5)).toEqual(tight)
  })
  it('applies at the exact millisecond when it is due', () => {
    const state = changeLimit(changeLimit(noLimit, 10n, nowMs), null, nowMs)
    expect(inForce(state, nowMs + loosensAfterMs - 1).value).toBe(10n)
    expect(inForce(state, nowMs + loosensAfterMs).value).toBe(null)
  })
})

describe('periods', () => {
  const at = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  it('begin at or before now: at midnight UTC, on a Monday, or on the first of the month', () => {
    fc.assert(
      fc.property(at, (ms) => {
        const [day, week, month] = (['day', 'week', 'month'] as const).map((period) => periodStartMs(period, ms)) as [
          number,
          number,
          number,
        ]
        for (const start of [day, week, month]) expect([start <= ms, start % 86_400_000]).toEqual([true, 0])
        expect([ms - day < 86_400_000, ms - week < 7 * 86_400_000, ms - month < 31 * 86_400_000]).toEqual([
          true,
          true,
          true,
        ])
        expect([new Date(week).getUTCDay(), new Date(month).getUTCDate()]).toEqual([1, 1])
      }),
    )
  })
  it('are counted in calendar months, and end on the last day of a shorter month', () => {
    expect(addMonths(Date.UTC(2026, 7, 31, 10), 6)).toBe(Date.UTC(2027, 1, 28, 10))
    expect(addMonths(Date.UTC(2026, 0, 5, 12), 60)).toBe(Date.UTC(2031, 0, 5, 12))
    fc.assert(
      fc.property(at, fc.constantFrom(6, 12, 24, 36, 60), (ms, months) => {
        expect(addMonths(ms, months) - ms).toBeGreaterThanOrEqual(181 * 86_400_000)
      }),
    )
  })
})
