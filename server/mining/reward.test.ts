import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashRateWords, miningAlgorithms } from '../../api/mining-coins.ts'
import { accruedParts, partsPerMinor, payable, type AccrualTerms } from './reward.ts'
import { dueDays, payoutMs, split } from './schedule.ts'

const day = 86_400_000
const bitcoin: AccrualTerms = {
  hashesPerS: 10n ** 12n,
  fromMs: 0,
  toMs: day,
  difficultyE8: 100_000_000_000_000n * 10n ** 8n,
  work: miningAlgorithms.BTC.work,
  subsidyMinor: 312_500_000n,
  feeBps: 0,
  rejectedBps: 0,
}

describe('the reward for a day', () => {
  it('is hash rate x seconds x subsidy / (difficulty x 2^32)', () => {
    // 10^12 x 86,400 x 3.125 / (10^14 x 4,294,967,296) bitcoin = 62.86... satoshi, calculated by hand.
    expect(accruedParts(bitcoin) / partsPerMinor).toBe(62n)
    expect(Number(accruedParts(bitcoin)) / Number(partsPerMinor)).toBeCloseTo(
      (1e12 * 86_400 * 312_500_000) / (1e14 * 2 ** 32),
      9,
    )
  })
  it('loses the fee and the rejected share', () => {
    const net = accruedParts({ ...bitcoin, feeBps: 200, rejectedBps: 50 })
    expect(Number(net) / Number(accruedParts(bitcoin))).toBeCloseTo(0.98 * 0.995, 12)
    expect(accruedParts({ ...bitcoin, feeBps: 10_000 })).toBe(0n)
  })
  it('halves with the subsidy', () => {
    expect(accruedParts({ ...bitcoin, subsidyMinor: 156_250_000n }) * 2n).toBeGreaterThanOrEqual(
      accruedParts(bitcoin) - 1n,
    )
  })
  it('loses less than 10^-18 of a unit between days', () => {
    const anyTerms = fc.record({
      hashesPerS: fc.bigInt(1n, 10n ** 15n),
      difficultyE8: fc.bigInt(10n ** 8n, 10n ** 24n),
      days: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(anyTerms, ({ hashesPerS, difficultyE8, days }) => {
        const terms = (index: number) => ({
          ...bitcoin,
          hashesPerS,
          difficultyE8,
          fromMs: index * day,
          toMs: (index + 1) * day,
        })
        let carryParts = 0n
        let paid = 0n
        for (let index = 0; index < days; index++) {
          const one = payable(carryParts, [terms(index)])
          carryParts = one.carryParts
          paid += one.minedMinor
        }
        const atOnce = accruedParts({ ...terms(0), toMs: days * day })
        const lost = atOnce - (paid * partsPerMinor + carryParts)
        expect(lost >= 0n && lost <= BigInt(days)).toBe(true)
      }),
    )
  })
})

describe('the schedule', () => {
  it('pays two days’ output after 48 hours, then one day’s output each day until the contract ends', () => {
    expect([0, 1, 2, 3].map((each) => payoutMs(0, each) / day)).toEqual([2, 2, 3, 4])
    expect(dueDays(0, 0, 2 * day - 1)).toEqual([])
    expect(dueDays(0, 0, 2 * day)).toEqual([0, 1])
    expect(dueDays(0, 2, 30 * day).length).toBe(28)
    expect(dueDays(0, 364, 10_000 * day)).toEqual([364])
  })
  it('splits a day at the time when new parameters take effect', () => {
    expect(split(0, 10, [])).toEqual([{ fromMs: 0, toMs: 10 }])
    expect(split(0, 10, [-5, 0, 4, 10, 12])).toEqual([
      { fromMs: 0, toMs: 4 },
      { fromMs: 4, toMs: 10 },
    ])
  })
})

it('formats hash rates as miners do', () => {
  expect([
    hashRateWords(15_000_000_000_000n, 'BTC'),
    hashRateWords(60_000n, 'ZEC'),
    hashRateWords(35_500n, 'XMR'),
    hashRateWords(4_500_000_000n, 'LTC'),
  ]).toEqual(['15 TH/s', '60 kSol/s', '35.5 kH/s', '4.5 GH/s'])
})
