import { sql } from 'kysely'
import type { OwnLimitName } from '../../api/calls/limits/own-limits.ts'
import type { Executor } from '../platform/database/database.ts'
import { shardOf } from '../platform/random.ts'
import type { LimitState } from './limit-rules.ts'
import { json, ms, queryOne, queryRows, row, text, textOf, type RowOf } from '../platform/database/rows.ts'

/** All SQL for the `limits` schema. Times come from the product's clock, never from the database. */

export type CustomerKey = { customerId: string; shard: number }
type PauseKind = 'timeout' | 'exclusion'
/** A null `untilMs` means permanent. */
const pauseRow = row({ kind: textOf<PauseKind>(), fromMs: ms, untilMs: ms.nullable() })
export type Pause = RowOf<typeof pauseRow>

/** A customer's limits and pauses, and the minutes (since 1970) of recent activity. */
export type StoredRules = {
  limits: Map<OwnLimitName, LimitState>
  pauses: Pause[]
  activeMinutes: Set<number>
  /** When the last reality check was confirmed, or when the customer first set one. */
  confirmedAtMs: number | null
}

const storedRow = row({
  limits:
    json<{ name: OwnLimitName; value: string | null; waiting: string | null; fromMs: number | null }[]>().nullable(),
  pauses: json<Pause[]>().nullable(),
  activity: json<[hour: number, minutes: string][]>().nullable(),
  confirmedAtMs: ms.nullable(),
})

/**
 * Returns the rules of many customers in one query, in input order, without expired pauses or activity before
 * `sinceMs`.
 */
export async function readRules(
  ex: Executor,
  requested: readonly CustomerKey[],
  nowMs: number,
  sinceMs: number,
): Promise<StoredRules[]> {
  const rows = await queryRows(ex, storedRow)`
    SELECT
      (SELECT json_agg(json_build_object('name', l.name, 'value', l.value::text, 'waiting', l.waiting_value::text,
        'fromMs', l.waiting_from_ms))
        FROM limits.own_limit l WHERE l.shard = k.shard AND l.customer_id = k.customer_id) AS limits,
      (SELECT json_agg(json_build_object('kind', p.kind, 'fromMs', p.from_ms, 'untilMs', p.until_ms))
        FROM limits.pause p WHERE p.shard = k.shard AND p.customer_id = k.customer_id
          AND (p.until_ms IS NULL OR p.until_ms > ${nowMs})) AS pauses,
      (SELECT json_agg(json_build_array(a.hour, a.minutes::text))
        FROM limits.activity a WHERE a.shard = k.shard AND a.customer_id = k.customer_id
          AND a.hour >= ${hourOf(minuteOf(sinceMs))}) AS activity,
      (SELECT r.confirmed_at_ms FROM limits.reality_check r WHERE r.shard = k.shard
        AND r.customer_id = k.customer_id) AS confirmed_at_ms
    FROM unnest(${requested.map(({ shard }) => shard)}::smallint[],
      ${requested.map(({ customerId }) => customerId)}::uuid[])
      WITH ORDINALITY AS k(shard, customer_id, idx)
    ORDER BY k.idx`
  return rows.map((row) => ({
    limits: new Map((row.limits ?? []).map((limit) => [limit.name, limitOf(limit)])),
    pauses: row.pauses ?? [],
    activeMinutes: new Set((row.activity ?? []).flatMap(([hour, mask]) => minutesOf(hour, BigInt(mask)))),
    confirmedAtMs: row.confirmedAtMs,
  }))
}

const idRow = row({ id: text })

/** Returns those customers who have set a limit or whose pause is active. No other stored rule prevents orders. */
export async function listLimited(ex: Executor, customerIds: readonly string[], nowMs: number): Promise<string[]> {
  const [shards, ids] = [`{${customerIds.map(shardOf).join(',')}}`, `{${customerIds.join(',')}}`]
  const rows = await queryRows(ex, idRow)`
    WITH k AS MATERIALIZED (SELECT * FROM unnest(${shards}::smallint[], ${ids}::uuid[]) AS k(shard, customer_id))
    SELECT customer_id AS id FROM k JOIN limits.own_limit l USING (shard, customer_id)
    UNION
    SELECT customer_id FROM k JOIN limits.pause p USING (shard, customer_id)
    WHERE p.until_ms IS NULL OR p.until_ms > ${nowMs}`
  return rows.map(({ id }) => id)
}

const bigintOrNull = (text: string | null) => (text === null ? null : BigInt(text))

function limitOf({
  value,
  waiting,
  fromMs,
}: {
  value: string | null
  waiting: string | null
  fromMs: number | null
}): LimitState {
  return { value: bigintOrNull(value), waiting: fromMs === null ? null : { value: bigintOrNull(waiting), fromMs } }
}

export const minuteOf = (ms: number) => Math.floor(ms / 60_000)
const hourOf = (minute: number) => Math.floor(minute / 60)

function minutesOf(hour: number, mask: bigint): number[] {
  return Array.from({ length: 60 }, (_, minute) => minute)
    .filter((minute) => (mask >> BigInt(minute)) & 1n)
    .map((minute) => hour * 60 + minute)
}

const limitRow = row({ value: text.nullable(), waiting: text.nullable(), fromMs: ms.nullable() })

/** Returns one limit and locks its row until the transaction ends. */
export async function lockLimit(
  tx: Executor,
  { shard, customerId }: CustomerKey,
  name: OwnLimitName,
  nowMs: number,
): Promise<LimitState> {
  await sql`INSERT INTO limits.own_limit (shard, customer_id, name, changed_at_ms)
    VALUES (${shard}, ${customerId}, ${name}, ${nowMs}) ON CONFLICT DO NOTHING`.execute(tx)
  const found = await queryOne(tx, limitRow)`
    SELECT value::text, waiting_value::text AS waiting, waiting_from_ms AS from_ms FROM limits.own_limit
    WHERE shard = ${shard} AND customer_id = ${customerId} AND name = ${name} FOR UPDATE`
  const { fromMs, ...row } = found
  return limitOf({ ...row, fromMs })
}

