import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { breakEvenBps, expectedValueBps, profitMinor, returnedMinor } from './payout.ts'
import { rulesById, rulesByVersion, rulesInForce } from './rules.ts'
import { exitOf, outcomeOf, strikeOf, voidCodes, voidReason, type RuleTick, type TradeTerms } from './settlement.ts'

const buy: TradeTerms = { type: 'BUY', acceptedAtMs: 1_000, expiresAtMs: 6_000, toleranceMs: 2_000 }
const sell: TradeTerms = { ...buy, type: 'SELL' }
const tick = (atMs: number, price: number, seq = atMs): RuleTick => ({ seq, atMs, price })
const decide = (terms: TradeTerms, ticks: RuleTick[]) => {
  const { status, voidCode } = outcomeOf(terms, strikeOf(ticks, terms.acceptedAtMs), exitOf(ticks, terms.expiresAtMs))
  return voidCode ?? status
}

describe('the outcome of a trade', () => {
  const table: [name: string, ticks: RuleTick[], ofBuy: string, ofSell: string][] = [
    ['the market rises', [tick(1_500, 10), tick(5_000, 11)], 'WON', 'LOST'],
    ['the market falls', [tick(1_500, 10), tick(5_000, 9)], 'LOST', 'WON'],
    ['the market ends at its start price', [tick(1_500, 10), tick(3_000, 20), tick(5_000, 10)], 'TIE', 'TIE'],
    ['a late price is both strike and exit', [tick(5_500, 10)], 'strike_late', 'strike_late'],
    ['the only price is early and then goes stale', [tick(1_500, 10)], 'exit_stale', 'exit_stale'],
    [
      'a price arrives at the moment of acceptance, so it is not the strike',
      [tick(1_000, 99), tick(1_001, 10), tick(6_000, 11)],
      'WON',
      'LOST',
    ],
    [
      'a price arrives at the moment of expiry, so it is the exit',
      [tick(1_500, 10), tick(6_000, 11), tick(6_001, 9)],
      'WON',
      'LOST',
    ],
    [
      'two prices share a millisecond: the first is the strike, the last the exit',
      [tick(1_500, 10, 1), tick(1_500, 12, 2), tick(6_000, 9, 3), tick(6_000, 11, 4)],
      'WON',
      'LOST',
    ],
    ['there are only prices from before acceptance', [tick(500, 10)], 'no_strike', 'no_strike'],
    ['there is no price at all', [], 'no_strike', 'no_strike'],
    ['the first price arrives after the expiry', [tick(6_001, 10)], 'no_strike', 'no_strike'],
    ['the strike is exactly at its tolerance', [tick(3_000, 10), tick(5_000, 11)], 'WON', 'LOST'],
    ['the strike is beyond its tolerance', [tick(3_001, 10), tick(5_000, 11)], 'strike_late', 'strike_late'],
    ['the exit is exactly at its tolerance', [tick(1_500, 10), tick(4_000, 11)], 'WON', 'LOST'],
    ['the exit is beyond its tolerance', [tick(1_500, 10), tick(3_999, 11)], 'exit_stale', 'exit_stale'],
  ]
  it.each(table)('follows the rules when %s', (_name, ticks, ofBuy, ofSell) => {
    expect(decide(buy, ticks)).toBe(ofBuy)
    expect(decide(sell, ticks)).toBe(ofSell)
  })

  it('returns opposite results for BUY and SELL on the same prices, and the same tie or void', () => {
    fc.assert(
      fc.property(someTicks(), (ticks) => {
        const pair = [decide(buy, ticks), decide(sell, ticks)].join(' ')
        expect(['WON LOST', 'LOST WON', 'TIE TIE', ...voidCodes.map((code) => `${code} ${code}`)]).toContain(pair)
      }),
    )
  })

  it('does not depend on prices before acceptance or after expiry', () => {
    fc.assert(
      fc.property(someTicks(), (ticks) => {
        const inside = ticks.filter(({ atMs }) => atMs > buy.acceptedAtMs && atMs <= buy.expiresAtMs)
        expect(decide(buy, ticks)).toBe(decide(buy, inside))
      }),
    )
  })

  it('states why a trade is void', () => {
    for (const code of voidCodes) expect(voidReason(code, 30_000)).toMatch(/^[A-Z].* the stake was returned\.$/)
  })
})

