import { sql } from 'kysely'
import type { Break, ExpectedMoves, SealedRows } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { FarmStretch } from '../../api/calls/farming/farming.ts'
import { int4, int8, json, ms, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

/**
 * Returns the transfers that a shard's contracts imply: the locked deposit, each week's interest, and the returned
 * amount.
 */
export function expectedOfFarming(shard: number): ExpectedMoves {
  return {
    rule: 'yield equals transfers',
    kinds: ['farming_lock', 'farming_return', 'farming_interest', 'fee'],
    accounts: ['customers'],
    net: true,
    rows: sql`
      SELECT c.id AS reference, m.account, c.asset, m.in_minor, m.out_minor FROM farming.contracts c
      CROSS JOIN LATERAL (VALUES
        (c.customer_id || ' farming', CASE WHEN c.state = 'running' THEN c.principal_minor ELSE 0 END, 0::bigint),
        (c.customer_id || ' trading', CASE c.state WHEN 'running' THEN 0
          WHEN 'left_the_chain' THEN c.principal_minor ELSE c.returned_minor END, c.principal_minor)
      ) AS m(account, in_minor, out_minor)
      WHERE c.shard = ${shard}
      UNION ALL
      SELECT c.id, c.customer_id || ' trading', c.asset, w.paid_minor, 0
      FROM farming.contracts c
      JOIN farming.weeks w ON w.shard = c.shard AND w.customer_id = c.customer_id AND w.contract_id = c.id
      WHERE c.shard = ${shard}`,
  }
}

const breakRow = row({ rule: text, shard: int4.nullable(), subject: text, expected: text, found: text })

/** Returns a shard's contracts whose number of paid weeks, earnings or carry differs from their weeks. */
export async function findProgressBreaks(tx: Executor, shard: number): Promise<Break[]> {
  return queryRows(tx, breakRow)`
    SELECT 'yield progress equals weeks' AS rule, ${shard}::int AS shard, 'contract ' || c.id AS subject,
      concat_ws(' ', count(w.week), coalesce(sum(w.paid_minor), 0),
        (coalesce(max(ARRAY[w.week, w.carry_after_parts]), ARRAY[0, 0]))[2]) AS expected,
      concat_ws(' ', c.weeks_paid, c.earned_minor, c.carry_parts) AS found
    FROM farming.contracts c
    LEFT JOIN farming.weeks w ON w.shard = c.shard AND w.customer_id = c.customer_id AND w.contract_id = c.id
    WHERE c.shard = ${shard} GROUP BY c.shard, c.customer_id, c.id
    HAVING count(w.week) <> c.weeks_paid OR coalesce(sum(w.paid_minor), 0) <> c.earned_minor
      OR coalesce(max(w.week) + 1, 0) <> c.weeks_paid
      OR (coalesce(max(ARRAY[w.week, w.carry_after_parts]), ARRAY[0, 0]))[2] <> c.carry_parts LIMIT 100`
}

const weekRow = row({
  contractId: text,
  week: int4,
  fromMs: ms,
  toMs: ms,
  stretches: json<FarmStretch[]>(),
  carryBeforeParts: int8,
  carryAfterParts: int8,
  paidMinor: int8,
})
export type StoredWeek = RowOf<typeof weekRow>

/** Returns the paid weeks of every contract in a shard, oldest first. */
export async function weeksOfShard(tx: Executor, shard: number): Promise<StoredWeek[]> {
  return queryRows(tx, weekRow)`
    SELECT contract_id, week, from_ms, to_ms, stretches, carry_before_parts, carry_after_parts, paid_minor
    FROM farming.weeks WHERE shard = ${shard} ORDER BY week`
}

/** The terms that contracts began with. */
export const begunFarming: SealedRows = {
  name: 'yield contracts',
  rows: sql`
    SELECT 'shard ' || c.shard AS part, c.started_at_ms AS at_ms, c.id::text AS key,
      ROW(c.shard, c.customer_id, c.id, c.plan_id, c.plan, c.coin, c.asset, c.principal_minor, c.leverage_halves,
        c.minimum_ppm, c.borrow_ppm, c.margin_bps, c.early_fee_bps,
        c.entry_seq, c.entry_at_ms, c.entry_price, c.liquidation_price, c.started_at_ms, c.ends_at_ms)::text AS words
    FROM farming.contracts c`,
}
