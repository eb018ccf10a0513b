import { sql } from 'kysely'
import type { AccrualInputs } from '../../api/calls/mining/mining.ts'
import type { Break, ExpectedMoves, SealedRows } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { contractsOf, type MiningContract, type Day, type StoredRate } from './store.ts'
import { int4, int8, json, ms, queryRows, row, text } from '../platform/database/rows.ts'

/**
 * Returns the transfers that a shard's contracts imply: the price, paid into the pool or returned from it, and each
 * day's output.
 */
export function expectedOfMining(shard: number): ExpectedMoves {
  return {
    rule: 'mining equals transfers',
    kinds: ['mining_purchase', 'mining_refund', 'mining_output'],
    accounts: ['customers'],
    rows: sql`
      SELECT id AS reference, customer_id || ' trading' AS account, asset, CASE WHEN ended_early_ms IS NULL THEN 0
        ELSE price_minor END AS in_minor, price_minor AS out_minor
      FROM mining.contracts WHERE shard = ${shard}
      UNION ALL
      SELECT c.id, c.customer_id || ' mining:' || c.coin, c.coin, d.paid_minor, 0
      FROM mining.contracts c
      JOIN mining.days d ON d.shard = c.shard AND d.customer_id = c.customer_id AND d.contract_id = c.id
      WHERE c.shard = ${shard}`,
  }
}

const breakRow = row({ rule: text, shard: int4.nullable(), subject: text, expected: text, found: text })

/** Returns a shard's contracts whose number of paid days, earnings or carry differs from their days. */
export async function findProgressBreaks(tx: Executor, shard: number): Promise<Break[]> {
  return queryRows(tx, breakRow)`
    SELECT 'mining progress equals days' AS rule, ${shard}::int AS shard, 'contract ' || c.id AS subject,
      concat_ws(' ', count(d.day), coalesce(sum(d.paid_minor), 0),
        (coalesce(max(ARRAY[d.day, d.carry_after_parts]), ARRAY[0, 0]))[2]) AS expected,
      concat_ws(' ', c.days_paid, c.earned_minor, c.carry_parts) AS found
    FROM mining.contracts c
    LEFT JOIN mining.days d ON d.shard = c.shard AND d.customer_id = c.customer_id AND d.contract_id = c.id
    WHERE c.shard = ${shard} GROUP BY c.shard, c.customer_id, c.id
    HAVING count(d.day) <> c.days_paid OR coalesce(sum(d.paid_minor), 0) <> c.earned_minor
      OR coalesce(max(d.day) + 1, 0) <> c.days_paid
      OR (coalesce(max(ARRAY[d.day, d.carry_after_parts]), ARRAY[0, 0]))[2] <> c.carry_parts LIMIT 100`
}

export type StoredDay = Pick<
  Day,
  'day' | 'paidAtMs' | 'accruals' | 'carryBeforeParts' | 'carryAfterParts' | 'minedMinor' | 'rate' | 'paidMinor'
>

const contractsWithDaysRow = row({
  carryBeforeParts: int8,
  carryAfterParts: int8,
  paidMinor: int8,
  day: int4,
  accruals: json<AccrualInputs[]>(),
  minedMinor: int8,
  rate: json<{ from: StoredRate; to: StoredRate }>().nullable(),
  id: text,
  paidAtMs: ms,
})

/** Returns a shard's contracts by contract ID, each with its days, oldest first. */
export async function listContractsWithDays(
  tx: Executor,
  shard: number,
): Promise<{ contract: MiningContract; days: StoredDay[] }[]> {
  const contracts = await contractsOf(tx, shard)
  const rows = await queryRows(tx, contractsWithDaysRow)`
    SELECT contract_id AS id, day, paid_at_ms, accruals, carry_before_parts, carry_after_parts, mined_minor, rate,
      paid_minor
    FROM mining.days WHERE shard = ${shard} ORDER BY day`
  const days = Map.groupBy(rows, ({ id }) => id)
  return contracts.map((contract) => ({ contract, days: days.get(contract.id) ?? [] }))
}

/** The terms that contracts began with. */
export const begunMining: SealedRows = {
  name: 'mining contracts',
  rows: sql`
    SELECT 'shard ' || c.shard AS part, c.started_at_ms AS at_ms, c.id::text AS key,
      ROW(c.shard, c.customer_id, c.id, c.coin, c.mined_coin, c.plan, c.plan_id, c.asset, c.price_minor,
        c.hashes_per_s, c.datacenter, c.fee_bps, c.rejected_bps, c.started_at_ms,
        c.ends_at_ms, c.holding_minor, c.holding_rate)::text AS words
    FROM mining.contracts c`,
}
