import { sql } from 'kysely'
import type { TradeInterval, TradeType } from '../../contract/calls/trading.ts'
import type { Executor } from '../platform/database/database.ts'
import type { PhraseValue } from '../../contract/sentences/sentences.ts'
import { storedText } from '../platform/stored-phrase.ts'

/** SQL for experts and their scheduled orders. */

export type StoredExpert = {
  id: string
  customerId: string
  shard: number
  createdAtMs: number
  practisedThroughMs: number | null
  /** For each symbol, the end of the last candle that the expert decided on. */
  decided: Record<string, number>
  stoppedAtMs: number | null
  stopReason: string | null
}
type Row = Omit<StoredExpert, 'createdAtMs' | 'practisedThroughMs' | 'stoppedAtMs'> & {
  createdAtMs: bigint
  practisedThroughMs: bigint | null
  stoppedAtMs: bigint | null
}
const numberOrNull = (value: bigint | null) => (value === null ? null : Number(value))

export async function listStoredExperts(ex: Executor): Promise<StoredExpert[]> {
  const { rows } = await sql<Row>`
    SELECT id, customer_id AS "customerId", shard, created_at_ms AS "createdAtMs",
      practised_through_ms AS "practisedThroughMs", decided, stopped_at_ms AS "stoppedAtMs",
      stop_reason AS "stopReason"
    FROM copying.experts ORDER BY created_at_ms, id`.execute(ex)
  return rows.map((row) => ({
    ...row,
    createdAtMs: Number(row.createdAtMs),
    practisedThroughMs: numberOrNull(row.practisedThroughMs),
    stoppedAtMs: numberOrNull(row.stoppedAtMs),
  }))
}

/** Returns false if the expert exists. */
export async function insertExpert(
  ex: Executor,
  {
    id,
    customerId,
    shard,
    createdAtMs,
    practisedThroughMs,
  }: Pick<StoredExpert, 'id' | 'customerId' | 'shard' | 'createdAtMs' | 'practisedThroughMs'>,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO copying.experts (id, customer_id, shard, created_at_ms, practised_through_ms)
    VALUES (${id}, ${customerId}, ${shard}, ${createdAtMs}, ${practisedThroughMs})
    ON CONFLICT (id) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

/** Makes this process the leader until the transaction ends. Returns false if another process leads. */
export async function leadExperts(tx: Executor): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('copying.experts', 0)) AS taken`.execute(tx)
  return rows[0]!.taken
}

export async function savePractice(ex: Executor, id: string, throughMs: number | null): Promise<void> {
  await sql`UPDATE copying.experts SET practised_through_ms = ${throughMs} WHERE id = ${id}`.execute(ex)
}

export async function saveDecision(ex: Executor, id: string, symbol: string, endMs: number): Promise<void> {
  await sql`
    UPDATE copying.experts SET decided = decided || jsonb_build_object(${symbol}::text, ${endMs}::bigint)
    WHERE id = ${id}`.execute(ex)
}

/** Returns false if the expert has already stopped. */
export async function stopExpertRow(ex: Executor, id: string, atMs: number, reason: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE copying.experts SET stopped_at_ms = ${atMs}, stop_reason = ${reason}
    WHERE id = ${id} AND stopped_at_ms IS NULL RETURNING 1`.execute(ex)
  return rows.length > 0
}

export type Scheduled = {
  id: string
  expertId: string
  symbol: string
  type: TradeType
  intervalS: TradeInterval
  atMs: number
  reason: string
  operatorId: string
  state: 'waiting' | 'placed' | 'refused'
  note: string | null
}

export async function insertScheduled(
  ex: Executor,
  { id, expertId, symbol, type, intervalS, atMs, reason, operatorId }: Omit<Scheduled, 'state' | 'note'>,
): Promise<void> {
  await sql`
    INSERT INTO copying.scheduled (id, expert_id, symbol, type, interval_s, at_ms, reason, operator_id)
    VALUES (${id}, ${expertId}, ${symbol}, ${type}, ${intervalS}, ${atMs}, ${reason}, ${operatorId})`.execute(ex)
}

const scheduledColumns = sql.raw(
  `id, expert_id AS "expertId", symbol, type, interval_s AS "intervalS", at_ms AS "atMs", reason,
  operator_id AS "operatorId", state, note`,
)
type ScheduledRow = Omit<Scheduled, 'atMs'> & { atMs: bigint }

/** Lists scheduled orders, newest first. */
export async function listScheduled(ex: Executor, limit: number): Promise<Scheduled[]> {
  const { rows } = await sql<ScheduledRow>`SELECT ${scheduledColumns} FROM copying.scheduled ORDER BY at_ms DESC, id
      LIMIT ${limit}`.execute(ex)
  return rows.map((row) => ({ ...row, atMs: Number(row.atMs) }))
}

export async function listDueScheduled(ex: Executor, nowMs: number): Promise<Scheduled[]> {
  const { rows } = await sql<ScheduledRow>`
    SELECT ${scheduledColumns} FROM copying.scheduled
    WHERE state = 'waiting' AND at_ms <= ${nowMs} ORDER BY at_ms LIMIT 100`.execute(ex)
  return rows.map((row) => ({ ...row, atMs: Number(row.atMs) }))
}

export async function endScheduled(
  ex: Executor,
  id: string,
  state: 'placed' | 'refused',
  note: PhraseValue | null,
): Promise<void> {
  await sql`UPDATE copying.scheduled SET state = ${state}, note = ${note && storedText(note)} WHERE id = ${id}
    AND state = 'waiting'`.execute(ex)
}
