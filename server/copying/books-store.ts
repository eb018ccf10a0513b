import { sql } from 'kysely'
import type { Break, ExpectedMoves, SealedRows } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { int4, queryRows, row, text } from '../platform/database/rows.ts'

/**
 * Returns the transfers that a shard's profit shares imply: payments by its copiers, and its experts' income from
 * copiers in any shard.
 */
export function expectedOfShares(shard: number): ExpectedMoves {
  const shares = sql`FROM copying.profit_shares p
    JOIN copying.relations r ON r.shard = p.shard AND r.customer_id = p.customer_id AND r.id = p.relation_id`
  return {
    rule: 'profit share equals transfers',
    kinds: ['copy_profit_share'],
    accounts: ['customers'],
    rows: sql`
      SELECT p.relation_id AS reference, p.customer_id || ' trading' AS account, r.asset,
        0::bigint AS in_minor, p.amount_minor AS out_minor ${shares} WHERE p.shard = ${shard}
      UNION ALL
      SELECT p.relation_id, e.customer_id || ' trading', r.asset, p.amount_minor, 0 ${shares}
      JOIN copying.experts e ON e.id = r.expert_id WHERE e.shard = ${shard}`,
  }
}

const breakRow = row({ rule: text, shard: int4.nullable(), subject: text, expected: text, found: text })

/** Returns a shard's relations whose result, high-water mark or fees differ from their copies and profit shares. */
export async function findSumBreaks(tx: Executor, shard: number): Promise<Break[]> {
  return queryRows(tx, breakRow)`
    WITH moves AS (
      SELECT customer_id, relation_id AS id, coalesce(mine_minor, 0) AS result_minor, 0 AS high_minor, 0 AS fee_minor
      FROM copying.copies WHERE shard = ${shard}
      UNION ALL
      SELECT customer_id, relation_id, 0, to_high_minor - from_high_minor, amount_minor
      FROM copying.profit_shares WHERE shard = ${shard}
    ), sums AS (
      SELECT customer_id, id, concat_ws(' ', sum(result_minor), sum(high_minor), sum(fee_minor)) AS words
      FROM moves GROUP BY customer_id, id
    ), relations AS (
      SELECT customer_id, id, concat_ws(' ', result_minor, high_water_minor, fee_minor) AS words
      FROM copying.relations WHERE shard = ${shard}
    )
    SELECT 'copying adds up' AS rule, ${shard}::int AS shard,
      concat_ws(' ', 'customer', customer_id, 'relation', id) AS subject,
      coalesce(s.words, '0 0 0') AS expected, coalesce(r.words, 'no relation') AS found
    FROM relations r FULL JOIN sums s USING (customer_id, id)
    WHERE r.words IS DISTINCT FROM coalesce(s.words, '0 0 0') LIMIT 100`
}

/**
 * Sealed rows: relations, the settings of ended relations, finished copies, and profit shares. Settings may change
 * until a relation ends.
 */
export const sealedCopying: readonly SealedRows[] = [
  {
    name: 'copying',
    rows: sql`
      SELECT 'shard ' || r.shard AS part, r.started_at_ms AS at_ms, r.id::text AS key,
        ROW(r.shard, r.customer_id, r.id, r.expert_id, r.asset, r.started_at_ms)::text AS words
      FROM copying.relations r`,
  },
  {
    name: 'ended copying',
    rows: sql`
      SELECT 'shard ' || r.shard AS part, r.stopped_at_ms AS at_ms, r.id::text AS key,
        ROW(r.mode, r.amount_minor, r.classes, r.max_stake_minor, r.stop_loss_minor, r.state, r.stopped_at_ms,
          r.stop_reason)::text AS words
      FROM copying.relations r WHERE r.stopped_at_ms IS NOT NULL`,
  },
  {
    name: 'copies',
    rows: sql`
      SELECT 'shard ' || c.shard AS part, coalesce(c.done_at_ms, 0) AS at_ms,
        c.order_id || ' ' || c.relation_id AS key,
        ROW(c.shard, c.customer_id, c.relation_id, c.order_id, c.weight_num, c.weight_den, c.trade_id, c.code,
          c.stake_minor, c.expert_minor, c.skip_minor, c.delay_minor, c.price_minor, c.rounding_minor, c.mine_minor,
          c.done_at_ms)::text AS words
      FROM copying.copies c WHERE c.is_done`,
  },
  {
    name: 'profit shares',
    rows: sql`
      SELECT 'shard ' || p.shard AS part, p.at_ms, p.relation_id || ' ' || p.week AS key,
        ROW(p.shard, p.customer_id, p.relation_id, p.week, p.at_ms, p.from_high_minor, p.to_high_minor, p.share_bps,
          p.amount_minor)::text AS words
      FROM copying.profit_shares p`,
  },
]
