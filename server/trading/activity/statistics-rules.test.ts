import { expect, it } from 'vitest'
import {
  dayStartMs,
  expectedLossMinor,
  ratesOf,
  tradesNeeded,
  verdictOf,
  winBps,
  type Sums,
} from './statistics-rules.ts'

/** Trades with a stake of 10.00 each and a payout of 90%. */
const sums = (won: number, lost: number): Sums => ({
  won,
  lost,
  stakeMinor: BigInt(won + lost) * 1000n,
  fullPayoutMinor: BigInt(won + lost) * 1900n,
})

it('computes the Wilson interval and the break-even rate', () => {
  // 22 of 40: the interval in R's binom.confint(22, 40, method = "wilson") is 0.3983 to 0.6929.
  expect(ratesOf(sums(22, 18))).toEqual({ winBps: 5500, lowBps: 3983, highBps: 6929, breakEvenBps: 5263 })
  expect(ratesOf(sums(0, 3))).toMatchObject({ winBps: 0, lowBps: 0 })
  expect(ratesOf(sums(0, 0))).toEqual({ winBps: null, lowBps: null, highBps: null, breakEvenBps: null })
  expect(winBps(0, 0)).toBeNull()
})

it('weights the break-even rate by stake', () => {
  // 10.00 at 50% and 30.00 at 100%: 40.00 staked for 75.00.
  expect(ratesOf({ won: 1, lost: 1, stakeMinor: 4000n, fullPayoutMinor: 7500n }).breakEvenBps).toBe(5333)
})

it('calls a win rate better or worse than break-even only if the interval excludes it', () => {
  expect(verdictOf(sums(9, 0))).toBe('too_few')
  expect(verdictOf(sums(22, 18))).toBe('unclear')
  expect(verdictOf(sums(1100, 900))).toBe('above')
  expect(verdictOf(sums(900, 1100))).toBe('below')
})

it('estimates how many trades make the difference clear', () => {
  const needed = tradesNeeded(sums(55, 45))!
  expect(needed).toBe(1695)
  expect(verdictOf(sums(Math.ceil(needed * 0.55) + 2, Math.floor(needed * 0.45)))).toBe('above')
  expect(tradesNeeded(sums(0, 0))).toBeNull()
  expect(tradesNeeded({ won: 1, lost: 1, stakeMinor: 10n, fullPayoutMinor: 20n })).toBeNull()
  expect(tradesNeeded(sums(3, 0))).toBe(10)
})

it('computes the expected loss at even odds', () => {
  expect(expectedLossMinor(sums(20, 20))).toBe(2000n)
  expect(expectedLossMinor(sums(0, 0))).toBe(0n)
})

it('begins the day at midnight in the customer’s time zone', () => {
  const noon = Date.UTC(2026, 0, 5, 12)
  expect(dayStartMs(noon, 0)).toBe(Date.UTC(2026, 0, 5))
  expect(dayStartMs(noon, 780)).toBe(Date.UTC(2026, 0, 5, 11))
  expect(dayStartMs(noon, -780)).toBe(Date.UTC(2026, 0, 4, 13))
})
