import { ratioOf } from '../../../api/money.ts'
import type { TradeState } from '../../../api/states/trade-states.ts'
import { maturityTrades } from '../../../api/experts.ts'
import type { PlainTrade } from '../../trading/public.ts'

/**
 * The fields of a trade that an expert's figures use. Amounts are in minor units; `returnedMinor` is null until the
 * trade ends.
 */
export type FigureTrade = {
  id: string
  state: TradeState
  stakeMinor: bigint
  returnedMinor: bigint | null
  payoutBps: number
  expiresAtMs: number
}

export type Figures = {
  trades: number
  won: number
  lost: number
  /** Rates are fractions of 1, and null if no trade has been won or lost. */
  winRate: number | null
  winRateLow: number | null
  breakEven: number | null
  /** Largest drop from a high, as a fraction of that high. */
  drawdown: number
  /** Risk score from 1 to 10. */
  risk: number
  resultMinor: bigint
  curve: { atMs: number; equityMinor: bigint }[]
}

/** Normal quantile for a two-sided 95% interval. */
const z = 1.959964

/** Returns the lower bound of Wilson's score interval. Source: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), 209-212. */
export function wilsonLow(won: number, decided: number): number {
  const rate = won / decided
  const z2 = z * z
  return (
    (rate + z2 / (2 * decided) - z * Math.sqrt((rate * (1 - rate) + z2 / (4 * decided)) / decided)) / (1 + z2 / decided)
  )
}

/**
 * Computes an expert's figures, only from its recorded trades and its capital. Ties and void trades count as trades but
 * not in the win rate. Trades are ordered by expiry.
 */
export function figuresOf(trades: readonly FigureTrade[], capitalMinor: bigint): Figures {
  const settled = trades
    .filter(({ state }) => state !== 'OPEN')
    .toSorted((a, b) => a.expiresAtMs - b.expiresAtMs || (a.id < b.id ? -1 : 1))
  const decided = settled.filter(({ state }) => state === 'WON' || state === 'LOST')
  const won = decided.filter(({ state }) => state === 'WON').length
  const curve: Figures['curve'] = []
  const moves: number[] = []
  let equityMinor = capitalMinor
  let high = capitalMinor
  let drawdown = 0
  for (const { stakeMinor, returnedMinor, expiresAtMs } of settled) {
    const change = returnedMinor! - stakeMinor
    moves.push(ratioOf(change, equityMinor))
    equityMinor += change
    if (equityMinor > high) high = equityMinor
    const fallen = ratioOf(high - equityMinor, high)
    drawdown = Math.max(drawdown, fallen)
    curve.push({ atMs: expiresAtMs, equityMinor })
  }
  return {
    trades: trades.length,
    won,
    lost: decided.length - won,
    winRate: decided.length > 0 ? won / decided.length : null,
    winRateLow: decided.length > 0 ? wilsonLow(won, decided.length) : null,
    breakEven: decided.length > 0 ? mean(decided.map(({ payoutBps }) => 10_000 / (10_000 + payoutBps))) : null,
    drawdown,
    risk: riskScore(drawdown, deviation(moves)),
    resultMinor: equityMinor - capitalMinor,
    curve,
  }
}

/**
 * Returns a risk score from 1 to 10. It rises by one point per 5% of drawdown, or per 0.25% of standard deviation in a
 * trade's result relative to the account, whichever gives the higher score.
 */
export function riskScore(drawdown: number, movePerTrade: number): number {
  return Math.min(10, 1 + Math.floor(Math.max(drawdown / 0.05, movePerTrade / 0.0025)))
}

/**
 * Returns how far the lower bound of the win rate is above break-even, which ranks experts. Null until an expert has
 * enough trades.
 */
export function rankingEdge({
  won,
  lost,
  winRateLow,
  breakEven,
}: Pick<Figures, 'won' | 'lost' | 'winRateLow' | 'breakEven'>): number | null {
  return won + lost < maturityTrades || winRateLow === null || breakEven === null ? null : winRateLow - breakEven
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

type GroupedTrade = Pick<PlainTrade, 'symbol' | 'state' | 'stakeMinor' | 'returnedMinor' | 'acceptedAtMs'>

/** The settled trades with the same key. `resultMinor`: what they returned, less their stakes. */
export type TradeGroup<Key> = { id: Key; trades: number; won: number; lost: number; resultMinor: bigint }

const hourMs = 3_600_000

/** Groups an expert's settled trades by symbol, most trades first, and by hour of the day (UTC). */
export function distributionOf(trades: readonly GroupedTrade[]): {
  bySymbol: TradeGroup<string>[]
  byHour: TradeGroup<number>[]
} {
  const settled = trades.filter(({ state }) => state !== 'OPEN')
  return {
    bySymbol: groupsOf(settled, ({ symbol }) => symbol).toSorted((a, b) => b.trades - a.trades),
    byHour: groupsOf(settled, ({ acceptedAtMs }) => Math.floor(acceptedAtMs / hourMs) % 24).toSorted(
      (a, b) => a.id - b.id,
    ),
  }
}

function groupsOf<Key>(settled: readonly GroupedTrade[], keyOf: (trade: GroupedTrade) => Key): TradeGroup<Key>[] {
  return [...Map.groupBy(settled, keyOf)].map(([id, group]) => ({
    id,
    trades: group.length,
    won: group.filter(({ state }) => state === 'WON').length,
    lost: group.filter(({ state }) => state === 'LOST').length,
    resultMinor: group.reduce((sum, { stakeMinor, returnedMinor }) => sum + returnedMinor! - stakeMinor, 0n),
  }))
}
