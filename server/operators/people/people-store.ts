import { sql } from 'kysely'
import type { Role } from '../../../api/permissions.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  bytea,
  columnsOf,
  int8AsNumber,
  ms,
  queryFirst,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

/**
 * SQL for operators, their sessions and their one-time links. Times come from the product's clock, in epoch
 * milliseconds.
 */

const personRow = row({
  operatorId: text,
  name: text,
  emailSealed: bytea,
  passwordHash: text,
  totpSealed: bytea,
  totpStep: int8AsNumber,
  roles: textOf<Role>().array(),
  createdAtMs: ms,
  /**
   * When the account was created, renewed, or given the right to approve or to manage operators. The waiting time
   * before the operator can act as a second operator starts then.
   */
  entrustedAtMs: ms,
  deactivatedAtMs: ms.nullable(),
})
export type Person = RowOf<typeof personRow>

const personColumns = sql`id AS operator_id, ${columnsOf(personRow.omit({ operatorId: true }))}`

export async function findPersonByEmail(ex: Executor, emailHash: Buffer): Promise<Person | undefined> {
  return queryFirst(ex, personRow)`
    SELECT ${personColumns} FROM operators.person
    WHERE email_hash = ${emailHash} AND deactivated_at_ms IS NULL`
}

export async function findPerson(ex: Executor, operatorId: string): Promise<Person | undefined> {
  return queryFirst(ex, personRow)`SELECT ${personColumns} FROM operators.person WHERE id = ${operatorId}`
}

export async function listPeople(ex: Executor): Promise<Person[]> {
  return queryRows(ex, personRow)`
    SELECT ${personColumns} FROM operators.person ORDER BY deactivated_at_ms IS NOT NULL, created_at_ms`
}

/** Returns whether an operator has the address. Includes operators without access, whose address stays reserved. */
export async function isOperatorsAddress(ex: Executor, emailHash: Buffer): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM operators.person WHERE email_hash = ${emailHash}`.execute(ex)
  return rows.length > 0
}

const idRow = row({ id: text })

/**
 * Locks the owners, so that two concurrent changes can't remove the last one. Returns the ids of those who can sign
 * in.
 */
export async function lockOwners(ex: Executor): Promise<string[]> {
  const rows = await queryRows(ex, idRow)`
    SELECT id FROM operators.person WHERE 'owner' = ANY (roles) AND deactivated_at_ms IS NULL ORDER BY id
    FOR UPDATE`
  return rows.map(({ id }) => id)
}

export async function hasAnyOperator(ex: Executor): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM operators.person LIMIT 1`.execute(ex)
  return rows.length > 0
}

export type NewPerson = {
  operatorId: string
  name: string
  emailHash: Buffer
  emailSealed: Buffer
  passwordHash: string
  totpSealed: Buffer
  totpStep: number
  roles: readonly Role[]
  atMs: number
}

/** Returns false if another operator has the address. */
export async function insertPerson(ex: Executor, person: NewPerson): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO operators.person (id, name, email_hash, email_sealed, password_hash, totp_sealed, totp_step, roles,
      created_at_ms, entrusted_at_ms)
    VALUES (${person.operatorId}, ${person.name}, ${person.emailHash}, ${person.emailSealed},
      ${person.passwordHash}, ${person.totpSealed},
      ${person.totpStep}, ${person.roles as Role[]}::text[], ${person.atMs}, ${person.atMs})
    ON CONFLICT (email_hash) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

/** Restarts the operator's waiting time, because someone else may hold the new credentials. */
export async function setCredentials(
  ex: Executor,
  operatorId: string,
  credentials: { passwordHash: string; totpSealed: Buffer; totpStep: number; atMs: number },
): Promise<void> {
  await sql`
    UPDATE operators.person
    SET password_hash = ${credentials.passwordHash}, totp_sealed = ${credentials.totpSealed},
      totp_step = ${credentials.totpStep}, entrusted_at_ms = ${credentials.atMs}
    WHERE id = ${operatorId}`.execute(ex)
}

/** Uses up a code. Returns false if this code or a newer one has already been used. */
export async function takeTotpStep(ex: Executor, operatorId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operators.person SET totp_step = ${step} WHERE id = ${operatorId} AND totp_step < ${step}
    RETURNING 1`.execute(ex)
  return rows.length > 0
}

/** Sets an operator's roles. With `entrustedAtMs`, restarts the operator's waiting time. */
export async function setRoles(
  ex: Executor,
  operatorId: string,
  roles: readonly Role[],
  entrustedAtMs?: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operators.person
    SET roles = ${roles as Role[]}::text[],
      entrusted_at_ms = coalesce(${entrustedAtMs ?? null}::bigint, entrusted_at_ms)
    WHERE id = ${operatorId} AND deactivated_at_ms IS NULL RETURNING 1`.execute(ex)
  return rows.length > 0
}

