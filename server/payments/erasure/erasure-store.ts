import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import { int4, queryRows, row, text, type RowOf } from '../../platform/database/rows.ts'

const ownerRow = row({ shard: int4, customerId: text })
export type Owner = RowOf<typeof ownerRow>

/** Deletes a customer's address book, including entries that the customer removed earlier. */
export async function eraseBook(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`DELETE FROM payments.addresses WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(tx)
}

/** Erases the destinations of a customer's ended withdrawals. Open withdrawals keep theirs until they end. */
export async function eraseDestinations(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`
    UPDATE payments.withdrawals SET destination_sealed = NULL
    WHERE shard = ${shard} AND customer_id = ${customerId} AND destination_sealed IS NOT NULL
      AND ended_at_ms IS NOT NULL`.execute(tx)
}

/**
 * Removes a customer's payment receipts from their deposits. Declines undecided receipts, because operators can no
 * longer view them.
 */
export async function erasePaymentReceipts(tx: Executor, { shard, customerId }: Owner, reason: string): Promise<void> {
  await sql`
    UPDATE payments.deposits SET receipt_file = NULL,
      receipt_state = CASE WHEN receipt_state IN ('pending', 'proposed') THEN 'declined' ELSE receipt_state END,
      receipt_reason = CASE WHEN receipt_state IN ('pending', 'proposed') THEN ${reason} ELSE receipt_reason END
    WHERE shard = ${shard} AND customer_id = ${customerId} AND receipt_file IS NOT NULL`.execute(tx)
}

/** Returns customers, in key order, who still have data that is erased when their account is closed. */
export async function listUnfinishedErasures(db: Executor, after: Owner, limit: number): Promise<Owner[]> {
  const [place, page] = [
    sql`(shard, customer_id) > (${after.shard}::smallint, ${after.customerId}::uuid)`,
    sql`ORDER BY shard, customer_id LIMIT ${limit}`,
  ]
  return queryRows(db, ownerRow)`
    (SELECT DISTINCT shard, customer_id FROM payments.addresses WHERE ${place} ORDER BY shard,
      customer_id LIMIT ${limit})
    UNION (SELECT DISTINCT shard, customer_id FROM payments.withdrawals WHERE destination_sealed IS NOT NULL
      AND ended_at_ms IS NOT NULL AND ${place} ${page})
    UNION (SELECT DISTINCT shard, customer_id FROM payments.deposits WHERE receipt_file IS NOT NULL
      AND ${place} ${page})
    ORDER BY shard, customer_id LIMIT ${limit}`
}

const idRow = row({ id: text })

/** Returns those of the files that a deposit refers to. */
export async function findReferredPaymentReceipts(db: Executor, fileIds: string[]): Promise<Set<string>> {
  const rows = await queryRows(
    db,
    idRow,
  )`SELECT receipt_file AS id FROM payments.deposits WHERE receipt_file = ANY (${fileIds}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}
