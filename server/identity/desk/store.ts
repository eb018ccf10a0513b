import { sql } from 'kysely'
import type { CashAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerKey } from '../store.ts'
import {
  bool,
  bytea,
  columnsOf,
  int4,
  ms,
  queryFirst,
  queryRows,
  row,
  text,
  textOf,
  timestamptz,
  type RowOf,
} from '../../platform/database/rows.ts'

/** SQL for customers as operators see them. */

export const listedCustomerRow = row({
  customerId: text,
  shard: int4,
  nameSealed: bytea,
  emailSealed: bytea,
  phoneSealed: bytea,
  country: text,
  currency: textOf<CashAsset>(),
  createdAt: timestamptz,
  frozen: textOf<'customer' | 'operator'>().nullable(),
  closed: bool,
  verified: bool,
  simulated: bool,
  flags: text.array(),
})
export type ListedCustomer = RowOf<typeof listedCustomerRow>

const ownRow = listedCustomerRow.omit({ customerId: true, frozen: true, closed: true, verified: true, flags: true })
/** The columns of `listedCustomerRow`, of the customer `c`. */
export const listedColumns = sql`${columnsOf(ownRow, 'c')}, c.id AS customer_id, c.frozen_by AS frozen,
  c.closed_at IS NOT NULL AS closed,
  EXISTS (SELECT FROM identity.verification v
    WHERE v.shard = c.shard AND v.customer_id = c.id AND v.state = 'verified') AS verified,
  ARRAY(SELECT f.flag FROM identity.flag f WHERE f.shard = c.shard AND f.customer_id = c.id ORDER BY f.flag) AS flags`

export async function findListedCustomer(
  ex: Executor,
  { customerId, shard }: CustomerKey,
): Promise<ListedCustomer | undefined> {
  return queryFirst(ex, listedCustomerRow)`
    SELECT ${listedColumns} FROM identity.customer c WHERE c.shard = ${shard} AND c.id = ${customerId}`
}

const noteRow = row({ id: text, wordsSealed: bytea, operatorId: text, atMs: ms })
export type Note = RowOf<typeof noteRow>

export async function listNotes(ex: Executor, { customerId, shard }: CustomerKey, limit: number): Promise<Note[]> {
  return queryRows(ex, noteRow)`
    SELECT id, words_sealed, operator_id, at_ms FROM identity.note
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY id DESC LIMIT ${limit}`
}

export async function insertNote(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  note: { id: string; wordsSealed: Buffer; operatorId: string; atMs: number },
): Promise<void> {
  await sql`
    INSERT INTO identity.note (shard, id, customer_id, words_sealed, operator_id, at_ms)
    VALUES (${shard}, ${note.id}, ${customerId}, ${note.wordsSealed}, ${note.operatorId}, ${note.atMs})`.execute(ex)
}

export async function insertFlag(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  flag: string,
  operatorId: string,
  atMs: number,
): Promise<void> {
  await sql`
    INSERT INTO identity.flag (shard, customer_id, flag, operator_id, at_ms)
    VALUES (${shard}, ${customerId}, ${flag}, ${operatorId}, ${atMs})
    ON CONFLICT DO NOTHING`.execute(ex)
}

export async function deleteFlag(ex: Executor, { customerId, shard }: CustomerKey, flag: string): Promise<void> {
  await sql`
    DELETE FROM identity.flag WHERE shard = ${shard} AND customer_id = ${customerId} AND flag = ${flag}`.execute(ex)
}
