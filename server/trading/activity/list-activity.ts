import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { activityCalls } from '../../../api/calls/trading/activity.ts'
import { assets, formatAmount, type Asset } from '../../../api/money.ts'
import { statementEntryOf, type AccountEntry } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { recordWithStrike } from '../records/list-trades.ts'
import { winBps } from './statistics-rules.ts'
import { findTrades, sumTrades, type NotedTrade } from './activity-store.ts'
import type { ActivityContext } from './context.ts'
import {
  entriesBefore,
  isNewer,
  movementFilterOf,
  msOfId,
  placeOf,
  textOfPlace,
  tradeFilterOf,
  tradesBelow,
  uncountedKinds,
  type ActivityInput,
  type Place,
} from './filter.ts'

type Calls = typeof activityCalls
export type ActivityLine = OutputOf<Calls['activity']>['lines'][number]

const linesPerPage = 50

/** Returns a page of the customer's activity, newest first. */
export async function listActivity(
  context: ActivityContext,
  { before, ...filter }: InputOf<Calls['activity']>,
  { session }: CustomerRequest,
): Promise<OutputOf<Calls['activity']>> {
  const after = before === undefined ? undefined : placeOf(before)
  const { lines, next } = await readLines(context, context.db, session, filter, after, linesPerPage)
  return { lines, next: next ? textOfPlace(next) : null }
}

type Found = { place: Place } & ({ trade: NotedTrade } | { entry: AccountEntry })

/** Returns at most `limit` lines after the place `after`, and the last line's place if more follow. */
export async function readLines(
  context: ActivityContext,
  ex: Executor,
  session: CustomerRequest['session'],
  filter: ActivityInput,
  after: Place | undefined,
  limit: number,
): Promise<{ lines: ActivityLine[]; next: Place | undefined }> {
  const [ofTrades, ofMovements] = [tradeFilterOf(filter), movementFilterOf(filter)]
  const [trades, entries] = [
    ofTrades ? await findTrades(ex, session, ofTrades, tradesBelow(after), limit + 1) : [],
    ofMovements
      ? await context.ledger.movements(
          session.customerId,
          ofMovements,
          { before: entriesBefore(after), limit: limit + 1 },
          ex,
        )
      : [],
  ]
  const found: Found[] = [
    ...trades.map((trade) => ({ place: { atMs: msOfId(trade.id), trade: trade.id }, trade })),
    ...entries.map((entry) => ({ place: { atMs: entry.atMs, entry: entry.id }, entry })),
  ].toSorted((a, b) => (isNewer(a.place, b.place) ? -1 : 1))
  const shown = found.slice(0, limit)
  return {
    lines: await Promise.all(shown.map((one) => lineOf(context, one))),
    next: found.length > limit ? shown.at(-1)!.place : undefined,
  }
}

async function lineOf(context: ActivityContext, found: Found): Promise<ActivityLine> {
  if ('entry' in found) {
    const entry = statementEntryOf(found.entry)
    return { id: entry.id, at: entry.at, asset: entry.asset, amount: entry.amount, trade: null, why: null, entry }
  }
  const trade = await recordWithStrike(context, found.trade)
  const { asset, returnedMinor, stakeMinor } = found.trade
  return {
    id: trade.id,
    at: trade.dt,
    asset,
    amount: formatAmount((returnedMinor ?? 0n) - stakeMinor, asset),
    trade,
    why: context.notes.read(found.trade),
    entry: null,
  }
}

/** Counts and sums all lines that pass a filter. */
export async function showTotals(
  { db, ledger }: ActivityContext,
  filter: ActivityInput,
  { session }: CustomerRequest,
): Promise<OutputOf<Calls['activity.totals']>> {
  const [ofTrades, ofMovements] = [tradeFilterOf(filter), movementFilterOf(filter)]
  const [trades, movements] = await Promise.all([
    ofTrades ? sumTrades(db, session, ofTrades) : [],
    ofMovements ? ledger.movementSums(session.customerId, ofMovements, uncountedKinds(filter)) : [],
  ])
  const sums = new Map<Asset, { inMinor: bigint; outMinor: bigint }>()
  for (const { asset, inMinor, outMinor } of [...trades, ...movements]) {
    const sum = sums.get(asset) ?? { inMinor: 0n, outMinor: 0n }
    sums.set(asset, { inMinor: sum.inMinor + inMinor, outMinor: sum.outMinor + outMinor })
  }
  const count = (key: 'trades' | 'open' | 'won' | 'lost') => trades.reduce((sum, each) => sum + each[key], 0)
  return {
    lines: movements.reduce((sum, { entries }) => sum + entries, count('trades')),
    sums: [...sums].map(([asset, { inMinor, outMinor }]) => ({
      asset,
      unit: assets[asset].symbol,
      in: formatAmount(inMinor, asset),
      out: formatAmount(outMinor, asset),
      net: formatAmount(inMinor - outMinor, asset),
    })),
    trades: {
      all: count('trades'),
      open: count('open'),
      won: count('won'),
      lost: count('lost'),
      winBps: winBps(count('won'), count('lost')),
    },
  }
}
