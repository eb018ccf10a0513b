import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import { sessionRow, type CustomerKey, type StoredSession } from '../store.ts'
import { queryRows, row, text, textOf, timestamptz, type RowOf } from '../../platform/database/rows.ts'

/** SQL for API keys. */

export type NewKey = CustomerKey & {
  keyId: string
  name: string
  secretHash: Buffer
  hint: string
  scopes: string[]
  networks: string[]
  at: Date
}

export async function insertKey(ex: Executor, key: NewKey): Promise<void> {
  await sql`
    INSERT INTO identity.api_key (shard, id, customer_id, name, secret_hash, hint, scopes, networks, created_at)
    VALUES (${key.shard}, ${key.keyId}, ${key.customerId}, ${key.name}, ${key.secretHash}, ${key.hint},
      ${key.scopes}::text[], ${key.networks}::cidr[], ${key.at})`.execute(ex)
}

const keyRow = row({
  keyId: text,
  name: text,
  hint: text,
  scopes: textOf<'read' | 'trade' | 'withdraw'>().array(),
  networks: text.array(),
  createdAt: timestamptz,
  lastUsedAt: timestamptz.nullable(),
})
export type StoredKey = RowOf<typeof keyRow>

/** Returns active keys, newest first. */
export async function listKeys(ex: Executor, { customerId, shard }: CustomerKey): Promise<StoredKey[]> {
  return queryRows(ex, keyRow)`
    SELECT id AS key_id, name, hint, scopes, networks::text[] AS networks, created_at, last_used_at
    FROM identity.api_key WHERE shard = ${shard} AND customer_id = ${customerId} AND revoked_at IS NULL
    ORDER BY id DESC`
}

const idRow = row({ id: text })

/** Revokes one of the customer's keys, or all of them. Returns the ids of the keys that were active. */
export async function revokeKeys(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  keyId: string | undefined,
  at: Date,
): Promise<string[]> {
  const rows = await queryRows(ex, idRow)`
    UPDATE identity.api_key SET revoked_at = ${at}
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (${keyId ?? null}::uuid IS NULL OR id = ${keyId ?? null}::uuid) AND revoked_at IS NULL
    RETURNING id`
  return rows.map(({ id }) => id)
}

/** Returns the active keys with these secrets, each in the form of a session that never expires. */
export async function findKeys(
  ex: Executor,
  secrets: { shard: number; secretHash: Buffer }[],
): Promise<StoredSession[]> {
  return queryRows(ex, sessionRow)`
    SELECT k.shard, k.id AS session_id, k.customer_id, k.secret_hash,
      coalesce(k.last_used_at, k.created_at) AS last_seen_at,
      timestamptz '9999-01-01' AS expires_at, c.currency, c.country, c.created_at AS customer_since, k.scopes,
      k.networks::text[] AS networks, c.frozen_by, c.closed_at IS NOT NULL AS closed,
      EXISTS (SELECT FROM identity.verification v
        WHERE v.shard = c.shard AND v.customer_id = c.id AND v.state = 'verified') AS verified
    FROM unnest(${secrets.map((secret) => secret.shard)}::smallint[],
      ${secrets.map((secret) => secret.secretHash)}::bytea[]) AS requested (shard, secret_hash)
    JOIN identity.api_key k ON k.shard = requested.shard AND k.secret_hash = requested.secret_hash
    JOIN identity.customer c ON c.shard = k.shard AND c.id = k.customer_id
    WHERE k.revoked_at IS NULL AND c.closed_at IS NULL`
}

export async function touchKeys(ex: Executor, keys: { shard: number; sessionId: string }[], now: Date): Promise<void> {
  if (keys.length === 0) return
  await sql`
    UPDATE identity.api_key k SET last_used_at = ${now}
    FROM unnest(${keys.map(({ shard }) => shard)}::smallint[],
      ${keys.map(({ sessionId }) => sessionId)}::uuid[]) AS used (shard, id)
    WHERE k.shard = used.shard AND k.id = used.id`.execute(ex)
}
