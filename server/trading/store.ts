import { sql } from 'kysely'
import type { CashAsset } from '../../contract/money.ts'
import type { TradeState, TradeType } from '../../contract/calls/trading.ts'
import type { Executor } from '../platform/database/database.ts'
import type { VoidCode } from './results/settlement.ts'

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
   * The key under which it was placed: the client's Idempotency-Key, or the key of a maker inside the product
   * (makers.ts).
   */
  key: string | null
}

type TradeRow = {
  shard: number
  customer_id: string
  id: string
  symbol: string
  asset: CashAsset
  type: TradeType
  state: TradeState
  stake_minor: bigint
  payout_bps: number
  tolerance_ms: number
  rules: number
  accepted_at_ms: bigint
  expires_at_ms: bigint
  open_after: number
  balance_after_minor: bigint
  void_code: VoidCode | null
  strike_seq: bigint | null
  strike: bigint | null
  exit_seq: bigint | null
  exit: bigint | null
  returned_minor: bigint | null
  settled_at_ms: bigint | null
  key: string | null
}

const numberOrNull = (value: bigint | null) => (value === null ? null : Number(value))

const asTrade = (row: TradeRow): Trade => ({
  shard: row.shard,
  customerId: row.customer_id,
  id: row.id,
  symbol: row.symbol,
  asset: row.asset,
  type: row.type,
  state: row.state,
  stakeMinor: row.stake_minor,
  payoutBps: row.payout_bps,
  toleranceMs: row.tolerance_ms,
  rules: row.rules,
  acceptedAtMs: Number(row.accepted_at_ms),
  expiresAtMs: Number(row.expires_at_ms),
  openAfter: row.open_after,
  balanceAfterMinor: row.balance_after_minor,
  voidCode: row.void_code,
  strikeSeq: numberOrNull(row.strike_seq),
  strike: numberOrNull(row.strike),
  exitSeq: numberOrNull(row.exit_seq),
  exit: numberOrNull(row.exit),
  returnedMinor: row.returned_minor,
  settledAtMs: numberOrNull(row.settled_at_ms),
  key: row.key,
})

const columns = sql.raw(
  `shard, customer_id, id, symbol, asset, type, state, stake_minor, payout_bps, tolerance_ms, rules, accepted_at_ms,
  expires_at_ms, open_after, balance_after_minor, void_code, strike_seq, strike, exit_seq, exit, returned_minor,
  settled_at_ms, key`,
)

/** A customer and its shard. */
export type Owner = { shard: number; customerId: string }

/** Finds the trade that this customer placed with an Idempotency-Key. */
export async function findTradeByKey(
  db: Executor,
  { shard, customerId }: Owner,
  key: string,
): Promise<Trade | undefined> {
  const { rows } = await sql<TradeRow>`
    SELECT ${columns} FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND key = ${key}`.execute(db)
  return rows[0] && asTrade(rows[0])
}

export async function findTrade(db: Executor, { shard, customerId }: Owner, id: string): Promise<Trade | undefined> {
  const { rows } = await sql<TradeRow>`
    SELECT ${columns} FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(db)
  return rows[0] && asTrade(rows[0])
}

/** Lists an owner's trades, newest first. */
export async function listTrades(
  db: Executor,
  { shard, customerId }: Owner,
  limit: number,
  offset = 0,
): Promise<Trade[]> {
  const { rows } = await sql<TradeRow>`
    SELECT ${columns} FROM trading.trades WHERE shard = ${shard} AND customer_id = ${customerId}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(asTrade)
}

/** Lists an owner's trades after the trade `afterId`, oldest first. */
export async function listTradesAfter(
  db: Executor,
  { shard, customerId }: Owner,
  afterId: string | undefined,
  limit: number,
): Promise<Trade[]> {
  const after = afterId ?? '00000000-0000-0000-0000-000000000000'
  const { rows } = await sql<TradeRow>`
    SELECT ${columns} FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id > ${after}::uuid
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(asTrade)
}

export async function countTrades(
  db: Executor,
  { shard, customerId }: Owner,
): Promise<Partial<Record<TradeState, number>>> {
  const { rows } = await sql<{ state: TradeState; trades: number }>`
    SELECT state, count(*)::int AS trades FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} GROUP BY state`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.state, row.trades]))
}

/** Returns the stakes of the customer's open trades, in minor units of the customer's currency. */
export async function readOpenStake(db: Executor, { shard, customerId }: Owner): Promise<bigint> {
  const { rows } = await sql<{ open_stake_minor: bigint }>`
    SELECT open_stake_minor FROM trading.customers WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(db)
  return rows[0]?.open_stake_minor ?? 0n
}

/**
 * Returns each account's total result of trades settled before its `fromMs`, in minor units, in order. One statement,
 * so one snapshot.
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
  const { rows } = await sql<{ result_minor: bigint }>`
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
    ORDER BY place`.execute(db)
  return rows.map(({ result_minor }) => result_minor)
}

export type TradeFigures = {
  settled: number
  won: number
  lost: number
  tie: number
  void: number
  traders: number
  losers: number
}

/**
 * Counts settled trades by result, the customers with a trade settled since `sinceMs`, and those of them with a net
 * loss. Excludes the accounts in `without`.
 */
export async function readTradeFigures(
  db: Executor,
  sinceMs: number,
  without: readonly string[],
): Promise<TradeFigures> {
  const { rows } = await sql<TradeFigures>`
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
    FROM counted`.execute(db)
  return rows[0]!
}

/** Returns the stakes of all customers' open trades, by customer and asset, in minor units. */
export async function readOpenStakes(
  db: Executor,
): Promise<{ owner: string; asset: CashAsset; balanceMinor: bigint }[]> {
  const { rows } = await sql<{ owner: string; asset: CashAsset; balanceMinor: bigint }>`
    SELECT customer_id AS owner, asset, sum(stake_minor)::bigint AS "balanceMinor" FROM trading.trades
    WHERE shard BETWEEN 0 AND 31 AND state = 'OPEN' GROUP BY customer_id, asset ORDER BY customer_id, asset`.execute(db)
  return rows
}
