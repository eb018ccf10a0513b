import { describe, expect, it } from 'vitest'
import { stretched, throttleWaitMs } from '../../platform/http/throttle-rule.ts'
import { codeStretch } from './code-budget.ts'
import { throttlePolicies } from '../sign-in/throttle-rule.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const codes = 100_000

/**
 * Returns the number of wrong codes on the worst day when `networks` networks guess as fast as allowed, for addresses
 * whose own limits never apply.
 */
function wrongCodesOfWorstDay(networks: number, days: number): number {
  const triesOf = Array.from({ length: networks }, () => ({ all: [] as number[], slow: [] as number[] }))
  const wrong: number[] = []
  let oldest = 0
  let worst = 0
  for (let nowMs = 0; nowMs < days * dayMs; nowMs += 5 * minuteMs) {
    for (const tries of triesOf) {
      for (;;) {
        while (oldest < wrong.length && wrong[oldest]! <= nowMs - dayMs) oldest += 1
        const stretch = codeStretch(wrong.length - oldest)
        if (throttleWaitMs(throttlePolicies.failuresOfNetwork, tries.all, nowMs) > 0) break
        if (
          stretch !== undefined &&
          throttleWaitMs(stretched(throttlePolicies.codesOfNetworkWhenSlow, stretch), tries.slow, nowMs) > 0
        )
          break
        tries.all = [...tries.all.slice(-60), nowMs]
        if (stretch !== undefined) tries.slow = [...tries.slow.slice(-3), nowMs]
        wrong.push(nowMs)
      }
    }
    worst = Math.max(worst, wrong.length - oldest)
  }
  return worst
}

describe('the budget of wrong codes', () => {
  it('limits 100 networks that guess at 10,000 addresses to less than one account in fifty days', () => {
    expect(wrongCodesOfWorstDay(100, 3) / codes).toBeLessThan(1 / 50)
  })

  it('limits 1,000 networks to less than one account in fifteen days', () => {
    expect(wrongCodesOfWorstDay(1_000, 2) / codes).toBeLessThan(1 / 15)
  })

  it('slows nobody down on a normal day, and always allows a new network its first attempts', () => {
    expect(codeStretch(199)).toBeUndefined()
    for (const wrong of [200, 5_000, 1_000_000]) {
      const policy = stretched(throttlePolicies.codesOfNetworkWhenSlow, codeStretch(wrong)!)
      for (const tries of [[], [0], [0, 1]]) expect(throttleWaitMs(policy, tries, 1)).toBe(0)
    }
  })
})