export async function setDeactivated(ex: Executor, operatorId: string, atMs: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operators.person SET deactivated_at_ms = ${atMs} WHERE id = ${operatorId} AND deactivated_at_ms IS NULL
    RETURNING 1`.execute(ex)
  return rows.length > 0
}

export type NewSession = {
  sessionId: string
  operatorId: string
  secretHash: Buffer
  atMs: number
  expiresAtMs: number
  network: string
  browser: string
}

export async function insertSession(ex: Executor, session: NewSession): Promise<void> {
  await sql`
    INSERT INTO operators.session (id, operator_id, secret_hash, created_at_ms, last_seen_at_ms, expires_at_ms,
      network, browser)
    VALUES (${session.sessionId}, ${session.operatorId}, ${session.secretHash}, ${session.atMs}, ${session.atMs},
      ${session.expiresAtMs}, ${session.network}, ${session.browser})`.execute(ex)
}

const sessionRow = row({
  sessionId: text,
  operatorId: text,
  roles: textOf<'owner' | 'finance' | 'compliance' | 'support' | 'auditor'>().array(),
  lastSeenAtMs: ms,
})
export type StoredSession = RowOf<typeof sessionRow>

export async function findSession(
  ex: Executor,
  secretHash: Buffer,
  nowMs: number,
  idleSinceMs: number,
): Promise<StoredSession | undefined> {
  return queryFirst(ex, sessionRow)`
    SELECT s.id AS session_id, s.operator_id, p.roles, s.last_seen_at_ms
    FROM operators.session s JOIN operators.person p ON p.id = s.operator_id
    WHERE s.secret_hash = ${secretHash} AND s.expires_at_ms > ${nowMs} AND s.last_seen_at_ms > ${idleSinceMs}
      AND p.deactivated_at_ms IS NULL`
}

export async function touchSession(ex: Executor, sessionId: string, nowMs: number): Promise<void> {
  await sql`
    UPDATE operators.session SET last_seen_at_ms = greatest(last_seen_at_ms, ${nowMs}) WHERE id = ${sessionId}`.execute(
    ex,
  )
}

export async function deleteSession(ex: Executor, sessionId: string): Promise<void> {
  await sql`DELETE FROM operators.session WHERE id = ${sessionId}`.execute(ex)
}

export async function deleteSessionsOf(ex: Executor, operatorId: string): Promise<void> {
  await sql`DELETE FROM operators.session WHERE operator_id = ${operatorId}`.execute(ex)
}

export type LinkPurpose = 'first' | 'join' | 'renew'
const linkRow = row({
  linkId: text,
  purpose: textOf<LinkPurpose>(),
  emailHash: bytea.nullable(),
  emailSealed: bytea.nullable(),
  roles: textOf<'owner' | 'finance' | 'compliance' | 'support' | 'auditor'>().array(),
  operatorId: text.nullable(),
  totpSealed: bytea,
  madeBy: text.nullable(),
  madeAtMs: ms,
  expiresAtMs: ms,
})
export type Link = RowOf<typeof linkRow>

export async function insertLink(ex: Executor, tokenHash: Buffer, link: Link): Promise<void> {
  await sql`
    INSERT INTO operators.link (token_hash, id, purpose, email_hash, email_sealed, roles, operator_id, totp_sealed,
      made_by, made_at_ms, expires_at_ms)
    VALUES (${tokenHash}, ${link.linkId}, ${link.purpose}, ${link.emailHash}, ${link.emailSealed},
      ${link.roles}::text[], ${link.operatorId},
      ${link.totpSealed}, ${link.madeBy}, ${link.madeAtMs}, ${link.expiresAtMs})`.execute(ex)
}

const linkColumns = sql`id AS link_id, ${columnsOf(linkRow.omit({ linkId: true }))}`

export async function findLink(ex: Executor, tokenHash: Buffer, nowMs: number): Promise<Link | undefined> {
  return queryFirst(ex, linkRow)`
    SELECT ${linkColumns} FROM operators.link WHERE token_hash = ${tokenHash} AND expires_at_ms > ${nowMs}`
}

/** Uses up a link. Returns false if the link is unknown, expired or already used. */
export async function takeLink(ex: Executor, tokenHash: Buffer, nowMs: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM operators.link WHERE token_hash = ${tokenHash} AND expires_at_ms > ${nowMs} RETURNING 1`.execute(ex)
  return rows.length > 0
}

export async function listLinks(ex: Executor, nowMs: number): Promise<Link[]> {
  return queryRows(ex, linkRow)`
    SELECT ${linkColumns} FROM operators.link WHERE purpose = 'join' AND expires_at_ms > ${nowMs}
    ORDER BY made_at_ms`
}

export async function deleteLink(ex: Executor, linkId: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM operators.link WHERE id = ${linkId} AND purpose = 'join' RETURNING 1`.execute(
    ex,
  )
  return rows.length > 0
}

/**
 * Deletes the links that a newer one replaces: the first operator's, those for an email address, or those of an
 * operator.
 */
export async function deleteLinksLike(
  ex: Executor,
  link: Pick<Link, 'purpose' | 'emailHash' | 'operatorId'>,
): Promise<void> {
  await sql`
    DELETE FROM operators.link
    WHERE purpose = ${link.purpose} AND email_hash IS NOT DISTINCT FROM ${link.emailHash}::bytea
      AND operator_id IS NOT DISTINCT FROM ${link.operatorId}::uuid`.execute(ex)
}

export async function deleteExpired(ex: Executor, nowMs: number, idleSinceMs: number): Promise<void> {
  await sql`DELETE FROM operators.session WHERE expires_at_ms <= ${nowMs} OR last_seen_at_ms <= ${idleSinceMs}`.execute(
    ex,
  )
  await sql`DELETE FROM operators.link WHERE expires_at_ms <= ${nowMs}`.execute(ex)
}
