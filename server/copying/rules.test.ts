import { writePhrase } from '../../api/sentences/sentences.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { experts } from '../../api/experts.ts'
import type { TradeState } from '../../api/states/trade-states.ts'
import { profitMinor } from '../trading/public.ts'
import { sizeCopy, type CopyTerms } from './copies/copy-rules.ts'
import { stakeFor } from './experts/expert-orders.ts'
import { distributionOf, figuresOf, rankingEdge, riskScore, wilsonLow, type FigureTrade } from './experts/figures.ts'
import { gapOf } from './copies/gap-rules.ts'
import { ruleOf } from './experts/run-experts.ts'
import { shareOf, weekOf } from './copies/share-profits.ts'

it('has six experts that cover every style and both methods, each with a published rule', () => {
  expect(experts).toHaveLength(6)
  expect(new Set(experts.map(({ style }) => style)).size).toBe(4)
  expect(new Set(experts.map(({ method }) => method)).size).toBe(2)
  for (const expert of experts) expect(writePhrase(ruleOf(expert).rules).length).toBeGreaterThan(40)
})

describe('figures', () => {
  const trade = (id: number, state: TradeState, stakeMinor = 100_00n): FigureTrade => ({
    id: String(id).padStart(3, '0'),
    state,
    stakeMinor,
    payoutBps: 8_500,
    expiresAtMs: id * 1000,
    returnedMinor:
      state === 'OPEN'
        ? null
        : state === 'WON'
          ? stakeMinor + profitMinor(stakeMinor, 8_500)
          : state === 'LOST'
            ? 0n
            : stakeMinor,
  })
  it('count ties and void trades as trades but not in the win rate', () => {
    const figures = figuresOf(
      [trade(1, 'WON'), trade(2, 'LOST'), trade(3, 'TIE'), trade(4, 'VOID'), trade(5, 'OPEN')],
      10_000_00n,
    )
    expect(figures).toMatchObject({ trades: 5, won: 1, lost: 1, winRate: 0.5, resultMinor: -15_00n })
    expect(figures.curve).toHaveLength(4)
  })
  it('measure the largest drop from a high, not from the start', () => {
    const figures = figuresOf(
      [trade(1, 'WON', 1_000_00n), trade(2, 'LOST', 1_085_00n), trade(3, 'WON', 100_00n)],
      10_000_00n,
    )
    expect(figures.drawdown).toBeCloseTo(0.1, 10)
    expect(figures.risk).toBeGreaterThanOrEqual(3)
  })
  it('are null for an expert without decided trades', () => {
    expect(figuresOf([], 1_00n)).toMatchObject({
      winRate: null,
      winRateLow: null,
      breakEven: null,
      drawdown: 0,
      risk: 1,
      resultMinor: 0n,
    })
  })
  it('rank experts with enough trades by how far Wilson’s lower bound is above break-even', () => {
    // 95% interval of 40 out of 100: 30.94% to 49.80% (computed by hand from Wilson's formula).
    expect(wilsonLow(40, 100)).toBeCloseTo(0.3094, 4)
    expect(wilsonLow(0, 10)).toBeCloseTo(0, 12)
    expect(rankingEdge({ won: 15, lost: 14, winRateLow: 0.3, breakEven: 0.54 })).toBeNull()
    expect(rankingEdge({ won: 16, lost: 14, winRateLow: 0.3, breakEven: 0.54 })).toBeCloseTo(-0.24, 10)
  })
  it('score risk from 1 to 10 by the worse of two measures', () => {
    expect([riskScore(0, 0), riskScore(0.05, 0), riskScore(0, 0.005), riskScore(0.9, 0)]).toEqual([1, 2, 3, 10])
  })
})

describe('a copy', () => {
  const terms: CopyTerms = {
    state: 'active',
    mode: 'proportional',
    amountMinor: 1_000_00n,
    classes: null,
    maxStakeMinor: null,
    stopLossMinor: null,
    resultMinor: 0n,
    openMinor: 0n,
  }
  const order = { class: 'crypto', stakeMinor: 100_00n, equityMinor: 10_000_00n }
  it('is proportional to the expert’s account, rounded down', () => {
    expect(sizeCopy(terms, order, 10_00n)).toEqual({
      weight: { num: 1_000_00n, den: 10_000_00n },
      stakeMinor: 10_00n,
      code: null,
    })
    expect(sizeCopy({ ...terms, amountMinor: 999_99n }, order, 10_00n)).toMatchObject({
      stakeMinor: 9_99n,
      code: 'amount_too_small',
    })
  })
  it('counts open copies as lost against the stop-loss', () => {
    const near = { ...terms, stopLossMinor: 50_00n, resultMinor: -20_00n, openMinor: 20_00n }
    expect(sizeCopy(near, order, 10_00n).code).toBeNull()
    expect(sizeCopy({ ...near, openMinor: 20_01n }, order, 10_00n).code).toBe('stop_loss')
  })
})

