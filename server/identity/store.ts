import { sql, type RawBuilder } from 'kysely'
import type { Language } from '../../api/languages.ts'
import type { CashAsset } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import {
  bool,
  bytea,
  int4,
  int8,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  timestamptz,
  type RowOf,
} from '../platform/database/rows.ts'

/** All SQL for the `identity` schema. Times come from the product's clock, never from the database. */

export type CustomerKey = { customerId: string; shard: number }
export type MailCodePurpose = 'register' | 'reset' | 'email'

/** The columns that sign-in reads. */
const credentialsRow = row({ customerId: text, shard: int4, passwordHash: text })
export type Credentials = RowOf<typeof credentialsRow>

export async function findCredentials(ex: Executor, addressHash: Buffer): Promise<Credentials | undefined> {
  return queryFirst(ex, credentialsRow)`
    SELECT c.id AS customer_id, c.shard, c.password_hash
    FROM identity.address a JOIN identity.customer c ON c.shard = a.shard AND c.id = a.customer_id
    WHERE a.address_hash = ${addressHash} AND c.closed_at IS NULL`
}

export async function isAddressKnown(ex: Executor, addressHash: Buffer): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM identity.address WHERE address_hash = ${addressHash}`.execute(ex)
  return rows.length > 0
}

/** Returns false if the address is taken. Of two concurrent calls, the second waits and gets false. */
export async function insertAddress(
  ex: Executor,
  addressHash: Buffer,
  { customerId, shard }: CustomerKey,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO identity.address (address_hash, customer_id, shard) VALUES (${addressHash}, ${customerId}, ${shard})
    ON CONFLICT (address_hash) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

export type NewCustomer = CustomerKey & {
  nameSealed: Buffer
  emailSealed: Buffer
  phoneSealed: Buffer
  country: string
  currency: CashAsset
  passwordHash: string
  language: Language
  simulated: boolean
  at: Date
}

export async function insertCustomer(ex: Executor, customer: NewCustomer): Promise<void> {
  await sql`
    INSERT INTO identity.customer
      (shard, id, name_sealed, email_sealed, phone_sealed, country, currency, language, password_hash, simulated,
       password_set_at, created_at)
    VALUES (${customer.shard}, ${customer.customerId}, ${customer.nameSealed}, ${customer.emailSealed},
      ${customer.phoneSealed},
      ${customer.country}, ${customer.currency}, ${customer.language}, ${customer.passwordHash},
      ${customer.simulated}, ${customer.at}, ${customer.at})`.execute(ex)
}

const customerRow = row({
  customerId: text,
  shard: int4,
  nameSealed: bytea,
  emailSealed: bytea,
  phoneSealed: bytea,
  country: text,
  currency: textOf<CashAsset>(),
  passwordHash: text,
  createdAt: timestamptz,
  language: textOf<Language>(),
  simulated: bool,
  emailProven: bool,
})
export type StoredCustomer = RowOf<typeof customerRow>

export async function findCustomer(
  ex: Executor,
  { customerId, shard }: CustomerKey,
): Promise<StoredCustomer | undefined> {
  return queryFirst(ex, customerRow)`
    SELECT id AS customer_id, shard, name_sealed, email_sealed, phone_sealed, country, currency, password_hash,
      created_at, language, simulated, email_proven
    FROM identity.customer WHERE shard = ${shard} AND id = ${customerId}`
}

const idRow = row({ id: text })

/** Returns the ids of simulated accounts. */
export async function listSimulated(ex: Executor): Promise<string[]> {
  const rows = await queryRows(ex, idRow)`SELECT id FROM identity.customer WHERE simulated`
  return rows.map(({ id }) => id)
}

/** Sets the language of a customer's emails. Never changes a closed account. */
export async function setLanguage(ex: Executor, { customerId, shard }: CustomerKey, language: Language): Promise<void> {
  await sql`
    UPDATE identity.customer SET language = ${language}
    WHERE shard = ${shard} AND id = ${customerId} AND closed_at IS NULL`.execute(ex)
}

export async function setPasswordHash(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE identity.customer SET password_hash = ${passwordHash}, password_set_at = ${at}
    WHERE shard = ${shard} AND id = ${customerId}`.execute(ex)
}

export type NewSession = CustomerKey & {
  sessionId: string
  secretHash: Buffer
  at: Date
  /** The session that handed this one over. */
  parentId: string | null
  /** The session that began the hand-overs to this one; usually the session itself. */
  rootId: string
  expiresAt: Date
  userAgent: string
  network: string
  method: SignInMethod
}

/** The last proof given at sign-in. `mail` means a password reset; `handover` adds no proof. */
export type SignInMethod = 'password' | 'totp' | 'recovery' | 'passkey' | 'mail' | 'register' | 'handover'

