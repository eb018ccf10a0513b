import { sql } from 'kysely'
import type { CashAsset } from '../../../contract/money.ts'
import type { Executor } from '../../platform/database/database.ts'

/** SQL for `payments.bonus_grants`. Times are epoch milliseconds of the product's clock. */

export type Owner = { shard: number; customerId: string }
export type Grant = Owner & {
  id: string
  asset: CashAsset
  amountMinor: bigint
  turnoverMinor: bigint
  grantedAtMs: number
  /** Null if the rule granted it. */ operatorId: string | null
  why: string
}

/** Stores a grant. Returns false if the customer already had the rule's bonus or a grant with this id exists. */
export async function insertGrant(
  ex: Executor,
  { shard, customerId, id, asset, amountMinor, turnoverMinor, grantedAtMs, operatorId, why }: Grant,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO payments.bonus_grants (shard, customer_id, id, asset, amount_minor, turnover_minor, granted_at_ms,
      operator_id, why)
    VALUES (${shard}, ${customerId}, ${id}, ${asset}, ${amountMinor}, ${turnoverMinor}, ${grantedAtMs},
      ${operatorId}, ${why})
    ON CONFLICT DO NOTHING RETURNING true`.execute(ex)
  return rows.length > 0
}

/** Returns the customer's grants, newest first. */
export async function listGrants(ex: Executor, { shard, customerId }: Owner): Promise<Grant[]> {
  const { rows } = await sql<Omit<Grant, 'grantedAtMs'> & { grantedAtMs: bigint }>`
    SELECT shard, customer_id AS "customerId", id, asset, amount_minor AS "amountMinor",
      turnover_minor AS "turnoverMinor", granted_at_ms AS "grantedAtMs", operator_id AS "operatorId", why
    FROM payments.bonus_grants
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY granted_at_ms DESC, id DESC`.execute(ex)
  return rows.map((row) => ({ ...row, grantedAtMs: Number(row.grantedAtMs) }))
}

/** Serialises changes to a customer's bonus until the transaction ends. */
export async function lockGrants(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`
    SELECT FROM payments.bonus_grants
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY id FOR UPDATE`.execute(tx)
}
