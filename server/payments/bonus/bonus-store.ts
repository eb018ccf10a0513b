import { sql } from 'kysely'
import type { CashAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { int4, int8, ms, queryRows, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

/** SQL for `payments.bonus_grants`. Times are epoch milliseconds of the product's clock. */

export type Owner = { shard: number; customerId: string }
const grantRow = row({
  shard: int4,
  customerId: text,
  id: text,
  asset: textOf<CashAsset>(),
  amountMinor: int8,
  turnoverMinor: int8,
  grantedAtMs: ms,
  /** Null if the rule granted it. */
  operatorId: text.nullable(),
  why: text,
})
export type Grant = RowOf<typeof grantRow>

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
  return queryRows(ex, grantRow)`
    SELECT shard, customer_id, id, asset, amount_minor, turnover_minor, granted_at_ms, operator_id, why
    FROM payments.bonus_grants
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY granted_at_ms DESC, id DESC`
}

/** Serialises changes to a customer's bonus until the transaction ends. */
export async function lockGrants(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`
    SELECT FROM payments.bonus_grants
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY id FOR UPDATE`.execute(tx)
}
