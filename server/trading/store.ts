import type { CashAsset } from '../../api/money.ts'
import type { TradeType } from '../../api/calls/trading/trading.ts'
import type { TradeState } from '../../api/states/trade-states.ts'
import type { Executor } from '../platform/database/database.ts'
import type { VoidCode } from './results/settlement.ts'
import {
  columnsOf,
  int4,
  int8,
  int8AsNumber,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../platform/database/rows.ts'

/** A stored trade. Prices are whole numbers of the symbol's smallest step. */
export type Trade = {
  shard: number
  customerId: string
  id: string
  symbol: string
  asset: CashAsset
  type: TradeType
  state: TradeState
  stakeMinor: bigint
  payoutBps: number
  toleranceMs: number
  rules: number
  acceptedAtMs: number
  expiresAtMs: number
  /** The value that was returned when the trade was accepted. */
  openAfter: number
  balanceAfterMinor: bigint
  voidCode: VoidCode | null
  strikeSeq: number | null
  strike: number | null
  exitSeq: number | null
  exit: number | null
  returnedMinor: bigint | null
  settledAtMs: number | null
  /**
   * The key under which the trade was placed: the client's Idempotency-Key, or the key of a maker inside the product
   * (makers.ts).
   */
  key: string | null
}

export const tradeRow = row({
  shard: int4,
  customerId: text,
  id: text,
  symbol: text,
  asset: textOf<CashAsset>(),
  type: textOf<TradeType>(),
  state: textOf<TradeState>(),
  stakeMinor: int8,
  payoutBps: int4,
  toleranceMs: int4,
  rules: int4,
  acceptedAtMs: ms,
  expiresAtMs: ms,
  openAfter: int4,
  balanceAfterMinor: int8,
  voidCode: textOf<VoidCode>().nullable(),
  strikeSeq: int8AsNumber.nullable(),
  strike: int8AsNumber.nullable(),
  exitSeq: int8AsNumber.nullable(),
  exit: int8AsNumber.nullable(),
  returnedMinor: int8.nullable(),
  settledAtMs: ms.nullable(),
  key: text.nullable(),
})

/** A customer, and the shard that stores the customer's data. */
export type Owner = { shard: number; customerId: string }

/** Finds the trade that this customer placed with an Idempotency-Key. */
export async function findTradeByKey(
  db: Executor,
  { shard, customerId }: Owner,
  key: string,
): Promise<Trade | undefined> {
  return queryFirst(db, tradeRow)`
    SELECT ${columnsOf(tradeRow)} FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND key = ${key}`
}

export async function findTrade(db: Executor, { shard, customerId }: Owner, id: string): Promise<Trade | undefined> {
  return queryFirst(db, tradeRow)`
    SELECT ${columnsOf(tradeRow)} FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`
}

/** Lists an owner's trades, newest first. */
export async function listTrades(
  db: Executor,
  { shard, customerId }: Owner,
  limit: number,
  offset = 0,
): Promise<Trade[]> {
  return queryRows(db, tradeRow)`
    SELECT ${columnsOf(tradeRow)} FROM trading.trades WHERE shard = ${shard} AND customer_id = ${customerId}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`
}

/** Lists an owner's trades after the trade `afterId`, oldest first. */
export async function listTradesAfter(
  db: Executor,
  { shard, customerId }: Owner,
  afterId: string | undefined,
  limit: number,
): Promise<Trade[]> {
  const after = afterId ?? '00000000-0000-0000-0000-000000000000'
  return queryRows(db, tradeRow)`
    SELECT ${columnsOf(tradeRow)} FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id > ${after}::uuid
    ORDER BY id LIMIT ${limit}`
}

const tradesRow = row({ state: textOf<TradeState>(), trades: int4 })

export async function countTrades(
  db: Executor,
  { shard, customerId }: Owner,
): Promise<Partial<Record<TradeState, number>>> {
  const rows = await queryRows(db, tradesRow)`
    SELECT state, count(*)::int AS trades FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} GROUP BY state`
  return Object.fromEntries(rows.map((row) => [row.state, row.trades]))
}

const openStakeMinorRow = row({ openStakeMinor: int8 })

/** Returns the stakes of the customer's open trades, in minor units of the customer's currency. */
export async function readOpenStake(db: Executor, { shard, customerId }: Owner): Promise<bigint> {
  const found = await queryFirst(db, openStakeMinorRow)`
    SELECT open_stake_minor FROM trading.customers WHERE shard = ${shard} AND customer_id = ${customerId}`
  return found?.openStakeMinor ?? 0n
}

const resultMinorRow = row({ resultMinor: int8 })

/**
 * Returns, in order, each account's total result from trades settled before its `fromMs`, in minor units. Uses one
 * statement, so that it reads one snapshot.
 */
export async function readResultsAt(
  db: Executor,
  requested: readonly { owner: Owner; fromMs: number }[],
): Promise<bigint[]> {
  const [shards, customerIds, fromMs] = [
    requested.map(({ owner }) => owner.shard),
    requested.map(({ owner }) => owner.customerId),
    requested.map((each) => each.fromMs),
  ]
  const rows = await queryRows(db, resultMinorRow)`
    SELECT coalesce((
        SELECT result_minor FROM trading.customers
        WHERE shard = requested.shard AND customer_id = requested.customer_id
      ), 0)
      - coalesce((
        SELECT sum(returned_minor - stake_minor)::bigint FROM trading.trades
        WHERE shard = requested.shard AND customer_id = requested.customer_id AND settled_at_ms >= requested.from_ms
      ), 0) AS result_minor
    FROM unnest(${shards}::smallint[], ${customerIds}::uuid[], ${fromMs}::bigint[])
      WITH ORDINALITY AS requested(shard, customer_id, from_ms, place)
    ORDER BY place`
  return rows.map(({ resultMinor }) => resultMinor)
}

const tradeFiguresRow = row({
  settled: int4,
  won: int4,
  lost: int4,
  tie: int4,
  void: int4,
  traders: int4,
  losers: int4,
})
export type TradeFigures = RowOf<typeof tradeFiguresRow>

/**
 * Counts settled trades by result, the customers with a trade settled since `sinceMs`, and those of them with a net
 * loss. Excludes the accounts in `without`.
 */
export async function readTradeFigures(
  db: Executor,
  sinceMs: number,
  without: readonly string[],
): Promise<TradeFigures> {
  return queryOne(db, tradeFiguresRow)`
    WITH counted AS (
      SELECT * FROM trading.trades WHERE state <> 'OPEN' AND customer_id <> ALL (${without}::uuid[])
    ), people AS (
      SELECT customer_id, sum(returned_minor - stake_minor) AS result FROM counted
      WHERE settled_at_ms >= ${sinceMs} GROUP BY customer_id
    )
    SELECT count(*)::int AS settled,
      count(*) FILTER (WHERE state = 'WON')::int AS won,
      count(*) FILTER (WHERE state = 'LOST')::int AS lost,
      count(*) FILTER (WHERE state = 'TIE')::int AS tie,
      count(*) FILTER (WHERE state = 'VOID')::int AS void,
      (SELECT count(*)::int FROM people) AS traders,
      (SELECT count(*)::int FROM people WHERE result < 0) AS losers
    FROM counted`
}

const openStakesRow = row({ owner: text, asset: textOf<CashAsset>(), balanceMinor: int8 })

/** Returns the stakes of all customers' open trades, by customer and asset, in minor units. */
export async function readOpenStakes(
  db: Executor,
): Promise<{ owner: string; asset: CashAsset; balanceMinor: bigint }[]> {
  return queryRows(db, openStakesRow)`
    SELECT customer_id AS owner, asset, sum(stake_minor)::bigint AS balance_minor FROM trading.trades
    WHERE shard BETWEEN 0 AND 31 AND state = 'OPEN' GROUP BY customer_id, asset ORDER BY customer_id, asset`
}
