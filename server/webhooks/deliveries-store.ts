import { sql } from 'kysely'
import type { DeliveryFailure } from '../../api/states/webhook-states.ts'
import type { Executor } from '../platform/database/database.ts'
import type { EndpointKey } from './endpoints-store.ts'
import type { NewEvent } from './event.ts'
import {
  bytea,
  int4,
  int8,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../platform/database/rows.ts'

/**
 * SQL for deliveries: one row per event and endpoint. Transfer ids are numbers, so a longer id belongs to a later
 * transfer.
 */

/** Stores events as due immediately. Events already stored for this endpoint stay unchanged. */
export async function insertDeliveries(
  tx: Executor,
  { shard, id }: EndpointKey,
  events: readonly NewEvent[],
  dueMs: number,
): Promise<void> {
  const rows = events.map(({ eventId, type, atMs, body }) => ({
    event_id: eventId,
    event_type: type,
    event_at_ms: atMs,
    body,
  }))
  await sql`
    INSERT INTO webhooks.deliveries (shard, endpoint_id, event_id, event_type, event_at_ms, body, state,
      next_attempt_ms)
    SELECT ${shard}, ${id}, e.event_id, e.event_type, e.event_at_ms, e.body, 'waiting', ${dueMs}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (event_id text, event_type text,
      event_at_ms bigint, body text)
    ON CONFLICT (shard, endpoint_id, event_id) DO NOTHING`.execute(tx)
}

const waitingRow = row({ waiting: int8 })

export async function countWaiting(ex: Executor, { shard, id }: EndpointKey): Promise<number> {
  const found = await queryOne(ex, waitingRow)`
    SELECT count(*) AS waiting FROM webhooks.deliveries
    WHERE shard = ${shard} AND endpoint_id = ${id} AND state = 'waiting'`
  return Number(found.waiting)
}

/** Deletes an endpoint's finished deliveries, except those among its newest `kept` deliveries. */
export async function pruneDeliveries(tx: Executor, { shard, id }: EndpointKey, kept: number): Promise<void> {
  await sql`
    DELETE FROM webhooks.deliveries d
    WHERE d.shard = ${shard} AND d.endpoint_id = ${id} AND d.state <> 'waiting' AND d.event_id NOT IN (
      SELECT k.event_id FROM webhooks.deliveries k WHERE k.shard = ${shard} AND k.endpoint_id = ${id}
      ORDER BY k.event_at_ms DESC, length(k.event_id) DESC, k.event_id DESC LIMIT ${kept})`.execute(tx)
}

const deliveryRow = row({
  endpointId: text,
  eventId: text,
  type: text,
  eventAtMs: ms,
  body: text,
  state: textOf<'waiting' | 'sent' | 'failed'>(),
  attempts: int4,
  attemptedAtMs: ms.nullable(),
  nextAttemptMs: ms.nullable(),
  statusCode: int4.nullable(),
  failure: textOf<DeliveryFailure>().nullable(),
  durationMs: int4.nullable(),
})
export type StoredDelivery = RowOf<typeof deliveryRow>

/** Returns the deliveries to these endpoints in one shard, newest first, at most `limit` per endpoint. */
export async function listDeliveries(
  ex: Executor,
  shard: number,
  endpointIds: readonly string[],
  limit: number,
): Promise<StoredDelivery[]> {
  return queryRows(ex, deliveryRow)`
    SELECT d.endpoint_id, d.event_id, d.event_type AS type, d.event_at_ms, d.body, d.state, d.attempts,
      d.attempted_at_ms, d.next_attempt_ms, d.status_code, d.failure, d.duration_ms
    FROM unnest(${endpointIds}::uuid[]) AS requested (id)
    CROSS JOIN LATERAL (
      SELECT * FROM webhooks.deliveries x WHERE x.shard = ${shard} AND x.endpoint_id = requested.id
      ORDER BY x.event_at_ms DESC, length(x.event_id) DESC, x.event_id DESC LIMIT ${limit}) d`
}

/** Makes one delivery due again and resets its attempts. Returns false if it doesn't exist. */
export async function makeDue(
  tx: Executor,
  { shard, id }: EndpointKey,
  eventId: string,
  dueMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE webhooks.deliveries SET state = 'waiting', attempts = 0, next_attempt_ms = ${dueMs}
    WHERE shard = ${shard} AND endpoint_id = ${id} AND event_id = ${eventId} RETURNING event_id`.execute(tx)
  return rows.length > 0
}

/** Makes all undelivered messages due. */
export async function makeAllDue(tx: Executor, { shard, id }: EndpointKey, dueMs: number): Promise<void> {
  await sql`
    UPDATE webhooks.deliveries SET state = 'waiting', attempts = 0, next_attempt_ms = ${dueMs}
    WHERE shard = ${shard} AND endpoint_id = ${id} AND state <> 'sent'`.execute(tx)
}

/** Removes a disabled endpoint's deliveries from the queue. */
export async function pauseDeliveries(tx: Executor, { shard, id }: EndpointKey): Promise<void> {
  await sql`
    UPDATE webhooks.deliveries SET next_attempt_ms = NULL
    WHERE shard = ${shard} AND endpoint_id = ${id} AND next_attempt_ms IS NOT NULL`.execute(tx)
}

const dueEndpointsRow = row({ shard: int4, id: text, customerId: text })

/** Returns endpoints with due deliveries: endpoints in `slow` last, otherwise the longest due first. */
export async function listDueEndpoints(
  ex: Executor,
  nowMs: number,
  slow: readonly string[],
  limit: number,
): Promise<(EndpointKey & { customerId: string })[]> {
  return queryRows(ex, dueEndpointsRow)`
    SELECT e.shard, e.id, e.customer_id
    FROM (
      SELECT shard, endpoint_id, min(next_attempt_ms) AS due_ms FROM webhooks.deliveries
      WHERE next_attempt_ms <= ${nowMs} GROUP BY shard, endpoint_id) d
    JOIN webhooks.endpoints e ON e.shard = d.shard AND e.id = d.endpoint_id
    ORDER BY e.id = ANY(${slow}::uuid[]), d.due_ms, e.id LIMIT ${limit}`
}

const claimedRow = row({
  shard: int4,
  id: text,
  customerId: text,
  url: text,
  secretSealed: bytea,
  previousSealed: bytea.nullable(),
  previousUntilMs: ms.nullable(),
  answeredAtMs: ms.nullable(),
  eventId: text,
  body: text,
  attempts: int4,
})
export type Claimed = RowOf<typeof claimedRow>

/**
 * Claims the next due delivery to an endpoint for one attempt. No other process claims it before `untilMs`; if this
 * process crashes, the delivery is due again then.
 */
export async function claimDelivery(
  ex: Executor,
  { shard, id }: EndpointKey,
  nowMs: number,
  untilMs: number,
): Promise<Claimed | undefined> {
  return queryFirst(ex, claimedRow)`
    UPDATE webhooks.deliveries d SET attempts = d.attempts + 1, attempted_at_ms = ${nowMs}, next_attempt_ms = ${untilMs}
    FROM webhooks.endpoints e
    WHERE d.shard = ${shard} AND d.endpoint_id = ${id} AND d.event_id = (
        SELECT x.event_id FROM webhooks.deliveries x
        WHERE x.shard = ${shard} AND x.endpoint_id = ${id} AND x.next_attempt_ms <= ${nowMs}
        ORDER BY x.next_attempt_ms, x.event_at_ms, length(x.event_id), x.event_id LIMIT 1 FOR UPDATE SKIP LOCKED)
      AND e.shard = d.shard AND e.id = d.endpoint_id AND e.off_since_ms IS NULL
    RETURNING d.shard, d.endpoint_id AS id, e.customer_id, e.url, e.secret_sealed,
      e.previous_sealed, e.previous_until_ms,
      e.answered_at_ms, d.event_id, d.body, d.attempts`
}

type Attempt = {
  state: 'waiting' | 'sent' | 'failed'
  nextMs: number | null
  statusCode: number | null
  failure: string | null
  durationMs: number
}

/** Stores the result of an attempt. Returns false if the delivery was removed or claimed for another attempt. */
export async function saveAttempt(
  tx: Executor,
  { shard, id, eventId, attempts }: Claimed,
  { state, nextMs, statusCode, failure, durationMs }: Attempt,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE webhooks.deliveries
    SET state = ${state}, next_attempt_ms = ${nextMs}, status_code = ${statusCode}, failure = ${failure},
      duration_ms = ${durationMs}
    WHERE shard = ${shard} AND endpoint_id = ${id} AND event_id = ${eventId} AND attempts = ${attempts}
      AND state = 'waiting'
    RETURNING event_id`.execute(tx)
  return rows.length > 0
}

/** Puts a delivery back in the queue after an aborted attempt, which doesn't count. */
export async function unclaim(ex: Executor, { shard, id, eventId, attempts }: Claimed, nowMs: number): Promise<void> {
  await sql`
    UPDATE webhooks.deliveries SET attempts = attempts - 1, next_attempt_ms = ${nowMs}
    WHERE shard = ${shard} AND endpoint_id = ${id} AND event_id = ${eventId} AND attempts = ${attempts}
      AND state = 'waiting'`.execute(ex)
}
