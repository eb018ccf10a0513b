import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import {
  bytea,
  columnsOf,
  int8,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  type RowOf,
} from '../../platform/database/rows.ts'

const triesRow = row({ tries: int8.array() })

/** SQL for operators' access: attempts, passkeys and their challenges, and an operator's list of sessions. */

/** Returns the times of a key's attempts, oldest first. Creates and locks its row. */
export async function lockThrottle(ex: Executor, key: Buffer, now: Date): Promise<number[]> {
  const found = await queryOne(ex, triesRow)`
    INSERT INTO operators.throttle (key, tries_ms, keep_until_ms) VALUES (${key}, '{}', ${now.getTime()})
    ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING tries_ms AS tries`
  return found.tries.map(Number)
}

export async function saveThrottle(ex: Executor, key: Buffer, triesMs: number[], keepUntil: Date): Promise<void> {
  await sql`
    UPDATE operators.throttle SET tries_ms = ${triesMs}::bigint[], keep_until_ms = ${keepUntil.getTime()}
    WHERE key = ${key}`.execute(ex)
}

export async function deleteExpiredAccess(ex: Executor, nowMs: number): Promise<void> {
  await sql`DELETE FROM operators.throttle WHERE keep_until_ms <= ${nowMs}`.execute(ex)
  await sql`DELETE FROM operators.used_challenge WHERE expires_at_ms <= ${nowMs}`.execute(ex)
}

const passkeyRow = row({
  passkeyId: text,
  operatorId: text,
  credentialId: bytea,
  publicKey: bytea,
  signCount: int8,
  transports: text.array(),
  name: text,
  createdAtMs: ms,
  lastUsedAtMs: ms.nullable(),
})
export type StoredPasskey = RowOf<typeof passkeyRow>

const passkeyColumns = sql`id AS passkey_id, ${columnsOf(passkeyRow.omit({ passkeyId: true }))}`

export type NewPasskey = Omit<StoredPasskey, 'createdAtMs' | 'lastUsedAtMs'> & { backedUp: boolean; atMs: number }

/** Returns false if an operator already has this passkey. */
export async function insertPasskey(ex: Executor, passkey: NewPasskey): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO operators.passkey (id, operator_id, credential_id, public_key, sign_count, transports, name,
      backed_up, created_at_ms)
    VALUES (${passkey.passkeyId}, ${passkey.operatorId}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.signCount},
      ${passkey.transports}::text[], ${passkey.name}, ${passkey.backedUp}, ${passkey.atMs})
    ON CONFLICT (credential_id) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

/** Returns an operator's passkeys, oldest first. */
export async function listPasskeys(ex: Executor, operatorId: string): Promise<StoredPasskey[]> {
  return queryRows(ex, passkeyRow)`
    SELECT ${passkeyColumns} FROM operators.passkey WHERE operator_id = ${operatorId} ORDER BY id`
}

export async function findPasskey(
  ex: Executor,
  operatorId: string,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  return queryFirst(ex, passkeyRow)`
    SELECT ${passkeyColumns} FROM operators.passkey
    WHERE operator_id = ${operatorId} AND credential_id = ${credentialId}`
}

/** Records a use. Returns false if the passkey was deleted or its counter didn't increase (WebAuthn, 6.1.1). */
export async function recordPasskeyUse(
  ex: Executor,
  { passkeyId }: StoredPasskey,
  signCount: number,
  atMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operators.passkey SET sign_count = ${signCount}, last_used_at_ms = ${atMs}
    WHERE id = ${passkeyId} AND (sign_count < ${signCount} OR (sign_count = 0 AND ${signCount} = 0))
    RETURNING 1`.execute(ex)
  return rows.length > 0
}

export async function deletePasskey(ex: Executor, operatorId: string, passkeyId: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM operators.passkey WHERE operator_id = ${operatorId} AND id = ${passkeyId} RETURNING 1`.execute(ex)
  return rows.length > 0
}

/** Deletes every passkey of an operator, for example when their credentials are replaced. */
export async function deletePasskeysOf(ex: Executor, operatorId: string): Promise<void> {
  await sql`DELETE FROM operators.passkey WHERE operator_id = ${operatorId}`.execute(ex)
}

/** Returns false if the challenge was used before. */
export async function recordChallenge(ex: Executor, challengeHash: Buffer, expiresAtMs: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO operators.used_challenge (challenge_hash, expires_at_ms) VALUES (${challengeHash}, ${expiresAtMs})
    ON CONFLICT (challenge_hash) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

const listedSessionRow = row({
  sessionId: text,
  network: text,
  browser: text,
  createdAtMs: ms,
  lastSeenAtMs: ms,
  expiresAtMs: ms,
})
export type ListedSession = RowOf<typeof listedSessionRow>

/** Returns an operator's live sessions, newest first. */
export async function listSessions(
  ex: Executor,
  operatorId: string,
  nowMs: number,
  idleSinceMs: number,
): Promise<ListedSession[]> {
  return queryRows(ex, listedSessionRow)`
    SELECT id AS session_id, network, browser, created_at_ms, last_seen_at_ms, expires_at_ms
    FROM operators.session
    WHERE operator_id = ${operatorId} AND expires_at_ms > ${nowMs} AND last_seen_at_ms > ${idleSinceMs}
    ORDER BY id DESC LIMIT 100`
}

/** Ends one of an operator's sessions, or all except `keepId`. Returns how many it ended. */
export async function endSessions(
  ex: Executor,
  operatorId: string,
  which: { sessionId: string } | { keepId: string },
): Promise<number> {
  const condition = 'sessionId' in which ? sql`id = ${which.sessionId}` : sql`id <> ${which.keepId}`
  const { rows } =
    await sql`DELETE FROM operators.session WHERE operator_id = ${operatorId} AND ${condition} RETURNING 1`.execute(ex)
  return rows.length
}

export async function setPassword(ex: Executor, operatorId: string, passwordHash: string): Promise<void> {
  await sql`UPDATE operators.person SET password_hash = ${passwordHash} WHERE id = ${operatorId}`.execute(ex)
}