/**
 * Returns false if the customer's password hash has changed: a sign-in with the old password that overlaps a reset
 * opens no session.
 */
export async function insertSession(ex: Executor, session: NewSession, passwordHash: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO identity.session (shard, id, customer_id, secret_hash, created_at, last_seen_at, parent_id, root_id,
      expires_at, user_agent, network, method)
    SELECT shard, ${session.sessionId}, id, ${session.secretHash}, ${session.at}, ${session.at},
      ${session.parentId}::uuid, ${session.rootId}::uuid,
      ${session.expiresAt}::timestamptz, ${session.userAgent}, ${session.network}, ${session.method}
    FROM identity.customer
    WHERE shard = ${session.shard} AND id = ${session.customerId} AND password_hash = ${passwordHash}
      AND closed_at IS NULL
    FOR SHARE RETURNING 1`.execute(ex)
  return rows.length > 0
}

/** An account's restrictions, and whether its owner is verified. */
export type StoredStanding = { frozenBy: 'customer' | 'operator' | null; closed: boolean; verified: boolean }

/** A live session or active key, with the customer data that other modules read most. */
export const sessionRow = row({
  customerId: text,
  shard: int4,
  frozenBy: textOf<'customer' | 'operator'>().nullable(),
  closed: bool,
  verified: bool,
  sessionId: text,
  secretHash: bytea,
  scopes: text.array().nullable(),
  networks: text.array().nullable(),
  currency: textOf<CashAsset>(),
  country: text,
  customerSince: timestamptz,
  lastSeenAt: timestamptz,
  expiresAt: timestamptz,
})
export type StoredSession = RowOf<typeof sessionRow>

/** Returns the sessions with these secrets that haven't ended and were used since `idleSince`. */
export async function findSessions(
  ex: Executor,
  secrets: { shard: number; secretHash: Buffer }[],
  now: Date,
  idleSince: Date,
): Promise<StoredSession[]> {
  return queryRows(ex, sessionRow)`
    SELECT s.shard, s.id AS session_id, s.customer_id, s.secret_hash, s.last_seen_at, s.expires_at, c.currency,
      c.country, c.created_at AS customer_since, NULL AS scopes,
      NULL AS networks, c.frozen_by, c.closed_at IS NOT NULL AS closed,
      EXISTS (SELECT FROM identity.verification v
        WHERE v.shard = c.shard AND v.customer_id = c.id AND v.state = 'verified') AS verified
    FROM unnest(${secrets.map((secret) => secret.shard)}::smallint[],
      ${secrets.map((secret) => secret.secretHash)}::bytea[]) AS requested (shard, secret_hash)
    JOIN identity.session s ON s.shard = requested.shard AND s.secret_hash = requested.secret_hash
    JOIN identity.customer c ON c.shard = s.shard AND c.id = s.customer_id
    WHERE s.expires_at > ${now} AND s.last_seen_at > ${idleSince}`
}

export async function touchSessions(
  ex: Executor,
  sessions: { shard: number; sessionId: string }[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE identity.session s SET last_seen_at = greatest(s.last_seen_at, ${now})
    FROM unnest(${sessions.map((session) => session.shard)}::smallint[],
      ${sessions.map((session) => session.sessionId)}::uuid[]) AS seen (shard, id)
    WHERE s.shard = seen.shard AND s.id = seen.id`.execute(ex)
}

const rootIdRow = row({ rootId: text })

/** Returns the session that began the hand-overs to a live session, or undefined if the live session has ended. */
export async function findRootSession(ex: Executor, shard: number, sessionId: string): Promise<string | undefined> {
  const found = await queryFirst(
    ex,
    rootIdRow,
  )`SELECT root_id FROM identity.session WHERE shard = ${shard} AND id = ${sessionId}`
  return found?.rootId
}

/**
 * Ends the customer's sessions that `condition` selects, and all sessions that they handed over. Returns the ids of the
 * ended sessions.
 */
async function endHandedOver(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const rows = await queryRows(ex, idRow)`
    WITH RECURSIVE ended AS (
      SELECT id FROM identity.session WHERE shard = ${shard} AND customer_id = ${customerId} AND ${condition}
      UNION SELECT s.id FROM identity.session s JOIN ended e ON s.shard = ${shard} AND s.parent_id = e.id
    )
    DELETE FROM identity.session s USING ended e WHERE s.shard = ${shard} AND s.id = e.id RETURNING s.id`
  return rows.map(({ id }) => id)
}

/** Ends one of a customer's sessions and all sessions that it handed over. Returns the ids of the ended sessions. */
export async function deleteSession(ex: Executor, key: CustomerKey, sessionId: string): Promise<string[]> {
  return endHandedOver(ex, key, sql`id = ${sessionId}`)
}

