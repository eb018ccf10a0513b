import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'

export type Owner = { shard: number; customerId: string }

/** Takes every entry out of a customer's address book, those too that were taken out of sight before. */
export async function eraseBook(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`DELETE FROM payments.addresses WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(tx)
}

/** Forgets where a customer's withdrawals went; one that is under way keeps it until its end. */
export async function eraseDestinations(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`
    UPDATE payments.withdrawals SET destination_sealed = NULL
    WHERE shard = ${shard} AND customer_id = ${customerId} AND destination_sealed IS NOT NULL
      AND ended_at_ms IS NOT NULL`.execute(tx)
}

/** Forgets a customer's receipts of payment, so that nothing refers to their files; one that waits is declined, since nobody can look at it. */
export async function eraseReceipts(tx: Executor, { shard, customerId }: Owner, reason: string): Promise<void> {
  await sql`
    UPDATE payments.deposits SET receipt_file = NULL,
      receipt_state = CASE WHEN receipt_state IN ('pending', 'proposed') THEN 'declined' ELSE receipt_state END,
      receipt_reason = CASE WHEN receipt_state IN ('pending', 'proposed') THEN ${reason} ELSE receipt_reason END
    WHERE shard = ${shard} AND customer_id = ${customerId} AND receipt_file IS NOT NULL`.execute(tx)
}

/** Customers, in the order of their keys, of whom something is kept that goes with the account. */
export async function listWithSomethingLeft(db: Executor, after: Owner, limit: number): Promise<Owner[]> {
  const [place, page] = [
    sql`(shard, customer_id) > (${after.shard}::smallint, ${after.customerId}::uuid)`,
    sql`ORDER BY shard, customer_id LIMIT ${limit}`,
  ]
  const { rows } = await sql<Owner>`
    (SELECT DISTINCT shard, customer_id AS "customerId" FROM payments.addresses WHERE ${place} ORDER BY shard,
      "customerId" LIMIT ${limit})
    UNION (SELECT DISTINCT shard, customer_id FROM payments.withdrawals WHERE destination_sealed IS NOT NULL
      AND ended_at_ms IS NOT NULL AND ${place} ${page})
    UNION (SELECT DISTINCT shard, customer_id FROM payments.deposits WHERE receipt_file IS NOT NULL
      AND ${place} ${page})
    ORDER BY shard, "customerId" LIMIT ${limit}`.execute(db)
  return rows
}

/** Which of these files a deposit refers to. */
export async function findReferredReceipts(db: Executor, fileIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`SELECT receipt_file AS id FROM payments.deposits WHERE receipt_file = ANY (${fileIds}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
