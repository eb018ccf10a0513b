import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import type { AuditEntry } from '../types.ts'
import { int8, json, ms, queryOne, queryRows, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

/** Appends one entry to the log's hash chain. The head stays locked until the transaction ends. */
export async function appendAudit(ex: Executor, entry: AuditEntry, atMs: number): Promise<void> {
  await sql`
    SELECT operators.append_audit(${atMs}::bigint, ${entry.operatorId}::uuid, ${entry.action}, ${entry.subject},
      ${entry.customerId ?? null}::uuid,
      ${entry.reason ?? null}::text, ${JSON.stringify(entry.details ?? {})}::jsonb)`.execute(ex)
}

export type AuditFilter = {
  operatorId: string | null
  /** Only entries of the product itself. */
  ofSystem: boolean
  customerId: string | null
  action: string | null
  fromMs: number | null
  untilMs: number | null
}
const auditRow = row({
  seq: int8,
  atMs: ms,
  operatorId: text.nullable(),
  name: text.nullable(),
  action: text,
  subject: text,
  customerId: text.nullable(),
  reason: text.nullable(),
  details: json<Record<string, string | number | boolean | null>>(),
  hash: text,
})
export type AuditRow = RowOf<typeof auditRow>

/** Returns a page of the audit log, newest first. `action` is a full name, or a prefix that ends with a dot. */
export async function readAudit(ex: Executor, filter: AuditFilter, limit: number, offset: number): Promise<AuditRow[]> {
  return queryRows(ex, auditRow)`
    SELECT l.seq, l.at_ms, l.operator_id, p.name, l.action, l.subject, l.customer_id, l.reason, l.details,
      encode(l.hash, 'hex') AS hash
    FROM operators.audit_log l LEFT JOIN operators.person p ON p.id = l.operator_id
    WHERE (${filter.operatorId}::uuid IS NULL OR l.operator_id = ${filter.operatorId}::uuid)
      AND (NOT ${filter.ofSystem}::boolean OR l.operator_id IS NULL)
      AND (${filter.customerId}::uuid IS NULL OR l.customer_id = ${filter.customerId}::uuid)
      AND (${filter.action}::text IS NULL OR l.action = ${filter.action}::text
        OR (right(${filter.action}::text, 1) = '.' AND starts_with(l.action, ${filter.action}::text)))
      AND (${filter.fromMs}::bigint IS NULL OR l.at_ms >= ${filter.fromMs}::bigint)
      AND (${filter.untilMs}::bigint IS NULL OR l.at_ms < ${filter.untilMs}::bigint)
    ORDER BY l.seq DESC LIMIT ${limit} OFFSET ${offset}`
}

/** Returns the entries about a customer before `beforeSeq`, newest first. */
export async function readAuditOfCustomer(
  ex: Executor,
  customerId: string,
  beforeSeq: bigint | undefined,
  limit: number,
): Promise<AuditRow[]> {
  return queryRows(ex, auditRow)`
    SELECT l.seq, l.at_ms, l.operator_id, p.name, l.action, l.subject, l.customer_id, l.reason, l.details,
      encode(l.hash, 'hex') AS hash
    FROM operators.audit_log l LEFT JOIN operators.person p ON p.id = l.operator_id
    WHERE l.customer_id = ${customerId}
      AND (${beforeSeq ?? null}::bigint IS NULL OR l.seq < ${beforeSeq ?? null}::bigint)
    ORDER BY l.seq DESC LIMIT ${limit}`
}

const detailsRow = row({ details: json<Record<string, string | number | boolean | null>>() })

/** Returns the details of every entry with this action, oldest first. */
export async function readDetailsOf(ex: Executor, action: string): Promise<AuditRow['details'][]> {
  const rows = await queryRows(
    ex,
    detailsRow,
  )`SELECT details FROM operators.audit_log WHERE action = ${action} ORDER BY seq`
  return rows.map(({ details }) => details)
}

const actionRow = row({ action: text })

export async function readAuditActions(ex: Executor): Promise<string[]> {
  const rows = await queryRows(ex, actionRow)`SELECT DISTINCT action FROM operators.audit_log ORDER BY action`
  return rows.map(({ action }) => action)
}

const personRow = row({ id: text, name: text })

/** Lists the operators with an entry, by name. */
export async function readAuditPeople(ex: Executor): Promise<{ id: string; name: string }[]> {
  return queryRows(ex, personRow)`
    SELECT p.id, p.name FROM operators.person p
    WHERE p.name IS NOT NULL AND EXISTS (SELECT FROM operators.audit_log l WHERE l.operator_id = p.id)
    ORDER BY p.name, p.id`
}

const auditBreakRow = row({ seq: int8, problem: textOf<'missing_before' | 'wrong_hash' | 'not_newest'>() })
export type AuditBreak = RowOf<typeof auditBreakRow>

/** Recomputes the hash chain from its first entry, and returns where it is broken. */
export async function findAuditBreaks(ex: Executor): Promise<AuditBreak[]> {
  return queryRows(ex, auditBreakRow)`SELECT seq, problem FROM operators.find_audit_breaks() ORDER BY seq`
}

const auditHashRow = row({ seq: int8, atMs: ms, hash: text })
/** An entry of the audit log without its content. */
export type AuditHash = RowOf<typeof auditHashRow>

/** Returns up to `limit` entries after `seq`, oldest first. */
export async function auditEntriesAfter(ex: Executor, seq: bigint, limit: number): Promise<AuditHash[]> {
  return queryRows(ex, auditHashRow)`
    SELECT seq, at_ms, encode(hash, 'hex') AS hash FROM operators.audit_log
      WHERE seq > ${seq} ORDER BY seq LIMIT ${limit}`
}

const auditHeadRow = row({ seq: int8, hash: text })

export async function readAuditHead(ex: Executor): Promise<{ seq: bigint; hash: string }> {
  return queryOne(ex, auditHeadRow)`SELECT seq, encode(hash, 'hex') AS hash FROM operators.audit_head`
}

/**
 * A published head of the audit log: the number of entries and the newest hash in hexadecimal. `where` identifies the
 * publication.
 */
export type PublishedAuditHead = { where: string; entries: string; hash: string }

const otherAuditHeadsRow = row({ where: text, entries: text, expected: text, found: text })

/**
 * Returns the published heads whose entry is missing or has a different hash, which means that the log was rewritten or
 * truncated.
 */
export async function findOtherAuditHeads(
  ex: Executor,
  heads: readonly PublishedAuditHead[],
): Promise<{ where: string; entries: string; expected: string; found: string }[]> {
  return queryRows(ex, otherAuditHeadsRow)`
    SELECT p."where", p.entries::text AS entries, p.hash AS expected,
      coalesce(encode(l.hash, 'hex'), 'no such entry') AS found
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS p(entries bigint, hash text, "where" text)
    LEFT JOIN operators.audit_log l ON l.seq = p.entries
    WHERE p.entries > 0 AND encode(l.hash, 'hex') IS DISTINCT FROM p.hash ORDER BY p.entries LIMIT 100`
}