/**
 * Ends every session of a customer except `keepId` and the sessions it descends from. Returns the ids of the ended
 * sessions.
 */
export async function deleteOtherSessions(ex: Executor, key: CustomerKey, keepId: string): Promise<string[]> {
  return endHandedOver(
    ex,
    key,
    sql`id NOT IN (
    WITH RECURSIVE kept AS (
      SELECT id, parent_id FROM identity.session WHERE shard = ${key.shard} AND id = ${keepId}
      UNION SELECT p.id, p.parent_id FROM identity.session p
      JOIN kept k ON p.shard = ${key.shard} AND p.id = k.parent_id
    ) SELECT id FROM kept)`,
  )
}

/** Ends every session of a customer and returns their ids. */
export async function deleteSessionsOf(ex: Executor, { customerId, shard }: CustomerKey): Promise<string[]> {
  const rows = await queryRows(ex, idRow)`
    DELETE FROM identity.session WHERE shard = ${shard} AND customer_id = ${customerId} RETURNING id`
  return rows.map((row) => row.id)
}

/** Stores a hand-over code. Returns false if its session has ended. */
export async function insertHandover(
  ex: Executor,
  handover: { shard: number; codeHash: Buffer; sessionId: string; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO identity.handover (shard, code_hash, session_id, expires_at)
    SELECT s.shard, ${handover.codeHash}::bytea, s.id, ${handover.expiresAt}::timestamptz
    FROM identity.session s WHERE s.shard = ${handover.shard} AND s.id = ${handover.sessionId} FOR KEY SHARE`.execute(
    ex,
  )
  return numAffectedRows === 1n
}

/** The owner of a hand-over code and the session that created it. */
export type Handover = Credentials & {
  parent: { sessionId: string; rootId: string; expiresAt: Date }
  emailSealed: Buffer
}

/** Returns the owner and session of a live hand-over code without using it up. Locks nothing. */
export async function findHandover(
  ex: Executor,
  shard: number,
  codeHash: Buffer,
  now: Date,
): Promise<Handover | undefined> {
  return readHandover(ex, shard, codeHash, now, sql``)
}

/**
 * Uses up a hand-over code. Locks the customer's row first, in the same order as a reset, then the session that
 * created the code.
 */
export async function takeHandover(
  ex: Executor,
  shard: number,
  codeHash: Buffer,
  now: Date,
): Promise<Handover | undefined> {
  const found = await readHandover(ex, shard, codeHash, now, sql`FOR SHARE OF c FOR KEY SHARE OF s`)
  const used = await sql`
    DELETE FROM identity.handover WHERE shard = ${shard} AND code_hash = ${codeHash} AND expires_at > ${now}
    RETURNING 1`.execute(ex)
  return used.rows.length > 0 ? found : undefined
}

const handoverRow = row({
  customerId: text,
  shard: int4,
  passwordHash: text,
  sessionId: text,
  rootId: text,
  expiresAt: timestamptz,
  emailSealed: bytea,
})

async function readHandover(
  ex: Executor,
  shard: number,
  codeHash: Buffer,
  now: Date,
  lock: RawBuilder<unknown>,
): Promise<Handover | undefined> {
  const found = await queryFirst(ex, handoverRow)`
    SELECT c.id AS customer_id, c.shard, c.password_hash, c.email_sealed, s.id AS session_id, s.root_id, s.expires_at
    FROM identity.handover h
    JOIN identity.session s ON s.shard = h.shard AND s.id = h.session_id
    JOIN identity.customer c ON c.shard = s.shard AND c.id = s.customer_id
    WHERE h.shard = ${shard} AND h.code_hash = ${codeHash} AND h.expires_at > ${now}
      AND s.expires_at > ${now} ${lock}`
  if (!found) return undefined
  const { sessionId, rootId, expiresAt, ...customer } = found
  return { ...customer, parent: { sessionId, rootId, expiresAt } }
}

export type NewMailCode = {
  addressHash: Buffer
  purpose: MailCodePurpose
  requesterHash: Buffer
  tokenHash: Buffer
  codeHash: Buffer
  tries: number
  expiresAt: Date
}

/** Stores a code, replacing the same requester's previous one. */
export async function replaceMailCode(ex: Executor, code: NewMailCode): Promise<void> {
  await sql`
    INSERT INTO identity.mail_code (address_hash, purpose, requester_hash, token_hash, code_hash, tries_left,
      expires_at)
    VALUES (${code.addressHash}, ${code.purpose}, ${code.requesterHash}, ${code.tokenHash}, ${code.codeHash},
      ${code.tries}, ${code.expiresAt})
    ON CONFLICT (address_hash, purpose, requester_hash) DO UPDATE
    SET token_hash = excluded.token_hash, code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at`.execute(ex)
}

export type MailCodeKey = { addressHash: Buffer; purpose: MailCodePurpose }

const codeHashRow = row({ codeHash: bytea })

/**
 * Uses up one attempt at a live code and returns the code's hash, or undefined if no live code has an attempt left.
 */
export async function takeMailCodeTry(
  ex: Executor,
  key: MailCodeKey,
  tokenHash: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const found = await queryFirst(ex, codeHashRow)`
    UPDATE identity.mail_code SET tries_left = tries_left - 1
    WHERE address_hash = ${key.addressHash} AND purpose = ${key.purpose} AND token_hash = ${tokenHash}
      AND expires_at > ${now} AND tries_left > 0
    RETURNING code_hash`
  return found?.codeHash
}

export async function isMailCodeLive(ex: Executor, key: MailCodeKey, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM identity.mail_code
    WHERE address_hash = ${key.addressHash} AND purpose = ${key.purpose} AND token_hash = ${tokenHash}
      AND expires_at > ${now} AND tries_left > 0`.execute(ex)
  return rows.length > 0
}

/** Uses up a code. Returns false if it was used or replaced, or has expired. */
export async function deleteMailCode(ex: Executor, key: MailCodeKey, codeHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM identity.mail_code
    WHERE address_hash = ${key.addressHash} AND purpose = ${key.purpose} AND code_hash = ${codeHash}
      AND expires_at > ${now} RETURNING 1`.execute(ex)
  return rows.length > 0
}

const hourMs = 3_600_000

/** Counts an incorrectly entered code and returns the new result of `countWrongCodes`. */
export async function addWrongCode(ex: Executor, nowMs: number): Promise<number> {
  await sql`
    INSERT INTO identity.wrong_code AS w (hour_ms, count) VALUES (${nowMs - (nowMs % hourMs)}, 1)
    ON CONFLICT (hour_ms) DO UPDATE SET count = w.count + 1`.execute(ex)
  return countWrongCodes(ex, nowMs)
}

const countRow = row({ count: int4 })

/**
 * Returns how often an emailed code was entered incorrectly in the last 24 to 25 hours. Codes are counted by whole
 * hours.
 */
export async function countWrongCodes(ex: Executor, nowMs: number): Promise<number> {
  const found = await queryOne(ex, countRow)`
    SELECT coalesce(sum(count), 0)::int AS count FROM identity.wrong_code
    WHERE hour_ms > ${nowMs - 25 * hourMs}`
  return found.count
}

const triesRow = row({ tries: int8.array() })

/** Returns the times of a key's attempts, oldest first. Creates and locks its row. */
export async function lockThrottle(ex: Executor, key: Buffer, now: Date): Promise<number[]> {
  const found = await queryOne(ex, triesRow)`
    INSERT INTO identity.throttle (key, tries_ms, keep_until) VALUES (${key}, '{}', ${now})
    ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING tries_ms AS tries`
  return found.tries.map(Number)
}

export async function saveThrottle(ex: Executor, key: Buffer, triesMs: number[], keepUntil: Date): Promise<void> {
  await sql`
    UPDATE identity.throttle SET tries_ms = ${triesMs}::bigint[], keep_until = ${keepUntil} WHERE key = ${key}`.execute(
    ex,
  )
}

/** Deletes expired codes, sessions, hand-overs and attempts. */
export async function deleteExpired(ex: Executor, now: Date, idleSince: Date): Promise<void> {
  await sql`DELETE FROM identity.mail_code WHERE expires_at <= ${now}`.execute(ex)
  await sql`DELETE FROM identity.handover WHERE expires_at <= ${now}`.execute(ex)
  await sql`DELETE FROM identity.session WHERE expires_at <= ${now} OR last_seen_at <= ${idleSince}`.execute(ex)
  await sql`DELETE FROM identity.throttle WHERE keep_until <= ${now}`.execute(ex)
  await sql`DELETE FROM identity.wrong_code WHERE hour_ms <= ${now.getTime() - 25 * hourMs}`.execute(ex)
  await sql`DELETE FROM identity.used_challenge WHERE expires_at <= ${now}`.execute(ex)
  await sql`DELETE FROM identity.email_proposal WHERE expires_at <= ${now}`.execute(ex)
}

const customersRow = row({ customers: int4, since: timestamptz.nullable() })

/** Returns the number of open accounts and when the first was created. */
export async function countCustomers(ex: Executor): Promise<{ customers: number; sinceMs: number | null }> {
  const found = await queryOne(ex, customersRow)`
    SELECT count(*)::int AS customers, min(created_at) AS since FROM identity.customer
    WHERE closed_at IS NULL AND NOT simulated`
  return { customers: found.customers, sinceMs: found.since?.getTime() ?? null }
}