export async function writeLimit(
  tx: Executor,
  { shard, customerId }: CustomerKey,
  name: OwnLimitName,
  { value, waiting }: LimitState,
  nowMs: number,
): Promise<void> {
  await sql`
    UPDATE limits.own_limit SET value = ${value}, waiting_value = ${waiting?.value ?? null},
      waiting_from_ms = ${waiting?.fromMs ?? null}, changed_at_ms = greatest(changed_at_ms, ${nowMs})
    WHERE shard = ${shard} AND customer_id = ${customerId} AND name = ${name}`.execute(tx)
}

export async function insertPause(
  ex: Executor,
  { shard, customerId }: CustomerKey,
  id: string,
  { kind, fromMs, untilMs }: Pause,
): Promise<void> {
  await sql`INSERT INTO limits.pause (shard, customer_id, id, kind, from_ms, until_ms)
    VALUES (${shard}, ${customerId}, ${id}, ${kind}, ${fromMs}, ${untilMs})`.execute(ex)
}

/** Copies other accounts' active pauses to an account. */
export async function copyPauses(
  tx: Executor,
  { shard, customerId }: CustomerKey,
  others: readonly CustomerKey[],
  idOf: () => string,
  nowMs: number,
): Promise<number> {
  const rows = await queryRows(tx, pauseRow)`
    SELECT DISTINCT p.kind, p.from_ms, p.until_ms
    FROM unnest(${others.map((one) => one.shard)}::smallint[],
      ${others.map((one) => one.customerId)}::uuid[]) AS k(shard, customer_id)
    JOIN limits.pause p ON p.shard = k.shard AND p.customer_id = k.customer_id
    WHERE (p.until_ms IS NULL OR p.until_ms > ${nowMs})
      AND NOT EXISTS (SELECT FROM limits.pause own WHERE own.shard = ${shard} AND own.customer_id = ${customerId}
        AND own.kind = p.kind AND own.from_ms = p.from_ms AND own.until_ms IS NOT DISTINCT FROM p.until_ms)`
  for (const pause of rows) await insertPause(tx, { shard, customerId }, idOf(), pause)
  return rows.length
}

/** Returns every pause of a customer, including ended ones, oldest first. */
export async function listPausesOf(ex: Executor, { shard, customerId }: CustomerKey): Promise<Pause[]> {
  return queryRows(ex, pauseRow)`
    SELECT kind, from_ms, until_ms FROM limits.pause WHERE shard = ${shard}
      AND customer_id = ${customerId} ORDER BY from_ms, id`
}

/** Returns those customers whose pause is active. */
export async function listPaused(ex: Executor, customerIds: readonly string[], nowMs: number): Promise<Set<string>> {
  const rows = await queryRows(ex, idRow)`
    SELECT DISTINCT p.customer_id AS id
    FROM unnest(${customerIds.map(shardOf)}::smallint[], ${customerIds}::uuid[]) AS k(shard, customer_id)
    JOIN limits.pause p USING (shard, customer_id) WHERE p.until_ms IS NULL OR p.until_ms > ${nowMs}`
  return new Set(rows.map(({ id }) => id))
}

/** Starts counting towards the first reality check now, unless the count has already started. */
export async function startRealityChecks(
  ex: Executor,
  { shard, customerId }: CustomerKey,
  nowMs: number,
): Promise<void> {
  await sql`INSERT INTO limits.reality_check (shard, customer_id, confirmed_at_ms)
    VALUES (${shard}, ${customerId}, ${nowMs}) ON CONFLICT DO NOTHING`.execute(ex)
}

export async function confirmReality(ex: Executor, { shard, customerId }: CustomerKey, nowMs: number): Promise<void> {
  await sql`
    INSERT INTO limits.reality_check AS r (shard, customer_id, confirmed_at_ms)
      VALUES (${shard}, ${customerId}, ${nowMs})
    ON CONFLICT (shard, customer_id) DO UPDATE SET confirmed_at_ms = greatest(
      r.confirmed_at_ms, excluded.confirmed_at_ms)`.execute(ex)
}

/** A minute (since 1970) in which a customer was active. */
export type ActiveMinute = CustomerKey & { minute: number }

/** Adds active minutes. Idempotent, even across processes. */
export async function addActivity(ex: Executor, minutes: readonly ActiveMinute[]): Promise<void> {
  await sql`
    INSERT INTO limits.activity AS a (shard, customer_id, hour, minutes)
    SELECT u.shard, u.customer_id, u.hour, bit_or(1::bigint << u.minute)
    FROM unnest(${minutes.map(({ shard }) => shard)}::smallint[],
      ${minutes.map(({ customerId }) => customerId)}::uuid[],
      ${minutes.map(({ minute }) => hourOf(minute))}::int[],
      ${minutes.map(({ minute }) => minute % 60)}::int[]) AS u(shard, customer_id, hour, minute)
    GROUP BY u.shard, u.customer_id, u.hour
    ORDER BY u.shard, u.customer_id, u.hour
    ON CONFLICT (shard, customer_id, hour) DO UPDATE SET minutes = a.minutes | excluded.minutes`.execute(ex)
}

/** Deletes activity that no rule needs any more. */
export async function forgetActivity(ex: Executor, beforeMs: number): Promise<void> {
  await sql`DELETE FROM limits.activity WHERE hour < ${hourOf(minuteOf(beforeMs))}`.execute(ex)
}
