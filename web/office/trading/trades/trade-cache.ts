import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { TradeRecord, TradeType } from '../../../../api/calls/trading/trading.ts'
import type { LiveFromServer } from '../../../../api/live.ts'
import type { CallOutput } from '../../../data/call.ts'
import { minorOf, minorText } from '../ticket/stake.ts'

/**
 * Updates the cached responses about trades instead of refetching them: an order and its settlement change few rows.
 */

export type SettledMessage = Extract<LiveFromServer, { kind: 'trade' }>
export type SentOrder = { symbols: string; amount: string; interval: number; TYPE: TradeType }

const newest: QueryKey = ['trades', {}]
const firstPage: QueryKey = ['trades', { p: 1 }]
const count: QueryKey = ['trades.count', {}]
const user: QueryKey = ['user', {}]
const touchedCalls = ['trades', 'trades.count', 'user', 'totalbalance'] as const
/** Maximum numbers of rows in the responses; see the call `trades`. */
const newestRows = 100
const pageRows = 10
const totalEveryMs = 1_000

const sendingPrefix = 'sending '

/** Returns whether the server hasn't responded to this row's order yet. */
export const isSending = ({ id }: Pick<TradeRecord, 'id'>): boolean => id.startsWith(sendingPrefix)

/** Refetches everything that a trade changes. Used when the outcome is unknown. */
export function refetchTrades(queries: QueryClient): void {
  for (const name of touchedCalls) void queries.invalidateQueries({ queryKey: [name] })
}

/**
 * Changes a cached response: at once, or after cancelling a running fetch, because it might have read the old state. If
 * nothing is cached yet, fetches again instead.
 */
async function change<T>(queries: QueryClient, queryKey: QueryKey, changed: (response: T) => T): Promise<void> {
  if (queries.getQueryData(queryKey) === undefined) return queries.invalidateQueries({ queryKey, exact: true })
  if (queries.getQueryState(queryKey)?.fetchStatus !== 'idle') await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData<T>(queryKey, (response) => response && changed(response))
}

/** Shows an order as an open trade and deducts its stake before the server responds. `key`: its idempotency key. */
export async function showSentOrder(
  queries: QueryClient,
  order: SentOrder,
  { key, nowMs }: { key: string; nowMs: number },
): Promise<void> {
  const row: TradeRecord = {
    id: sendingPrefix + key,
    by: 'customer',
    amount: order.amount,
    cur: queries.getQueryData<CallOutput<'user'>>(user)?.cur ?? '',
    asset: order.symbols,
    dt: new Date(nowMs).toISOString(),
    type: order.TYPE,
    interval: order.interval,
    strike: null,
    exit: null,
    // No tick is later than this, so none is shown as the strike.
    acceptedAt: Number.MAX_SAFE_INTEGER,
    expiresAt: nowMs + order.interval * 1000,
    settledAt: null,
    status: 'OPEN',
    result: 'null',
    reason: null,
    reasonPhrase: null,
    payoutBps: 0,
    returned: null,
  }
  await Promise.all([
    change<TradeRecord[]>(queries, newest, (rows) => [...rows, row]),
    change<CallOutput<'user'>>(queries, user, (held) => ({
      ...held,
      balance: minorText(minorOf(held.balance) - minorOf(order.amount)),
    })),
  ])
}

/** Replaces the row of a sent order with the trade that the server accepted. */
export async function showAcceptedOrder(
  queries: QueryClient,
  order: SentOrder,
  key: string,
  response: Pick<CallOutput<'trade'>, 'id' | 'acceptedAt' | 'expiresAt' | 'payoutBps' | 'balance'>,
): Promise<void> {
  const { id, acceptedAt, expiresAt, payoutBps, balance } = response
  const accepted = { id, acceptedAt, expiresAt, payoutBps, dt: new Date(acceptedAt).toISOString() }
  const sent = queries.getQueryData<TradeRecord[]>(newest)?.find((row) => row.id === sendingPrefix + key)
  const row = sent && { ...sent, ...accepted }
  // A refetch may already have read the trade, because it settled or because a robot traded.
  const withRow = (rows: TradeRecord[], most: number) => {
    const others = rows.filter((one) => one.id !== sendingPrefix + key)
    return !row || others.some((one) => one.id === id) ? others : [...others, row].slice(-most)
  }
  await Promise.all([
    change<TradeRecord[]>(queries, newest, (rows) => withRow(rows, newestRows)),
    row ? change<TradeRecord[]>(queries, firstPage, (rows) => withRow(rows, pageRows)) : undefined,
    change<CallOutput<'trades.count'>>(queries, count, (held) => ({ ...held, all: held.all + 1, open: held.open + 1 })),
    change<CallOutput<'user'>>(queries, user, (held) => ({ ...held, balance })),
  ])
  if (!row) refetchTrades(queries)
}

/** Removes the row of an order that was refused or whose response was lost, and refetches the actual state. */
export async function removeSentOrder(queries: QueryClient, key: string): Promise<void> {
  await change<TradeRecord[]>(queries, newest, (rows) => rows.filter((one) => one.id !== sendingPrefix + key))
  refetchTrades(queries)
}

const settledMessages = new Map<string, string>()
const rememberedMessages = 100

/** Returns the server's message about a settled trade, if it arrived over the live connection. */
export const settledMessageOf = (id: string): string | undefined => settledMessages.get(id)

const resultOf = { WON: 'true', LOST: 'false', TIE: 'false', VOID: 'false', OPEN: 'null' } as const
const countOf = { WON: 'won', LOST: 'lost', TIE: 'tie', VOID: 'void', OPEN: 'open' } as const

/** Completes the rows of a settled trade, and refetches what the message doesn't contain. */
export async function showSettled(queries: QueryClient, message: SettledMessage): Promise<void> {
  const { id, result, settled, msg } = message
  const { balance, ...figures } = settled
  settledMessages.set(id, msg)
  if (settledMessages.size > rememberedMessages) settledMessages.delete(settledMessages.keys().next().value!)
  const lists = queries
    .getQueriesData<TradeRecord[]>({ queryKey: ['trades'] })
    .filter(([, rows]) => rows?.some((row) => row.id === id && row.status === 'OPEN'))
  refreshTotal(queries)
  // The reason of a void trade isn't in the message.
  if (lists.length === 0 || result === 'VOID') return refetchTrades(queries)
  await Promise.all([
    ...lists.map(([queryKey]) =>
      change<TradeRecord[]>(queries, queryKey, (rows) =>
        rows.map((row) => (row.id === id ? { ...row, ...figures, status: result, result: resultOf[result] } : row)),
      ),
    ),
    change<CallOutput<'trades.count'>>(queries, count, (held) => ({
      ...held,
      open: held.open - 1,
      [countOf[result]]: held[countOf[result]] + 1,
    })),
    change<CallOutput<'user'>>(queries, user, (held) => ({ ...held, balance })),
  ])
}

let totalTimer: ReturnType<typeof setTimeout> | undefined
let totalIsStale = false

/** Refetches Portfolio Balance at once, and again if more trades settle, at most once a second. */
function refreshTotal(queries: QueryClient): void {
  totalIsStale = totalTimer !== undefined
  if (totalTimer !== undefined) return
  for (const name of ['totalbalance', 'portfolio'] as const) void queries.invalidateQueries({ queryKey: [name] })
  totalTimer = setTimeout(() => {
    totalTimer = undefined
    if (totalIsStale) refreshTotal(queries)
  }, totalEveryMs)
}