describe('the payout', () => {
  it('is the stake times the rate, rounded down to the minor unit', () => {
    expect(profitMinor(10_00n, 8500)).toBe(8_50n)
    expect(profitMinor(10_01n, 8500)).toBe(8_50n)
    expect(profitMinor(1n, 8500)).toBe(0n)
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.integer({ min: 1, max: 20_000 }), (stake, bps) => {
        const profit = profitMinor(stake, bps)
        expect(profit * 10_000n <= stake * BigInt(bps) && (profit + 1n) * 10_000n > stake * BigInt(bps)).toBe(true)
      }),
    )
  })
  it('returns stake and profit, the stake, or nothing', () => {
    expect(
      (['WON', 'LOST', 'TIE', 'VOID', 'OPEN'] as const).map((state) => returnedMinor(state, 10_00n, 8500)),
    ).toEqual([18_50n, 0n, 10_00n, 10_00n, undefined])
  })
  it('breaks even at 1 / (1 + payout), and loses (1 - payout) / 2 of the stake on average at even odds', () => {
    expect([8500, 9000, 10_000].map(breakEvenBps)).toEqual([5405, 5263, 5000])
    expect([8500, 9000, 10_000, 8501].map(expectedValueBps)).toEqual([-750, -500, 0, -750])
  })
})

it('finds rules by number and by version', () => {
  expect(rulesById(rulesInForce.id)).toBe(rulesInForce)
  expect(rulesByVersion(rulesInForce.version)).toBe(rulesInForce)
  expect(rulesByVersion('other')).toBeUndefined()
  expect(() => rulesById(0)).toThrow('unknown rules')
})

describe('the rules in SQL', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await createTestPlatform()
  })
  afterAll(() => platform.stop())

  it('match the rules in code', async () => {
    const cases = fc.sample(
      fc.record({ ticks: someTicks(), type: fc.constantFrom('BUY' as const, 'SELL' as const) }),
      2_000,
    )
    const rows = cases.map(({ ticks, type }) => {
      const terms = { ...buy, type }
      const [strike, exit] = [strikeOf(ticks, terms.acceptedAtMs), exitOf(ticks, terms.expiresAtMs)]
      // The record returns a strike and an exit only if both lie between acceptance and expiry.
      const found = strike && exit && strike.atMs <= terms.expiresAtMs
      return {
        type,
        strike_at: found ? strike.atMs : null,
        strike: found ? strike.price : null,
        exit_at: found ? exit.atMs : null,
        exit: found ? exit.price : null,
        expected: decide(terms, ticks),
      }
    })
    const { rows: answers } = await platform.pool.query<{ answer: string }>(
      `SELECT coalesce(v::text, trading.state_of(r.type, r.strike, r.exit, v)::text) AS answer
       FROM ROWS FROM (jsonb_to_recordset($1) AS (
         type trading.side, strike_at bigint, strike bigint, exit_at bigint, exit bigint))
         WITH ORDINALITY AS r(type, strike_at, strike, exit_at, exit, n)
       CROSS JOIN LATERAL trading.void_code_of($2, $3, $4, r.strike_at, r.exit_at) v ORDER BY r.n`,
      [JSON.stringify(rows), buy.acceptedAtMs, buy.expiresAtMs, buy.toleranceMs],
    )
    expect(answers.map(({ answer }) => answer)).toEqual(rows.map(({ expected }) => expected))
  })
})

/** Returns ordered ticks around acceptance and expiry, with repeated times and few distinct prices. */
function someTicks() {
  const instant = fc.oneof(
    fc.integer({ min: 0, max: 8_000 }),
    fc.constantFrom(999, 1_000, 1_001, 3_000, 3_001, 3_999, 4_000, 5_999, 6_000, 6_001),
  )
  return fc
    .array(fc.record({ atMs: instant, price: fc.integer({ min: 9, max: 12 }) }), { maxLength: 12 })
    .map((raw) => raw.sort((a, b) => a.atMs - b.atMs).map(({ atMs, price }, index) => tick(atMs, price, index + 1)))
}
