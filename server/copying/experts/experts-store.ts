import { sql } from 'kysely'
import type { TradeInterval, TradeType } from '../../../api/calls/trading/trading.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import { storedText } from '../../platform/stored-phrase.ts'
import {
  bool,
  columnsOf,
  int4,
  int4Of,
  json,
  ms,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

const expertRow = row({
  id: text,
  customerId: text,
  shard: int4,
  createdAtMs: ms,
  practisedThroughMs: ms.nullable(),
  /** For each symbol, the end of the last candle that the expert decided on. */
  decided: json<Record<string, number>>(),
  stoppedAtMs: ms.nullable(),
  stopReason: text.nullable(),
})
/** SQL for experts and their scheduled orders. */
export type StoredExpert = RowOf<typeof expertRow>

export async function listStoredExperts(ex: Executor): Promise<StoredExpert[]> {
  return queryRows(ex, expertRow)`
    SELECT id, customer_id, shard, created_at_ms, practised_through_ms, decided, stopped_at_ms, stop_reason
    FROM copying.experts ORDER BY created_at_ms, id`
}

/** Adds an expert. Returns false if the expert already exists. */
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

const takenRow = row({ taken: bool })

/** Makes this process the leader until the transaction ends. Returns false if another process leads. */
export async function leadExperts(tx: Executor): Promise<boolean> {
  const found = await queryOne(tx, takenRow)`
    SELECT pg_try_advisory_xact_lock(hashtextextended('copying.experts', 0)) AS taken`
  return found.taken
}

export async function savePractice(ex: Executor, id: string, throughMs: number | null): Promise<void> {
  await sql`UPDATE copying.experts SET practised_through_ms = ${throughMs} WHERE id = ${id}`.execute(ex)
}

export async function saveDecision(ex: Executor, id: string, symbol: string, endMs: number): Promise<void> {
  await sql`
    UPDATE copying.experts SET decided = decided || jsonb_build_object(${symbol}::text, ${endMs}::bigint)
    WHERE id = ${id}`.execute(ex)
}

/** Stops an expert. Returns false if the expert has already stopped. */
export async function stopExpertRow(ex: Executor, id: string, atMs: number, reason: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE copying.experts SET stopped_at_ms = ${atMs}, stop_reason = ${reason}
    WHERE id = ${id} AND stopped_at_ms IS NULL RETURNING 1`.execute(ex)
  return rows.length > 0
}

const scheduledRow = row({
  id: text,
  expertId: text,
  symbol: text,
  type: textOf<TradeType>(),
  intervalS: int4Of<TradeInterval>(),
  atMs: ms,
  reason: text,
  operatorId: text,
  state: textOf<'waiting' | 'placed' | 'refused'>(),
  note: text.nullable(),
})
export type Scheduled = RowOf<typeof scheduledRow>

export async function insertScheduled(
  ex: Executor,
  { id, expertId, symbol, type, intervalS, atMs, reason, operatorId }: Omit<Scheduled, 'state' | 'note'>,
): Promise<void> {
  await sql`
    INSERT INTO copying.scheduled (id, expert_id, symbol, type, interval_s, at_ms, reason, operator_id)
    VALUES (${id}, ${expertId}, ${symbol}, ${type}, ${intervalS}, ${atMs}, ${reason}, ${operatorId})`.execute(ex)
}

/** Lists scheduled orders, newest first. */
export async function listScheduled(ex: Executor, limit: number): Promise<Scheduled[]> {
  return queryRows(ex, scheduledRow)`SELECT ${columnsOf(scheduledRow)} FROM copying.scheduled ORDER BY at_ms DESC, id
      LIMIT ${limit}`
}

export async function listDueScheduled(ex: Executor, nowMs: number): Promise<Scheduled[]> {
  return queryRows(ex, scheduledRow)`
    SELECT ${columnsOf(scheduledRow)} FROM copying.scheduled
    WHERE state = 'waiting' AND at_ms <= ${nowMs} ORDER BY at_ms LIMIT 100`
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
