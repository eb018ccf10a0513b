import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { throttleMemoryMs, throttleWaitMs, type ThrottlePolicy } from '../../platform/http/throttle-rule.ts'
import { throttlePolicies } from './throttle-rule.ts'

const hourMs = 3_600_000
const policy: ThrottlePolicy = {
  windows: [
    { tries: 4, withinMs: hourMs },
    { tries: 6, withinMs: 24 * hourMs },
  ],
  freeTries: 2,
  firstWaitMs: 1000,
}

describe('throttleWaitMs', () => {
  it.each([
    ['nothing tried', [], 0, 0],
    ['one free try', [0], 0, 0],
    ['the first wait, counted from the last try', [0, 100], 600, 500],
    ['twice as long', [0, 100, 1100], 1100, 2000],
    ['a full window, until its first try leaves it', [0, 100, 1100, 3100], 3100, hourMs - 3100],
    ['the moment when it leaves', [0, 100, 1100, 3100], hourMs, 0],
    ['a full day', [0, 1, 2, 3, 4 * hourMs, 5 * hourMs], 6 * hourMs, 18 * hourMs],
  ] as const)('returns the wait in this case: %s', (_name, triesMs, nowMs, waitMs) => {
    expect(throttleWaitMs(policy, triesMs, nowMs)).toBe(waitMs)
  })

  it('never allows more attempts than the window permits, whatever their timing', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 2 * hourMs }), { minLength: 20, maxLength: 200 })
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(throttlePolicies)), steps, (rule: ThrottlePolicy, pauses) => {
        const allowed: number[] = []
        let nowMs = 0
        for (const pauseMs of pauses) {
          nowMs += pauseMs
          if (throttleWaitMs(rule, allowed, nowMs) === 0) allowed.push(nowMs)
        }
        for (const { tries, withinMs } of rule.windows) {
          for (const endMs of allowed)
            expect(allowed.filter((tryMs) => tryMs > endMs - withinMs && tryMs <= endMs).length).toBeLessThanOrEqual(
              tries,
            )
        }
      }),
    )
  })

  it('allows the attempt after the returned wait', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: hourMs }), { maxLength: 8 }), (times) => {
        const triesMs = times.sort((a, b) => a - b)
        const nowMs = triesMs.at(-1) ?? 0
        const waitMs = throttleWaitMs(policy, triesMs, nowMs)
        expect(throttleWaitMs(policy, triesMs, nowMs + waitMs)).toBe(0)
      }),
    )
  })

  it('allows ten attempts per hour for an account', () => {
    expect(throttlePolicies.signInOfAccount.windows).toEqual([{ tries: 10, withinMs: hourMs }])
    expect(throttleMemoryMs(policy)).toBe(24 * hourMs)
  })
})
