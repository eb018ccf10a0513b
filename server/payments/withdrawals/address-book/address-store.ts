import { sql } from 'kysely'
import type { WithdrawalMethod } from '../../../../api/states/withdrawal-states.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Owner } from '../store.ts'
import {
  bytea,
  columnsOf,
  ms,
  queryFirst,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../../platform/database/rows.ts'

const bookEntryRow = row({
  id: text,
  method: textOf<WithdrawalMethod>(),
  label: text,
  destinationSealed: bytea,
  addedAtMs: ms,
  usableAtMs: ms,
})
/** A destination in a customer's address book. */
export type BookEntry = RowOf<typeof bookEntryRow>

export async function listBook(db: Executor, { shard, customerId }: Owner): Promise<BookEntry[]> {
  return queryRows(db, bookEntryRow)`
    SELECT ${columnsOf(bookEntryRow)}
    FROM payments.addresses
    WHERE shard = ${shard} AND customer_id = ${customerId} AND removed_at_ms IS NULL
    ORDER BY added_at_ms DESC, id DESC`
}

export async function findInBook(
  db: Executor,
  { shard, customerId }: Owner,
  fingerprint: Buffer,
): Promise<BookEntry | undefined> {
  return queryFirst(db, bookEntryRow)`
    SELECT ${columnsOf(bookEntryRow)}
    FROM payments.addresses
    WHERE shard = ${shard} AND customer_id = ${customerId} AND fingerprint = ${fingerprint}
      AND removed_at_ms IS NULL`
}

export async function insertIntoBook(
  tx: Executor,
  { shard, customerId }: Owner,
  entry: BookEntry & { fingerprint: Buffer },
): Promise<void> {
  await sql`
    INSERT INTO payments.addresses (shard, customer_id, id, method, label, fingerprint, destination_sealed,
      added_at_ms, usable_at_ms)
    VALUES (${shard}, ${customerId}, ${entry.id}, ${entry.method}, ${entry.label}, ${entry.fingerprint},
      ${entry.destinationSealed}, ${entry.addedAtMs}, ${entry.usableAtMs})`.execute(tx)
}

/** Removes an entry. Returns false if this customer doesn't have it. */
export async function removeFromBook(
  db: Executor,
  { shard, customerId }: Owner,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE payments.addresses SET removed_at_ms = ${nowMs}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id} AND removed_at_ms IS NULL`.execute(db)
  return numAffectedRows === 1n
}
