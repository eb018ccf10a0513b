import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerKey, StoredCustomer } from '../store.ts'
import { bool, bytea, int4, queryRows, row, text, type RowOf } from '../../platform/database/rows.ts'

/** SQL for the marks that identify the accounts of one person. */

/** Serialises transactions that write the same mark. */
export async function lockMarks(tx: Executor, marks: readonly Buffer[]): Promise<void> {
  const keys = marks.map((mark) => String(mark.readBigInt64BE(0)))
  await sql`SELECT pg_advisory_xact_lock(k.key) FROM (SELECT unnest(${keys}::bigint[]) AS key ORDER BY 1) k`.execute(tx)
}

export async function insertMarks(
  tx: Executor,
  { customerId, shard }: CustomerKey,
  marks: readonly Buffer[],
  grantedAtMs: number | null,
): Promise<void> {
  await sql`
    INSERT INTO identity.person_mark (mark, shard, customer_id, granted_at_ms)
    SELECT unnest(${marks}::bytea[]), ${shard}, ${customerId}, ${grantedAtMs}
    ON CONFLICT (mark, customer_id) DO NOTHING`.execute(tx)
}

const markRow = row({ mark: bytea })

export async function listMarks(ex: Executor, { customerId, shard }: CustomerKey): Promise<Buffer[]> {
  const rows = await queryRows(
    ex,
    markRow,
  )`SELECT mark FROM identity.person_mark WHERE shard = ${shard} AND customer_id = ${customerId}`
  return rows.map(({ mark }) => mark)
}

/**
 * Another account of the same person. `granted` means that it received the practice grant and that the grant still
 * counts.
 */
const otherAccountRow = row({ customerId: text, shard: int4, closed: bool, frozenByOperator: bool, granted: bool })
export type OtherAccount = RowOf<typeof otherAccountRow>

/**
 * Returns the other accounts that carry one of these marks, oldest first. A grant counts if the account is open or
 * was closed after `grantsSince`.
 */
export async function findOthers(
  ex: Executor,
  marks: readonly Buffer[],
  customerId: string,
  grantsSince: Date,
): Promise<OtherAccount[]> {
  return queryRows(ex, otherAccountRow)`
    SELECT c.id AS customer_id, c.shard, c.closed_at IS NOT NULL AS closed,
      c.frozen_by IS NOT DISTINCT FROM 'operator' AS frozen_by_operator,
      bool_or(m.granted_at_ms IS NOT NULL AND (c.closed_at IS NULL OR c.closed_at > ${grantsSince})) AS granted
    FROM identity.person_mark m JOIN identity.customer c ON c.shard = m.shard AND c.id = m.customer_id
    WHERE m.mark = ANY (${marks}::bytea[]) AND m.customer_id <> ${customerId}
    GROUP BY c.shard, c.id ORDER BY c.id`
}

/** Copies other accounts' flags to an account. Existing flags stay unchanged. */
export async function copyFlags(
  tx: Executor,
  { customerId, shard }: CustomerKey,
  others: readonly CustomerKey[],
): Promise<void> {
  await sql`
    INSERT INTO identity.flag (shard, customer_id, flag, operator_id, at_ms)
    SELECT DISTINCT ON (f.flag) ${shard}::smallint, ${customerId}::uuid, f.flag, f.operator_id, f.at_ms
    FROM unnest(${others.map((one) => one.shard)}::smallint[],
      ${others.map((one) => one.customerId)}::uuid[]) AS k(shard, customer_id)
    JOIN identity.flag f ON f.shard = k.shard AND f.customer_id = k.customer_id
    ORDER BY f.flag, f.at_ms
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function hasFlag(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  flags: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM identity.flag
    WHERE shard = ${shard} AND customer_id = ${customerId} AND flag = ANY (${flags}::text[])`.execute(ex)
  return rows.length > 0
}

const customerKeyRow = row({ customerId: text, shard: int4 })

/** Returns open accounts that have no mark yet. */
export async function listUnmarked(
  ex: Executor,
  limit: number,
): Promise<Pick<StoredCustomer, 'customerId' | 'shard'>[]> {
  return queryRows(ex, customerKeyRow)`
    SELECT c.id AS customer_id, c.shard FROM identity.customer c
    WHERE c.closed_at IS NULL AND NOT c.simulated
      AND NOT EXISTS (SELECT FROM identity.person_mark m WHERE m.shard = c.shard AND m.customer_id = c.id)
    LIMIT ${limit}`
}

/**
 * Deletes the flags of accounts that were closed before `flagsUntil`, and the notes of closed accounts without flags.
 */
export async function deleteOldEvidence(ex: Executor, flagsUntil: Date): Promise<void> {
  await sql`
    DELETE FROM identity.flag f USING identity.customer c
    WHERE c.shard = f.shard AND c.id = f.customer_id AND c.closed_at < ${flagsUntil}`.execute(ex)
  await sql`
    DELETE FROM identity.note n USING identity.customer c
    WHERE c.shard = n.shard AND c.id = n.customer_id AND c.closed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM identity.flag f WHERE f.shard = n.shard AND f.customer_id = n.customer_id)`.execute(
    ex,
  )
}

/** Returns closed accounts that have marks but no flags, and whose grant no longer counts. */
export async function listForgettable(ex: Executor, grantsSince: Date): Promise<CustomerKey[]> {
  return queryRows(ex, customerKeyRow)`
    SELECT c.id AS customer_id, c.shard FROM identity.customer c
    JOIN identity.person_mark m ON m.shard = c.shard AND m.customer_id = c.id
    WHERE c.closed_at IS NOT NULL AND NOT EXISTS (SELECT FROM identity.flag f
      WHERE f.shard = c.shard AND f.customer_id = c.id)
    GROUP BY c.shard, c.id, c.closed_at
    HAVING bool_and(m.granted_at_ms IS NULL) OR c.closed_at <= ${grantsSince}`
}

export async function deleteMarks(ex: Executor, { customerId, shard }: CustomerKey): Promise<void> {
  await sql`DELETE FROM identity.person_mark WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(ex)
}
