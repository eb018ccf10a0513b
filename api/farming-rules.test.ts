import { expect, it } from 'vitest'
import { leftAfterFall } from './farming-rules.ts'

it.each([
  [1.5, 10, 85],
  [2, 10, 80],
  [5, 10, 50],
  [3, 30, 10],
  [5, 20, 0],
  [5, 30, 0],
])('at a leverage of %d, a fall of %d%% leaves %d%% of the deposit', (leverage, fall, left) =>
  expect(leftAfterFall(leverage, fall)).toBe(left),
)
