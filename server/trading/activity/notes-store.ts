import { sql } from 'kysely'
import type { TradeReason } from '../../../api/activity.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bytea, ms, queryRows, row, text, textOf } from '../../platform/database/rows.ts'
import type { Owner } from '../store.ts'

export async function writeNote(
  db: Executor,
  { shard, customerId }: Owner,
  note: { id: string; reason: TradeReason; wordsSealed: Buffer | null; atMs: number },
): Promise<void> {
  const { id, reason, wordsSealed, atMs } = note
  await sql`
    INSERT INTO trading.notes (shard, customer_id, trade_id, reason, words_sealed, noted_at_ms)
    VALUES (${shard}, ${customerId}, ${id}, ${reason}, ${wordsSealed}, ${atMs})
    ON CONFLICT (shard, customer_id, trade_id) DO UPDATE
    SET reason = excluded.reason, words_sealed = excluded.words_sealed, noted_at_ms = excluded.noted_at_ms`.execute(db)
}

export async function deleteNote(db: Executor, { shard, customerId }: Owner, id: string): Promise<void> {
  await sql`
    DELETE FROM trading.notes WHERE shard = ${shard} AND customer_id = ${customerId} AND trade_id = ${id}`.execute(db)
}

export async function deleteNotes(db: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`DELETE FROM trading.notes WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(db)
}

const noteRow = row({ id: text, reason: textOf<TradeReason>(), wordsSealed: bytea.nullable(), notedAtMs: ms })

/** Lists an owner's notes after the one on the trade `afterId`, oldest trade first. */
export async function listNotesAfter(
  db: Executor,
  { shard, customerId }: Owner,
  afterId: string | undefined,
  limit: number,
) {
  const after = afterId ?? '00000000-0000-0000-0000-000000000000'
  return queryRows(db, noteRow)`
    SELECT trade_id AS id, reason, words_sealed, noted_at_ms FROM trading.notes
    WHERE shard = ${shard} AND customer_id = ${customerId} AND trade_id > ${after}::uuid
    ORDER BY trade_id LIMIT ${limit}`
}