describe('the gap ledger', () => {
  const states = fc.constantFrom<TradeState>('WON', 'LOST', 'TIE', 'VOID')
  const amounts = fc.bigInt(10_00n, 5_000_00n)
  const settled = fc
    .record({ state: states, stakeMinor: amounts, payoutBps: fc.integer({ min: 1, max: 20_000 }) })
    .map(({ state, stakeMinor, payoutBps }) => ({
      state,
      stakeMinor,
      payoutBps,
      returnedMinor:
        state === 'WON' ? stakeMinor + profitMinor(stakeMinor, payoutBps) : state === 'LOST' ? 0n : stakeMinor,
    }))
  it('adds up exactly in every case', () => {
    fc.assert(
      fc.property(settled, fc.option(settled), amounts, amounts, (expert, copy, num, den) => {
        const { expertMinor, skipMinor, delayMinor, priceMinor, roundingMinor, mineMinor } = gapOf(
          expert,
          { num, den },
          copy,
        )
        expect(expertMinor + skipMinor + delayMinor + priceMinor + roundingMinor).toBe(mineMinor)
        expect(mineMinor).toBe(copy ? copy.returnedMinor - copy.stakeMinor : 0n)
      }),
    )
  })
  it('assigns each part to its cause', () => {
    const expert = { state: 'WON', stakeMinor: 100_00n, returnedMinor: 185_00n, payoutBps: 8_500 } as const
    const weight = { num: 1_234_56n, den: 10_000_00n }
    const same = { state: 'WON', stakeMinor: 12_34n, returnedMinor: 12_34n + 10_48n, payoutBps: 8_500 } as const
    expect(gapOf(expert, weight, same)).toEqual({
      expertMinor: 10_49n,
      skipMinor: 0n,
      delayMinor: 0n,
      priceMinor: 0n,
      roundingMinor: -1n,
      mineMinor: 10_48n,
    })
    expect(gapOf(expert, weight, { ...same, payoutBps: 8_000, returnedMinor: 12_34n + 9_87n })).toMatchObject({
      priceMinor: -61n,
      delayMinor: 0n,
      roundingMinor: -1n,
    })
    expect(gapOf(expert, weight, { ...same, state: 'LOST', returnedMinor: 0n })).toMatchObject({
      delayMinor: -10_48n - 12_34n,
      priceMinor: 0n,
    })
    expect(gapOf(expert, weight, null)).toMatchObject({ skipMinor: -10_49n, mineMinor: 0n })
  })
})

it('stakes a hundredth of the expert’s account in whole dollars, at least the minimum stake', () => {
  expect([stakeFor(10_000_00n), stakeFor(10_199_99n), stakeFor(500_00n)]).toEqual([100_00n, 101_00n, 10_00n])
})

it('shares only profits above the previous high, in weeks that begin on Monday', () => {
  expect(shareOf({ resultMinor: 100_05n, highWaterMinor: 0n }, 1_000)).toBe(10_00n)
  expect(shareOf({ resultMinor: 90_00n, highWaterMinor: 100_00n }, 1_000)).toBe(0n)
  const monday = Date.UTC(2026, 0, 5)
  expect(weekOf(monday) - weekOf(monday - 1)).toBe(1)
  expect(weekOf(monday + 7 * 86_400_000 - 1)).toBe(weekOf(monday))
})

const midnight = Date.UTC(2026, 0, 5)
const tradeAt = (
  symbol: string,
  hour: number,
  state: 'WON' | 'LOST' | 'TIE' | 'OPEN',
  returnedMinor: bigint | null,
) => ({
  symbol,
  state,
  stakeMinor: 10_00n,
  returnedMinor,
  acceptedAtMs: midnight + hour * 3_600_000 + 1,
})

it('groups settled trades by symbol and by hour, and adds up what they returned less their stakes', () => {
  const trades = [
    tradeAt('EURUSD', 30, 'WON', 18_50n),
    tradeAt('BTCUSD', 6, 'LOST', 0n),
    tradeAt('BTCUSD', 5, 'TIE', 10_00n),
    tradeAt('BTCUSD', 23, 'WON', 19_00n),
    tradeAt('BTCUSD', 23, 'OPEN', null),
  ]
  expect(distributionOf(trades)).toEqual({
    bySymbol: [
      { id: 'BTCUSD', trades: 3, won: 1, lost: 1, resultMinor: -1_00n },
      { id: 'EURUSD', trades: 1, won: 1, lost: 0, resultMinor: 8_50n },
    ],
    byHour: [
      { id: 5, trades: 1, won: 0, lost: 0, resultMinor: 0n },
      { id: 6, trades: 2, won: 1, lost: 1, resultMinor: -1_50n },
      { id: 23, trades: 1, won: 1, lost: 0, resultMinor: 9_00n },
    ],
  })
})

it('returns no groups without settled trades', () => {
  expect(distributionOf([tradeAt('EURUSD', 1, 'OPEN', null)])).toEqual({ bySymbol: [], byHour: [] })
})
