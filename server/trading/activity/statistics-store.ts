import type { CashAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  int4,
  int8,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'
import type { Owner } from '../store.ts'

/** The property that the trades in a row share. */
export type Grouping = 'all' | 'symbol' | 'side' | 'interval' | 'hour' | 'reason'

const figuresRow = row({
  grouping: textOf<Grouping>(),
  key: text,
  trades: int4,
  won: int4,
  lost: int4,
  netMinor: int8,
  stakeMinor: int8,
  fullPayoutMinor: int8,
})
export type FiguresRow = RowOf<typeof figuresRow>

/** Which settled trades to read: those in one asset, with IDs from `fromId` up to, but not including, `toId`. */
export type Range = { asset: CashAsset; fromId: string; toId: string }

/**
 * Sums settled trades overall and by group in one pass. The stake and the full payout (stake and profit, as if won)
 * include only won and lost trades. `offset`: how many minutes the time zone of the hours is ahead of UTC.
 */
export async function readFigures(
  db: Executor,
  { shard, customerId }: Owner,
  { asset, fromId, toId }: Range,
  offset: number,
): Promise<FiguresRow[]> {
  return queryRows(db, figuresRow)`
    SELECT
      CASE GROUPING(symbol, type, length, hour, reason)
        WHEN 31 THEN 'all' WHEN 15 THEN 'symbol' WHEN 23 THEN 'side' WHEN 27 THEN 'interval' WHEN 29 THEN 'hour'
        ELSE 'reason'
      END AS grouping,
      coalesce(symbol, type::text, length::text, hour::text, reason, '') AS key,
      count(*)::int AS trades,
      count(*) FILTER (WHERE state = 'WON')::int AS won,
      count(*) FILTER (WHERE state = 'LOST')::int AS lost,
      coalesce(sum(returned_minor - stake_minor), 0)::bigint AS net_minor,
      coalesce(sum(stake_minor) FILTER (WHERE decided), 0)::bigint AS stake_minor,
      coalesce(sum(stake_minor + stake_minor * payout_bps / 10000) FILTER (WHERE decided), 0)::bigint
        AS full_payout_minor
    FROM (
      SELECT t.symbol, t.type, t.state, t.stake_minor, t.returned_minor, t.payout_bps,
        t.state IN ('WON', 'LOST') AS decided,
        (t.expires_at_ms - t.accepted_at_ms) / 1000 AS length,
        (t.accepted_at_ms / 60000 + ${offset}::int) / 60 % 24 AS hour,
        coalesce(n.reason, '') AS reason
      FROM trading.trades t
      LEFT JOIN trading.notes n ON n.shard = t.shard AND n.customer_id = t.customer_id AND n.trade_id = t.id
      WHERE t.shard = ${shard} AND t.customer_id = ${customerId} AND t.asset = ${asset} AND t.state <> 'OPEN'
        AND t.id >= ${fromId}::uuid AND t.id < ${toId}::uuid
    ) found
    GROUP BY GROUPING SETS ((), (symbol), (type), (length), (hour), (reason))`
}

const lossRow = row({ id: text, symbol: text, acceptedAtMs: ms, lossMinor: int8 })

/** Returns the trade with the largest loss; of several, the newest. */
export async function readLargestLoss(
  db: Executor,
  { shard, customerId }: Owner,
  { asset, fromId, toId }: Range,
): Promise<RowOf<typeof lossRow> | undefined> {
  return queryFirst(db, lossRow)`
    SELECT id, symbol, accepted_at_ms, stake_minor AS loss_minor FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND asset = ${asset} AND state = 'LOST'
      AND id >= ${fromId}::uuid AND id < ${toId}::uuid
    ORDER BY stake_minor DESC, id DESC LIMIT 1`
}

const streakRow = row({ result: textOf<'WON' | 'LOST'>(), trades: int4 })

/** Returns how many trades in a row, up to the newest, were won or lost. Ties and void trades don't count. */
export async function readStreak(db: Executor, { shard, customerId }: Owner) {
  return queryFirst(db, streakRow)`
    WITH newest AS (
      SELECT state FROM trading.trades
      WHERE shard = ${shard} AND customer_id = ${customerId} AND state IN ('WON', 'LOST') ORDER BY id DESC LIMIT 1
    )
    SELECT newest.state::text AS result, (
      SELECT count(*)::int FROM trading.trades t
      WHERE t.shard = ${shard} AND t.customer_id = ${customerId} AND t.state = newest.state AND t.id > coalesce((
        SELECT o.id FROM trading.trades o
        WHERE o.shard = ${shard} AND o.customer_id = ${customerId} AND o.state IN ('WON', 'LOST')
          AND o.state <> newest.state
        ORDER BY o.id DESC LIMIT 1
      ), '00000000-0000-0000-0000-000000000000')
    ) AS trades
    FROM newest`
}

const netRow = row({ trades: int4, netMinor: int8 })

/** Counts and sums the settled trades in a range. */
export async function readNet(db: Executor, { shard, customerId }: Owner, { asset, fromId, toId }: Range) {
  return queryOne(db, netRow)`
    SELECT count(*)::int AS trades, coalesce(sum(returned_minor - stake_minor), 0)::bigint AS net_minor
    FROM trading.trades
    WHERE shard = ${shard} AND customer_id = ${customerId} AND asset = ${asset} AND state <> 'OPEN'
      AND id >= ${fromId}::uuid AND id < ${toId}::uuid`
}

const sessionRow = row({ sinceMs: ms, sinceId: text, lastMs: ms })

/**
 * Returns the first trade since `fromId` after which no break between trades is longer than `breakMs`, and when the
 * last of these trades ended or will end.
 */
export async function readSession(db: Executor, { shard, customerId }: Owner, fromId: string, breakMs: number) {
  return queryFirst(db, sessionRow)`
    SELECT accepted_at_ms AS since_ms, id AS since_id, last_ms FROM (
      SELECT id, accepted_at_ms, accepted_at_ms - lag(expires_at_ms) OVER (ORDER BY id) AS break_ms,
        max(expires_at_ms) OVER () AS last_ms
      FROM trading.trades WHERE shard = ${shard} AND customer_id = ${customerId} AND id >= ${fromId}::uuid
    ) recent
    WHERE break_ms IS NULL OR break_ms > ${breakMs}
    ORDER BY id DESC LIMIT 1`
}
