import { expect, it } from 'vitest'
import { outputPerDay } from './mining-output.ts'

it('follows the published formula', () => {
  // 2^32 hashes per second find one block per second at difficulty 1.
  const terms = { coin: 'BTC', perSecond: 2 ** 32, difficulty: 1, subsidy: 3.125, feeBps: 0, rejectedBps: 0 } as const
  expect(outputPerDay(terms)).toBe(86_400 * 3.125)
  expect(outputPerDay({ ...terms, difficulty: 86_400 })).toBeCloseTo(3.125, 12)
  expect(outputPerDay({ ...terms, feeBps: 200, rejectedBps: 100 })).toBeCloseTo(86_400 * 3.125 * 0.98 * 0.99, 6)
  expect(outputPerDay({ ...terms, coin: 'XMR', perSecond: 1_000, subsidy: 0.6 })).toBeCloseTo(86_400_000 * 0.6, 3)
})
