import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, weekMs } from '../../api/farming-rules.ts'
import {
  accruedParts,
  aprBps,
  apyBps,
  coversCost,
  netHalfPpm,
  paidBps,
  partsPerMinor,
  payable,
  weekOf,
} from './interest.ts'
import { earlyFeeMinor, healthHundredths, liquidationPrice, ownMinor, stressTable } from './position.ts'
import { endOf, inForce, nextWeekMs, stretchesOf, weekOfContract, type Announcement } from './schedule.ts'

const terms = { principalMinor: 1_000_00n, leverageHalves: 6, borrowPpm: 800 }
const announcement = (fromMs: number, weeklyPpm: number, announcedMs = fromMs): Announcement => ({
  fromMs,
  announcedMs,
  weeklyPpm,
  minimumPpm: 0,
  borrowPpm: 0,
})

describe('interest', () => {
  it('is the rate on the whole position less the cost of the borrowed part', () => {
    // 1,000 at leverage 3: 3,000 x 0.11% - 2,000 x 0.08% = 3.30 - 1.60.
    expect(weekOf(terms, 1_100)).toEqual({ grossMinor: 330n, costMinor: 160n, netMinor: 170n })
    expect(accruedParts(terms, 1_100, weekMs)).toBe(170n * partsPerMinor)
  })
  it('loses nothing, however the time is split', () => {
    const anyTerms = fc.record({
      principalMinor: fc.bigInt(1n, 10n ** 14n),
      leverageHalves: fc.integer({ min: 3, max: 20 }),
      borrowPpm: fc.integer({ min: 0, max: 500 }),
    })
    fc.assert(
      fc.property(
        anyTerms,
        fc.array(fc.integer({ min: 1, max: weekMs }), { minLength: 1, maxLength: 60 }),
        (some, lengths) => {
          let [carryParts, paid, at] = [0n, 0n, 0]
          for (const length of lengths) {
            const one = payable(some, carryParts, [{ from: at, to: at + length, applied: 900 }])
            carryParts = one.carryParts
            paid += one.paidMinor
            at += length
          }
          expect(paid * partsPerMinor + carryParts).toBe(accruedParts(some, 900, at))
          expect(carryParts < partsPerMinor).toBe(true)
        },
      ),
    )
  })
  it('is never below zero if the minimum covers the cost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (leverageHalves, minimum, borrowPpm) => {
          fc.pre(coversCost(leverageHalves, minimum, borrowPpm))
          // Every lower leverage is covered too.
          for (let halves = 3; halves <= leverageHalves; halves++)
            expect(netHalfPpm({ leverageHalves: halves, borrowPpm }, minimum)).toBeGreaterThanOrEqual(0n)
        },
      ),
    )
  })
  it('is stated as a simple and a compounded rate for 52 weeks; the simple one is lower', () => {
    // 0.17% a week: 8.84%, and 1.0017^52 - 1 = 9.235%.
    const week = netHalfPpm(terms, 1_100)
    expect([aprBps(week), apyBps(week)]).toEqual([884n, 923n])
    fc.assert(
      fc.property(fc.bigInt(0n, 200_000n), (rate) => {
        expect(apyBps(rate)).toBeGreaterThanOrEqual(aprBps(rate) - 1n)
      }),
    )
    expect(paidBps(170n, 1_000_00n, weekMs)).toBe(884n)
    expect(paidBps(170n, 1_000_00n, 0)).toBeUndefined()
  })
})

describe('a position', () => {
  const position = { principalMinor: 1_000_00n, leverageHalves: 6, marginBps: 1_000, entryPrice: 50_000_000n }
  it('equals the deposit at its own price, and loses in proportion to the leverage', () => {
    expect(ownMinor(position, 50_000_000n)).toBe(1_000_00n)
    expect(ownMinor(position, 45_000_000n)).toBe(700_00n)
    expect(ownMinor(position, 55_000_000n)).toBe(1_300_00n)
    expect(ownMinor(position, 1n)).toBe(0n)
  })
  it('closes at (leverage - 1) / (leverage x (1 - margin)) of its price', () => {
    // 2 / (3 x 0.9) = 0.7407
    expect(liquidationPrice(position)).toBe(37_037_037n)
    expect(healthHundredths(position, 50_000_000n)).toBe(135n)
    // 0.996 and 1.0049: rounded down, so that a closed position never shows as 1.00.
    expect([36_888_888n, 37_037_037n, 37_218_000n].map((price) => healthHundredths(position, price))).toEqual([
      99n,
      99n,
      100n,
    ])
  })
  it('closes exactly when the customer’s own part is the margin or less', () => {
    const any = fc.record({
      principalMinor: fc.bigInt(1n, 10n ** 14n),
      leverageHalves: fc.integer({ min: 3, max: 20 }),
      marginBps: fc.integer({ min: 1, max: 900 }),
      entryPrice: fc.bigInt(1n, 10n ** 9n),
    })
    fc.assert(
      fc.property(any, fc.bigInt(1n, 10n ** 9n), (some, price) => {
        const [position, debt] = [
          BigInt(some.leverageHalves) * price,
          BigInt(some.leverageHalves - 2) * some.entryPrice,
        ]
        const atMargin = (position - debt) * 10_000n <= position * BigInt(some.marginBps)
        expect(price <= liquidationPrice(some)).toBe(atMargin)
        if (price > liquidationPrice(some)) expect(healthHundredths(some, price)).toBeGreaterThanOrEqual(100n)
        expect(ownMinor(some, price)).toBeGreaterThanOrEqual(0n)
        expect(ownMinor(some, some.entryPrice)).toBe(some.principalMinor)
      }),
    )
  })
  it('shows what is left after drops of 10, 20 and 30 per cent, and where it closes', () => {
    expect(stressTable(position)).toMatchObject([
      { fall: 10, leftMinor: 700_00n, holdingMinor: 900_00n, closed: false },
      { fall: 20, leftMinor: 400_00n, holdingMinor: 800_00n, closed: false },
      { fall: 30, leftMinor: 222_22n, holdingMinor: 700_00n, closed: true },
    ])
  })
  it('charges an early fee of at most the remaining amount', () => {
    expect([
      earlyFeeMinor(1_000_00n, 50, 900_00n),
      earlyFeeMinor(1_000_00n, 50, 3n),
      earlyFeeMinor(1n, 50, 1n),
    ]).toEqual([500n, 3n, 0n])
  })
})

describe('the schedule', () => {
  it('ends the last week with the contract', () => {
    const endsAt = endOf(0, 30)
    expect([0, 3, 4].map((week) => weekOfContract(0, endsAt, week).toMs / dayMs)).toEqual([7, 28, 30])
  })
  it('applies an announcement from the next Monday', () => {
    const monday = Date.UTC(2026, 0, 12)
    for (const nowMs of [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 5, 12), monday - 1])
      expect(nextWeekMs(nowMs)).toBe(monday)
    expect(nextWeekMs(monday)).toBe(monday + weekMs)
  })
  it('uses the later of two announcements for one Monday, and splits a week at a change', () => {
    const all = [announcement(0, 900), announcement(100, 700, 50), announcement(100, 600, 60), announcement(200, 100)]
    expect(inForce(all, 150)?.weeklyPpm).toBe(600)
    expect(stretchesOf(20, 250, all, 500)).toEqual([
      { from: 20, to: 100, announced: 900, applied: 900 },
      { from: 100, to: 200, announced: 600, applied: 600 },
      { from: 200, to: 250, announced: 100, applied: 500 },
    ])
  })
})
