import { expect, it } from 'vitest'
import { leftMinor, mayStake } from './budget.ts'

it.each([
  [50_00n, { settledMinor: 0n, openStakeMinor: 0n }, 50_00n, 'go'],
  [50_00n, { settledMinor: -40_00n, openStakeMinor: 0n }, 10_00n, 'go'],
  [50_00n, { settledMinor: -40_01n, openStakeMinor: 0n }, 9_99n, 'stop'],
  [50_00n, { settledMinor: -30_00n, openStakeMinor: 10_01n }, 9_99n, 'wait'],
  [50_00n, { settledMinor: -50_00n, openStakeMinor: 0n }, 0n, 'stop'],
  [50_00n, { settledMinor: 30_00n, openStakeMinor: 70_00n }, 10_00n, 'go'],
  [50_00n, { settledMinor: 0n, openStakeMinor: 60_00n }, 0n, 'wait'],
])('with a limit of %s and the run %o, %s is left: %s', (limit, run, left, judged) => {
  expect(leftMinor(limit, run)).toBe(left)
  expect(mayStake(10_00n, limit, run)).toBe(judged)
})
