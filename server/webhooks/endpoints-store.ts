import type { OffReason } from '../../api/states/webhook-states.ts'
import { sql } from 'kysely'
import type { Executor } from '../platform/database/database.ts'
import {
  bool,
  bytea,
  columnsOf,
  int4,
  int8,
  ms,
  queryFirst,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../platform/database/rows.ts'

/** SQL for endpoints. */

export type Owner = { shard: number; customerId: string }
export type EndpointKey = { shard: number; id: string }

export type NewEndpoint = Owner & { id: string; url: string; secretSealed: Buffer; cursorId: bigint; atMs: number }

/**
 * Stores an endpoint and marks it as behind, because its shard may advance, and be read for other endpoints, before
 * this transaction ends.
 */
export async function insertEndpoint(
  ex: Executor,
  { shard, id, customerId, url, secretSealed, cursorId, atMs }: NewEndpoint,
): Promise<void> {
  await sql`
    INSERT INTO webhooks.endpoints (shard, id, customer_id, url, secret_sealed, cursor_id, is_behind, created_at_ms)
    VALUES (${shard}, ${id}, ${customerId}, ${url}, ${secretSealed}, ${cursorId}, true, ${atMs})`.execute(ex)
}

const endpointRow = row({
  shard: int4,
  id: text,
  customerId: text,
  url: text,
  secretSealed: bytea,
  previousSealed: bytea.nullable(),
  previousUntilMs: ms.nullable(),
  cursorId: int8,
  isBehind: bool,
  createdAtMs: ms,
  answeredAtMs: ms.nullable(),
  offSinceMs: ms.nullable(),
  offReason: textOf<OffReason>().nullable(),
})
export type StoredEndpoint = RowOf<typeof endpointRow>

const columns = columnsOf(endpointRow)

/** Returns the customer's endpoints, oldest first. */
export async function listEndpoints(ex: Executor, { shard, customerId }: Owner): Promise<StoredEndpoint[]> {
  return queryRows(ex, endpointRow)`
    SELECT ${columns} FROM webhooks.endpoints WHERE shard = ${shard} AND customer_id = ${customerId}
    ORDER BY created_at_ms, id`
}

/** Returns one of the customer's endpoints, locked until the transaction ends. */
export async function lockEndpoint(
  tx: Executor,
  { shard, customerId }: Owner,
  id: string,
): Promise<StoredEndpoint | undefined> {
  return queryFirst(tx, endpointRow)`
    SELECT ${columns} FROM webhooks.endpoints WHERE shard = ${shard} AND id = ${id} AND customer_id = ${customerId}
    FOR UPDATE`
}

/** Deletes one or all of the customer's endpoints, with their deliveries. */
export async function deleteEndpoints(
  tx: Executor,
  { shard, customerId }: Owner,
  id: string | null = null,
): Promise<void> {
  await sql`
    DELETE FROM webhooks.endpoints
    WHERE shard = ${shard} AND customer_id = ${customerId} AND (${id}::uuid IS NULL OR id = ${id}::uuid)`.execute(tx)
}

export type Secrets = { secretSealed: Buffer; previousSealed: Buffer; previousUntilMs: number }

export async function replaceSecret(
  tx: Executor,
  { shard, id }: EndpointKey,
  { secretSealed, previousSealed, previousUntilMs }: Secrets,
): Promise<void> {
  await sql`
    UPDATE webhooks.endpoints
    SET secret_sealed = ${secretSealed}, previous_sealed = ${previousSealed}, previous_until_ms = ${previousUntilMs}
    WHERE shard = ${shard} AND id = ${id}`.execute(tx)
}

/** Enables an endpoint and marks it as behind, because its shard may have advanced while it was disabled. */
export async function switchOn(tx: Executor, { shard, id }: EndpointKey): Promise<void> {
  await sql`
    UPDATE webhooks.endpoints SET off_since_ms = NULL, off_reason = NULL, is_behind = true
    WHERE shard = ${shard} AND id = ${id}`.execute(tx)
}

export async function switchOff(
  tx: Executor,
  { shard, id }: EndpointKey,
  reason: OffReason,
  atMs: number,
): Promise<void> {
  await sql`
    UPDATE webhooks.endpoints SET off_since_ms = ${atMs}, off_reason = ${reason}
    WHERE shard = ${shard} AND id = ${id}`.execute(tx)
}

export async function markAnswered(tx: Executor, { shard, id }: EndpointKey, atMs: number): Promise<void> {
  await sql`UPDATE webhooks.endpoints SET answered_at_ms = ${atMs} WHERE shard = ${shard} AND id = ${id}`.execute(tx)
}

/**
 * Locks an endpoint before its deliveries. Every transaction that locks both uses this order. Returns false if it was
 * removed.
 */
export async function holdEndpoint(tx: Executor, { shard, id }: EndpointKey): Promise<boolean> {
  const { rows } =
    await sql`SELECT id FROM webhooks.endpoints WHERE shard = ${shard} AND id = ${id} FOR UPDATE`.execute(tx)
  return rows.length > 0
}

const readerRow = row({ id: text, customerId: text, shard: int4, cursorId: int8, isBehind: bool })
export type Reader = RowOf<typeof readerRow>

/**
 * Returns enabled endpoints that are either in one of these shards or behind. Leaves out endpoints that are behind and
 * have a full queue of `maxWaiting` deliveries.
 */
export async function listReaders(ex: Executor, shards: readonly number[], maxWaiting: number): Promise<Reader[]> {
  return queryRows(ex, readerRow)`
    SELECT shard, id, customer_id, cursor_id, is_behind
    FROM webhooks.endpoints e
    WHERE off_since_ms IS NULL AND (shard = ANY(${shards}::smallint[]) OR is_behind) AND NOT (is_behind AND EXISTS (
      SELECT 1 FROM webhooks.deliveries d WHERE d.shard = e.shard AND d.endpoint_id = e.id AND d.state = 'waiting'
      OFFSET ${maxWaiting - 1}))`
}

/**
 * Locks an enabled endpoint until the transaction ends. Returns undefined if it is disabled or another transaction has
 * locked it.
 */
export async function lockReader(tx: Executor, { shard, id }: EndpointKey): Promise<Reader | undefined> {
  return queryFirst(tx, readerRow)`
    SELECT shard, id, customer_id, cursor_id, is_behind
    FROM webhooks.endpoints
    WHERE shard = ${shard} AND id = ${id} AND off_since_ms IS NULL FOR UPDATE SKIP LOCKED`
}

export async function moveCursor(
  tx: Executor,
  { shard, id }: EndpointKey,
  cursorId: bigint,
  isBehind: boolean,
): Promise<void> {
  await sql`
    UPDATE webhooks.endpoints SET cursor_id = ${cursorId}, is_behind = ${isBehind}
    WHERE shard = ${shard} AND id = ${id}`.execute(tx)
}
