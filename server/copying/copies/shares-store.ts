import { sql } from 'kysely'
import type { CashAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { int4, int8, queryRows, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

/** SQL for profit shares. */

/**
 * A customer's new high with an expert. Both sums cover all of the customer's relations with it, so that stopping and
 * restarting doesn't reset losses or highs. `id` is the newest of these relations, which pays the share.
 */
const newHighRow = row({
  shard: int4,
  customerId: text,
  id: text,
  expertId: text,
  asset: textOf<CashAsset>(),
  resultMinor: int8,
  highWaterMinor: int8,
})
export type NewHigh = RowOf<typeof newHighRow>

const all = sql.raw(`SELECT sum(o.result_minor)::bigint AS result, sum(o.high_water_minor)::bigint AS high,
    (array_agg(o.id ORDER BY o.id DESC))[1] AS newest
  FROM copying.relations o
  WHERE o.shard = r.shard AND o.customer_id = r.customer_id AND o.expert_id = r.expert_id AND o.asset = r.asset`)

const newHighsRow = row({ shard: int4, customerId: text, id: text })

/**
 * Locks the newest relations with a new high whose share for this week hasn't been processed yet. Skips relations in
 * `without` and those locked by another process. Reads the sums under the locks, because another process may have taken
 * a share in the meantime.
 */
export async function lockNewHighs(
  tx: Executor,
  week: number,
  limit: number,
  without: readonly string[],
): Promise<NewHigh[]> {
  const locked = await queryRows(tx, newHighsRow)`
    SELECT n.shard, n.customer_id, n.id FROM copying.relations n
    WHERE n.shared_week < ${week} AND (n.shard, n.customer_id, n.id) IN (
      SELECT r.shard, r.customer_id, a.newest FROM copying.relations r CROSS JOIN LATERAL (${all}) a
      JOIN copying.relations p ON p.shard = r.shard AND p.customer_id = r.customer_id AND p.id = a.newest
      WHERE r.result_minor > r.high_water_minor AND a.result > a.high AND p.shared_week < ${week}
        AND NOT (a.newest = ANY (${without}::uuid[])) LIMIT ${limit}
    ) ORDER BY n.shard, n.customer_id, n.id FOR UPDATE OF n SKIP LOCKED`
  if (locked.length === 0) return []
  return queryRows(tx, newHighRow)`
    SELECT r.shard, r.customer_id, r.id, r.expert_id, r.asset, a.result AS result_minor, a.high AS high_water_minor
    FROM copying.relations r CROSS JOIN LATERAL (${all}) a
    JOIN unnest(
      ${locked.map(({ shard }) => shard)}::smallint[],
      ${locked.map(({ customerId }) => customerId)}::uuid[],
      ${locked.map(({ id }) => id)}::uuid[]
    ) AS w(shard, customer_id, id)
      ON r.shard = w.shard AND r.customer_id = w.customer_id AND r.id = w.id
    WHERE a.result > a.high`
}

/** Records that this week's share couldn't be taken; it is due again next week. */
export async function skipWeek(tx: Executor, { shard, customerId, id }: NewHigh, week: number): Promise<void> {
  await sql`
    UPDATE copying.relations SET shared_week = ${week}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(tx)
}

export async function insertShare(
  tx: Executor,
  high: NewHigh,
  share: { week: number; atMs: number; shareBps: number; amountMinor: bigint },
): Promise<void> {
  const { shard, customerId, id, resultMinor, highWaterMinor } = high
  await sql`
    INSERT INTO copying.profit_shares (
      shard, customer_id, relation_id, week, at_ms, from_high_minor, to_high_minor, share_bps, amount_minor
    )
    VALUES (
      ${shard}, ${customerId}, ${id}, ${share.week}, ${share.atMs}, ${highWaterMinor}, ${resultMinor},
      ${share.shareBps}, ${share.amountMinor}
    )`.execute(tx)
  await sql`
    UPDATE copying.relations
    SET high_water_minor = high_water_minor + ${resultMinor - highWaterMinor},
      fee_minor = fee_minor + ${share.amountMinor}, shared_week = ${share.week}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(tx)
}
