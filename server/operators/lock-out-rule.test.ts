import { expect, it } from 'vitest'
import { failuresLifeMs, freeTries, lockOutWaitMs } from './lock-out-rule.ts'

const hourMs = 3_600_000

it('lets an address be tried ten times in the first hour, however fast', () => {
  let [nowMs, count, lastAtMs] = [0, 0, 0]
  for (; nowMs < hourMs; count++) {
    nowMs += lockOutWaitMs(count, lastAtMs, nowMs, freeTries.address)
    if (nowMs >= hourMs) break
    lastAtMs = nowMs
  }
  expect(count).toBe(10)
})

it.each([
  [4, 0, 0],
  [5, 0, 60_000],
  [5, 59_999, 1],
  [5, 60_000, 0],
  [6, 0, 120_000],
  [60, 0, hourMs],
  [60, failuresLifeMs, 0],
])('after %i failures and %i ms, waits %i ms', (count, nowMs, waitMs) => {
  expect(lockOutWaitMs(count, 0, nowMs, 5)).toBe(waitMs)
})
