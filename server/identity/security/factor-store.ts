import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerKey } from '../store.ts'
import {
  bool,
  bytea,
  columnsOf,
  int4,
  int8,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  timestamptz,
  type RowOf,
} from '../../platform/database/rows.ts'

/** SQL for second factors: authenticator apps, recovery codes, passkeys and their challenges. */

const totpRow = row({
  secretSealed: bytea,
  begunAt: timestamptz,
  confirmedAt: timestamptz.nullable(),
  lastStep: int8.nullable(),
})
export type StoredTotp = RowOf<typeof totpRow>

export async function findTotp(ex: Executor, { customerId, shard }: CustomerKey): Promise<StoredTotp | undefined> {
  return queryFirst(ex, totpRow)`
    SELECT secret_sealed, begun_at, confirmed_at, last_step
    FROM identity.totp WHERE shard = ${shard} AND customer_id = ${customerId}`
}

/** Stores a secret that isn't active yet, replacing an earlier inactive one. Returns false if one is active. */
export async function beginTotp(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  secretSealed: Buffer,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO identity.totp AS t (shard, customer_id, secret_sealed, begun_at)
    VALUES (${shard}, ${customerId}, ${secretSealed}, ${at})
    ON CONFLICT (shard, customer_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, begun_at = excluded.begun_at
    WHERE t.confirmed_at IS NULL RETURNING 1`.execute(ex)
  return rows.length > 0
}

/** Activates a secret. Returns false if it has been replaced or confirmed since. */
export async function confirmTotp(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  secretSealed: Buffer,
  step: number,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE identity.totp SET confirmed_at = ${at}, last_step = ${step}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND secret_sealed = ${secretSealed}
      AND confirmed_at IS NULL`.execute(ex)
  return numAffectedRows === 1n
}

/** Uses up a time step. Returns false if this or a later step was used before. */
export async function useTotpStep(ex: Executor, { customerId, shard }: CustomerKey, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE identity.totp SET last_step = ${step}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND confirmed_at IS NOT NULL
      AND last_step < ${step}`.execute(ex)
  return numAffectedRows === 1n
}

const inForceRow = row({ inForce: bool })

/** Returns false if no authenticator app was active. */
export async function deleteTotp(ex: Executor, { customerId, shard }: CustomerKey): Promise<boolean> {
  const found = await queryFirst(ex, inForceRow)`
    DELETE FROM identity.totp WHERE shard = ${shard} AND customer_id = ${customerId}
    RETURNING confirmed_at IS NOT NULL AS in_force`
  return found?.inForce === true
}

const factorStateRow = row({
  totpSince: timestamptz.nullable(),
  passkeys: int4,
  recoveryCodesLeft: int4,
})
export type FactorState = RowOf<typeof factorStateRow>

export async function readFactorState(ex: Executor, { customerId, shard }: CustomerKey): Promise<FactorState> {
  return queryOne(ex, factorStateRow)`
    SELECT (SELECT confirmed_at FROM identity.totp
      WHERE shard = ${shard} AND customer_id = ${customerId}) AS totp_since,
      (SELECT count(*)::int FROM identity.passkey WHERE shard = ${shard} AND customer_id = ${customerId}) AS passkeys,
      (SELECT count(*)::int FROM identity.recovery_code
        WHERE shard = ${shard} AND customer_id = ${customerId} AND used_at IS NULL) AS recovery_codes_left`
}

/**
 * Locks the customer's row, so that changes to factors run one after the other. Returns whether the session is still
 * live.
 */
export async function lockFactors(
  ex: Executor,
  { customerId, shard, sessionId }: CustomerKey & { sessionId: string },
): Promise<boolean> {
  await sql`SELECT 1 FROM identity.customer WHERE shard = ${shard} AND id = ${customerId} FOR NO KEY UPDATE`.execute(ex)
  const { rows } = await sql`SELECT 1 FROM identity.session WHERE shard = ${shard} AND id = ${sessionId}`.execute(ex)
  return rows.length > 0
}

export async function replaceRecoveryCodes(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  hashes: Buffer[],
): Promise<void> {
  await sql`DELETE FROM identity.recovery_code WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(ex)
  if (hashes.length === 0) return
  await sql`
    INSERT INTO identity.recovery_code (shard, customer_id, code_hash)
    SELECT ${shard}, ${customerId}::uuid, hash FROM unnest(${hashes}::bytea[]) AS hash`.execute(ex)
}

/** Uses up a recovery code. Returns false if it doesn't exist or was already used. */
export async function useRecoveryCode(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  codeHash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE identity.recovery_code SET used_at = ${at}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND code_hash = ${codeHash} AND used_at IS NULL`.execute(ex)
  return numAffectedRows === 1n
}

const passkeyRow = row({
  customerId: text,
  shard: int4,
  passkeyId: text,
  credentialId: bytea,
  publicKey: bytea,
  signCount: int8,
  transports: text.array(),
  name: text,
  backedUp: bool,
  createdAt: timestamptz,
  lastUsedAt: timestamptz.nullable(),
})
export type StoredPasskey = RowOf<typeof passkeyRow>

export type NewPasskey = Omit<StoredPasskey, 'lastUsedAt' | 'createdAt'> & { at: Date }

/** Stores a passkey. Returns false if any account already has this passkey. */
export async function insertPasskey(ex: Executor, passkey: NewPasskey): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO identity.passkey (shard, id, customer_id, credential_id, public_key, sign_count, transports, name,
      backed_up, created_at)
    VALUES (${passkey.shard}, ${passkey.passkeyId}, ${passkey.customerId}, ${passkey.credentialId},
      ${passkey.publicKey}, ${passkey.signCount},
      ${passkey.transports}::text[], ${passkey.name}, ${passkey.backedUp}, ${passkey.at})
    ON CONFLICT (shard, credential_id) DO NOTHING RETURNING 1`.execute(ex)
  if (rows.length === 0) return false
  const isFirst = await sql`
    INSERT INTO identity.credential (credential_hash, shard, passkey_id)
    VALUES (sha256(${passkey.credentialId}), ${passkey.shard}, ${passkey.passkeyId})
    ON CONFLICT (credential_hash) DO NOTHING RETURNING 1`.execute(ex)
  return isFirst.rows.length > 0
}

const passkeyColumns = sql`id AS passkey_id, ${columnsOf(passkeyRow.omit({ passkeyId: true }))}`

/** Returns the customer's passkeys, oldest first. */
export async function listPasskeys(ex: Executor, { customerId, shard }: CustomerKey): Promise<StoredPasskey[]> {
  return queryRows(ex, passkeyRow)`
    SELECT ${passkeyColumns} FROM identity.passkey WHERE shard = ${shard} AND customer_id = ${customerId}
    ORDER BY id`
}

export async function findPasskey(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  return queryFirst(ex, passkeyRow)`
    SELECT ${passkeyColumns} FROM identity.passkey
    WHERE shard = ${shard} AND customer_id = ${customerId} AND credential_id = ${credentialId}`
}

/**
 * Records a use. Returns false if the passkey was deleted, or if its counter didn't increase, which suggests a cloned
 * passkey (WebAuthn, 6.1.1).
 */
export async function usePasskey(
  ex: Executor,
  { shard, passkeyId }: StoredPasskey,
  signCount: number,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE identity.passkey SET sign_count = ${signCount}, last_used_at = ${at}
    WHERE shard = ${shard} AND id = ${passkeyId}
      AND (sign_count < ${signCount} OR (sign_count = 0 AND ${signCount} = 0))`.execute(ex)
  return numAffectedRows === 1n
}

export async function renamePasskey(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  passkeyId: string,
  name: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE identity.passkey SET name = ${name}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${passkeyId}`.execute(ex)
  return numAffectedRows === 1n
}

export async function deletePasskey(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  passkeyId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM identity.passkey WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${passkeyId}`.execute(
    ex,
  )
  return numAffectedRows === 1n
}

/** Returns false if the challenge was used before. */
export async function useChallenge(ex: Executor, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO identity.used_challenge (challenge_hash, expires_at) VALUES (${challengeHash}, ${expiresAt})
    ON CONFLICT (challenge_hash) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}
