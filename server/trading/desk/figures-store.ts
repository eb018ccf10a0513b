import { sql } from 'kysely'
import type { CashAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { int4, int8, queryRows, row, text, textOf } from '../../platform/database/rows.ts'
import { shardOf } from '../../platform/random.ts'
import { firstIdAt } from '../activity/filter.ts'

/** A span of time in epoch milliseconds; `toMs` is exclusive. */
export type DeskSpan = { fromMs: number; toMs: number }

/** The longest time between an order and its settlement that the search by id allows for. */
const settledWithinMs = 86_400_000

/** The trades of customers from `firstId` on, without void ones. */
const recent = (firstId: string, without: readonly string[]) => sql`recent AS (
    SELECT t.customer_id, t.asset, t.stake_minor, t.returned_minor, t.accepted_at_ms, t.settled_at_ms
    FROM trading.customers c
    JOIN trading.trades t ON t.shard = c.shard AND t.customer_id = c.customer_id AND t.id >= ${firstId}::uuid
    WHERE c.customer_id <> ALL (${without}::uuid[]) AND t.state <> 'VOID'
  )`

const sumsRow = row({
  span: int4,
  asset: textOf<CashAsset>(),
  trades: int4,
  stakesMinor: int8,
  houseResultMinor: int8,
})
const tradersRow = row({ traders: int4 })

/**
 * Sums trades per span and currency: the stakes of those accepted in it, without void ones, and what the house kept of
 * those settled in it. Counts the customers with a trade per span. Reads each customer's newest trades by key, because
 * there is no index by time.
 */
export async function readDeskSums(db: Executor, spans: readonly DeskSpan[], without: readonly string[]) {
  const [from, to] = [spans.map(({ fromMs }) => fromMs), spans.map(({ toMs }) => toMs)]
  const firstId = firstIdAt(Math.max(0, Math.min(...from) - settledWithinMs))
  const [sums, traders] = await Promise.all([
    queryRows(db, sumsRow)`
      WITH ${recent(firstId, without)}
      SELECT s.no::int - 1 AS span, t.asset,
        count(*) FILTER (WHERE t.accepted_at_ms >= s.from_ms AND t.accepted_at_ms < s.to_ms)::int AS trades,
        coalesce(sum(t.stake_minor) FILTER (
          WHERE t.accepted_at_ms >= s.from_ms AND t.accepted_at_ms < s.to_ms), 0)::bigint AS stakes_minor,
        coalesce(sum(t.stake_minor - t.returned_minor) FILTER (
          WHERE t.settled_at_ms >= s.from_ms AND t.settled_at_ms < s.to_ms), 0)::bigint AS house_result_minor
      FROM unnest(${from}::bigint[], ${to}::bigint[]) WITH ORDINALITY AS s (from_ms, to_ms, no)
      JOIN recent t ON (t.accepted_at_ms >= s.from_ms AND t.accepted_at_ms < s.to_ms)
        OR (t.settled_at_ms >= s.from_ms AND t.settled_at_ms < s.to_ms)
      GROUP BY s.no, t.asset ORDER BY s.no, t.asset`,
    queryRows(db, tradersRow)`
      WITH ${recent(firstId, without)}
      SELECT count(DISTINCT t.customer_id)::int AS traders
      FROM unnest(${from}::bigint[], ${to}::bigint[]) WITH ORDINALITY AS s (from_ms, to_ms, no)
      LEFT JOIN recent t ON t.accepted_at_ms >= s.from_ms AND t.accepted_at_ms < s.to_ms
      GROUP BY s.no ORDER BY s.no`,
  ])
  return { sums, traders: traders.map((each) => each.traders) }
}

const openRow = row({ asset: textOf<CashAsset>(), trades: int4, stakesMinor: int8, profitsMinor: int8 })

/** Sums open trades by currency: their stakes, and the profits due if all of them won. */
export async function readDeskOpenTrades(db: Executor, without: readonly string[]) {
  return queryRows(db, openRow)`
    SELECT asset, count(*)::int AS trades, sum(stake_minor)::bigint AS stakes_minor,
      sum(stake_minor * payout_bps / 10000)::bigint AS profits_minor
    FROM trading.trades
    WHERE shard BETWEEN 0 AND 31 AND state = 'OPEN' AND customer_id <> ALL (${without}::uuid[])
    GROUP BY asset ORDER BY asset`
}

const resultRow = row({ customerId: text, resultMinor: int8 })

/** Returns the results of settled trades by customer, of these customers or of all. */
export async function readResultsOf(
  db: Executor,
  customerIds: readonly string[] | undefined,
): Promise<ReadonlyMap<string, bigint>> {
  const rows =
    customerIds === undefined
      ? await queryRows(db, resultRow)`SELECT customer_id, result_minor FROM trading.customers`
      : await queryRows(db, resultRow)`
          SELECT c.customer_id, c.result_minor
          FROM unnest(${customerIds.map(shardOf)}::smallint[], ${customerIds}::uuid[]) AS o (shard, id)
          JOIN trading.customers c ON c.shard = o.shard AND c.customer_id = o.id`
  return new Map(rows.map(({ customerId, resultMinor }) => [customerId, resultMinor]))
}
