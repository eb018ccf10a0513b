import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { activityCalls } from '../../../api/calls/trading/activity.ts'
import { assets, formatAmount, type CashAsset } from '../../../api/money.ts'
import { tradeTypes } from '../../../api/calls/trading/trading.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { TradingContext } from '../context.ts'
import { firstIdAt } from './filter.ts'
import {
  dayStartMs,
  expectedLossMinor,
  ratesOf,
  sessionBreakMs,
  sessionWithinMs,
  tradesNeeded,
  verdictOf,
} from './statistics-rules.ts'
import {
  readFigures,
  readLargestLoss,
  readNet,
  readSession,
  readStreak,
  type FiguresRow,
  type Grouping,
} from './statistics-store.ts'

type Statistics = (typeof activityCalls)['trades.statistics']

const noTrades = {
  key: '',
  trades: 0,
  won: 0,
  lost: 0,
  netMinor: 0n,
  stakeMinor: 0n,
  fullPayoutMinor: 0n,
}
const noEnd = Number.MAX_SAFE_INTEGER

/**
 * Returns statistics of the customer's trades in a period, overall and by group, and of today and the current session.
 */
export async function showStatistics(
  { db, clock, customer }: TradingContext,
  { from = 0, to = noEnd, offset }: InputOf<Statistics>,
  { session }: CustomerRequest,
): Promise<OutputOf<Statistics>> {
  const { currency: asset } = await customer(session.customerId)
  const nowMs = clock.nowMs()
  const range = { asset, fromId: firstIdAt(from), toId: firstIdAt(to) }
  const since = (fromId: string) => readNet(db, session, { asset, fromId, toId: firstIdAt(noEnd) })
  const [rows, loss, streak, today, recent] = await Promise.all([
    readFigures(db, session, range, offset),
    readLargestLoss(db, session, range),
    readStreak(db, session),
    since(firstIdAt(dayStartMs(nowMs, offset))),
    readSession(db, session, firstIdAt(nowMs - sessionWithinMs), sessionBreakMs),
  ])
  const current = recent && nowMs - recent.lastMs <= sessionBreakMs ? recent : undefined
  const now = current && (await since(current.sinceId))
  const all = rows.find(({ grouping }) => grouping === 'all') ?? noTrades
  const groups = (wanted: Grouping, order: (a: FiguresRow, b: FiguresRow) => number) =>
    rows
      .filter(({ grouping }) => grouping === wanted)
      .toSorted(order)
      .map((row) => ({ key: row.key, ...figuresOf(row, asset) }))
  const money = (minor: bigint) => formatAmount(minor, asset)
  return {
    cur: assets[asset].symbol,
    all: figuresOf(all, asset),
    verdict: verdictOf(all),
    tradesNeeded: tradesNeeded(all),
    symbols: groups('symbol', byTrades),
    sides: tradeTypes.flatMap((key) =>
      groups('side', byTrades).flatMap((side) => (side.key === key ? { ...side, key } : [])),
    ),
    intervals: groups('interval', byNumber),
    hours: groups('hour', byNumber),
    reasons: groups('reason', byTrades),
    largestLoss: loss
      ? {
          id: loss.id,
          at: new Date(loss.acceptedAtMs).toISOString(),
          symbol: loss.symbol,
          amount: money(-loss.lossMinor),
        }
      : null,
    streak: streak ?? null,
    today: { trades: today.trades, net: money(today.netMinor) },
    session:
      current && now
        ? { trades: now.trades, net: money(now.netMinor), since: new Date(current.sinceMs).toISOString() }
        : null,
  }
}

const byTrades = (a: FiguresRow, b: FiguresRow) => b.trades - a.trades || (a.key < b.key ? -1 : 1)
const byNumber = (a: FiguresRow, b: FiguresRow) => Number(a.key) - Number(b.key)

function figuresOf(row: Omit<FiguresRow, 'grouping'>, asset: CashAsset) {
  const { trades, won, lost, stakeMinor, netMinor } = row
  return {
    trades,
    won,
    lost,
    ...ratesOf(row),
    staked: formatAmount(stakeMinor, asset),
    net: formatAmount(netMinor, asset),
    expectedLoss: formatAmount(expectedLossMinor(row), asset),
  }
}
