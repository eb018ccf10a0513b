import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Executor } from '../../../platform/database/database.ts'
import { invariant } from '../../../platform/http/refused.ts'
import type { ChainCoin, Draft } from '../../chains/adapter.ts'
import {
  bool,
  checkRows,
  columnsOf,
  int4,
  json,
  ms,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../../platform/database/rows.ts'

const sendRow = row({
  coin: textOf<ChainCoin>(),
  id: text,
  holder: text,
  /** Null for a sweep. */
  customerId: text.nullable(),
  draft: json<Draft>(),
  changeIndex: int4,
  state: textOf<'planned' | 'signed' | 'broadcast' | 'confirmed' | 'dead'>(),
  raw: text.nullable(),
  txid: text.nullable(),
  plannedAtMs: ms,
  broadcastAtMs: ms.nullable(),
})
/** An outgoing transaction: an attempt to pay a withdrawal, or a sweep to the treasury. A sweep is its own holder. */
export type Send = RowOf<typeof sendRow>

const claimRow = row({ claim: text })

/**
 * Stores a draft with its claims. Returns false and stores nothing if another holder claims one of the outputs or the
 * nonce.
 */
export async function insertDraft(
  tx: Executor,
  send: Pick<Send, 'coin' | 'id' | 'holder' | 'customerId' | 'draft' | 'changeIndex' | 'plannedAtMs'>,
): Promise<boolean> {
  const { claims } = send.draft
  const rows = await queryRows(tx, claimRow)`
    INSERT INTO payments.claims AS c (coin, claim, holder)
    SELECT ${send.coin}, claim, ${send.holder}::uuid
    FROM unnest(${claims}::text[]) claim ORDER BY claim
    ON CONFLICT (coin, claim) DO UPDATE SET holder = c.holder
      WHERE c.holder = excluded.holder RETURNING claim`
  if (rows.length !== claims.length) return false
  await sql`INSERT INTO payments.sends (coin, id, holder, customer_id, draft, change_index, state, planned_at_ms)
    VALUES (${send.coin}, ${send.id}, ${send.holder}, ${send.customerId}, ${JSON.stringify(send.draft)}::jsonb,
      ${send.changeIndex}, 'planned', ${send.plannedAtMs})`.execute(tx)
  return true
}

/**
 * Stores the signed transaction, once. Returns false, and discards the signature, if the draft has ended in the
 * meantime.
 */
export async function storeSigned(
  tx: Executor,
  { coin, id }: Pick<Send, 'coin' | 'id'>,
  signed: { raw: string; txid: string },
  nowMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE payments.sends
    SET state = 'signed', raw = ${signed.raw}, txid = ${signed.txid}, signed_at_ms = ${nowMs}
    WHERE coin = ${coin} AND id = ${id} AND state = 'planned'`.execute(tx)
  return numAffectedRows === 1n
}

export async function markBroadcast(
  tx: Executor,
  { coin, id }: Pick<Send, 'coin' | 'id'>,
  nowMs: number,
): Promise<void> {
  await sql`
    UPDATE payments.sends SET state = 'broadcast', broadcast_at_ms = ${nowMs}
    WHERE coin = ${coin} AND id = ${id} AND state = 'signed'`.execute(tx)
}

/** Ends a send and all other attempts for its holder, and releases their claims. */
export async function endSends(
  tx: Executor,
  { coin, id, holder }: Pick<Send, 'coin' | 'id' | 'holder'>,
  state: 'confirmed' | 'dead',
  nowMs: number,
  feeMinor: bigint | null = null,
): Promise<void> {
  await sql`
    UPDATE payments.sends
    SET state = CASE WHEN id = ${id} THEN ${state} ELSE 'dead' END, ended_at_ms = ${nowMs}, fee_minor = CASE
      WHEN id = ${id} THEN ${feeMinor}::bigint END
    WHERE coin = ${coin} AND holder = ${holder} AND state IN ('planned', 'signed', 'broadcast')`.execute(tx)
  await sql`DELETE FROM payments.claims WHERE coin = ${coin} AND holder = ${holder}`.execute(tx)
}

/** Returns planned, signed and broadcast sends, oldest first. */
export async function listLive(db: Executor, coin: ChainCoin): Promise<Send[]> {
  return queryRows(db, sendRow)`
    SELECT ${columnsOf(sendRow)}
    FROM payments.sends
    WHERE coin = ${coin} AND state IN ('planned', 'signed', 'broadcast')
    ORDER BY planned_at_ms, id`
}

const unburiedRow = row({
  coin: textOf<ChainCoin>(),
  id: text,
  holder: text,
  /** Null for a sweep. */
  customerId: text.nullable(),
  draft: json<Draft>(),
  changeIndex: int4,
  state: textOf<'planned' | 'signed' | 'broadcast' | 'confirmed' | 'dead'>(),
  raw: text.nullable(),
  txid: text.nullable(),
  plannedAtMs: ms,
  broadcastAtMs: ms.nullable(),
  vanishedAtMs: ms.nullable(),
})
/** A confirmed payment that a reorganisation could still remove. */
export type Unburied = RowOf<typeof unburiedRow>

export async function listUnburied(db: Executor, coin: ChainCoin): Promise<Unburied[]> {
  return queryRows(db, unburiedRow)`
    SELECT ${columnsOf(sendRow)}, vanished_at_ms
    FROM payments.sends
    WHERE coin = ${coin} AND state = 'confirmed' AND buried_at_ms IS NULL ORDER BY ended_at_ms, id`
}

/** Marks a payment as buried. It isn't checked again. */
export async function markBuried(db: Executor, { coin, id }: Pick<Send, 'coin' | 'id'>, nowMs: number): Promise<void> {
  await sql`UPDATE payments.sends SET buried_at_ms = ${nowMs} WHERE coin = ${coin} AND id = ${id}`.execute(db)
}

/** Marks a confirmed payment as vanished and reclaims its inputs or nonce, so that no other draft uses them. */
export async function markVanished(tx: Executor, { coin, id, holder, draft }: Send, nowMs: number): Promise<void> {
  await sql`
    UPDATE payments.sends SET vanished_at_ms = ${nowMs}
    WHERE coin = ${coin} AND id = ${id} AND vanished_at_ms IS NULL`.execute(tx)
  await sql`
    INSERT INTO payments.claims (coin, claim, holder)
    SELECT ${coin}, claim, ${holder}::uuid
    FROM unnest(${draft.claims}::text[]) claim ON CONFLICT DO NOTHING`.execute(tx)
}

export async function markReturned(tx: Executor, { coin, id, holder }: Send): Promise<void> {
  await sql`UPDATE payments.sends SET vanished_at_ms = NULL WHERE coin = ${coin} AND id = ${id}`.execute(tx)
  await sql`DELETE FROM payments.claims WHERE coin = ${coin} AND holder = ${holder}`.execute(tx)
}

/** Returns all attempts for a holder, oldest first. */
export async function listAttempts(db: Executor, coin: ChainCoin, holder: string): Promise<Send[]> {
  return queryRows(db, sendRow)`
    SELECT ${columnsOf(sendRow)}
    FROM payments.sends WHERE coin = ${coin} AND holder = ${holder} ORDER BY planned_at_ms, id`
}

/** Returns the outputs and nonces that open sends use. */
export async function listClaims(db: Executor, coin: ChainCoin): Promise<string[]> {
  const rows = await queryRows(db, claimRow)`SELECT claim FROM payments.claims WHERE coin = ${coin}`
  return rows.map((row) => row.claim)
}

const nextRow = row({ next: int4 })

/** Returns an unused change index. The first is 1, because 0 is the treasury. */
export async function nextChangeIndex(db: Executor, coin: ChainCoin): Promise<number> {
  const found = await queryOne(
    db,
    nextRow,
  )`SELECT coalesce(max(change_index), 0) + 1 AS next FROM payments.sends WHERE coin = ${coin}`
  return found.next
}

/** Returns whether the platform sent a transaction. Its payments to our own addresses aren't deposits. */
export async function isOwnTransaction(db: Executor, coin: ChainCoin, txid: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM payments.sends WHERE coin = ${coin} AND txid = ${txid}`.execute(db)
  return rows.length > 0
}

const senderLock = 5_202_612

const freedRow = row({ freed: bool })

const heldRow = row({ held: bool })

/** Runs `work` if this process gets the sender's lock. Returns false if another process holds it. */
export async function withSenderLock(pool: Pool, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  try {
    const rows = checkRows(heldRow, await client.query('SELECT pg_try_advisory_lock($1) AS held', [senderLock]))
    if (!rows[0]!.held) return false
    try {
      await work()
      return true
    } finally {
      const freed = checkRows(freedRow, await client.query('SELECT pg_advisory_unlock($1) AS freed', [senderLock]))
      invariant(freed[0]!.freed, 'the sender held its lock')
    }
  } finally {
    client.release()
  }
}
