import { sql } from 'kysely'
import type { DocumentMode, RejectionReason, VerificationState } from '../../../api/states/verification-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerKey } from '../store.ts'
import {
  columnsOf,
  int4,
  int8,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

/** All SQL for verifications, documents and photos. */

export type DocumentSide = 'page' | 'front' | 'back'
export type VerificationKey = { shard: number; verificationId: string }

export type NewVerification = CustomerKey & {
  verificationId: string
  mode: DocumentMode
  sentAtMs: number
  documents: { id: string; side: DocumentSide }[]
}

/**
 * Locks the customer's row and returns the state of the newest verification, or undefined if the customer doesn't
 * exist or the account is closed.
 */
export async function lockVerificationState(
  ex: Executor,
  { customerId, shard }: CustomerKey,
): Promise<VerificationState | undefined> {
  const { rows } = await sql`
    SELECT 1 FROM identity.customer WHERE shard = ${shard} AND id = ${customerId} AND closed_at IS NULL
    FOR NO KEY UPDATE`.execute(ex)
  return rows.length === 0 ? undefined : findVerificationState(ex, { customerId, shard })
}

const stateRow = row({ state: textOf<VerificationState>() })

export async function findVerificationState(
  ex: Executor,
  { customerId, shard }: CustomerKey,
): Promise<VerificationState> {
  const found = await queryFirst(ex, stateRow)`
    SELECT state FROM identity.verification WHERE shard = ${shard} AND customer_id = ${customerId}
    ORDER BY sent_at_ms DESC, id DESC LIMIT 1`
  return found?.state ?? 'unverified'
}

export async function insertVerification(
  ex: Executor,
  { shard, customerId, verificationId, mode, sentAtMs, documents }: NewVerification,
): Promise<void> {
  await sql`
    INSERT INTO identity.verification (shard, id, customer_id, mode, sent_at_ms)
    VALUES (${shard}, ${verificationId}, ${customerId}, ${mode}, ${sentAtMs})`.execute(ex)
  await sql`
    INSERT INTO identity.document (shard, id, verification_id, side)
    SELECT ${shard}, d.id, ${verificationId}, d.side
    FROM unnest(${documents.map(({ id }) => id)}::uuid[],
      ${documents.map(({ side }) => side)}::text[]) AS d (id, side)`.execute(ex)
}

const verificationRow = row({
  customerId: text,
  shard: int4,
  verificationId: text,
  mode: textOf<DocumentMode>(),
  state: textOf<VerificationState>(),
  sentAtMs: ms,
  decidedAtMs: ms.nullable(),
  reason: textOf<RejectionReason>().nullable(),
})
export type StoredVerification = RowOf<typeof verificationRow>

const verificationColumns = sql`
  v.id AS verification_id, ${columnsOf(verificationRow.omit({ verificationId: true }), 'v')}`

/** Returns all of a customer's verifications, newest first. */
export async function listVerifications(
  ex: Executor,
  { customerId, shard }: CustomerKey,
): Promise<StoredVerification[]> {
  return queryRows(ex, verificationRow)`
    SELECT ${verificationColumns} FROM identity.verification v
    WHERE v.shard = ${shard} AND v.customer_id = ${customerId} ORDER BY v.sent_at_ms DESC, v.id DESC`
}

/** Returns one of the customer's verifications, locked until the transaction ends. */
export async function lockVerification(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  verificationId: string,
): Promise<StoredVerification | undefined> {
  return queryFirst(ex, verificationRow)`
    SELECT ${verificationColumns} FROM identity.verification v
    WHERE v.shard = ${shard} AND v.id = ${verificationId} AND v.customer_id = ${customerId} FOR UPDATE`
}

const waitingVerificationRow = verificationRow.extend({ country: text, pictures: int8 })
export type WaitingVerification = RowOf<typeof waitingVerificationRow>

/** Returns the verifications that await an operator's decision, oldest first. */
export async function listWaiting(ex: Executor, limit: number, offset: number): Promise<WaitingVerification[]> {
  return queryRows(ex, waitingVerificationRow)`
    SELECT ${verificationColumns}, c.country,
      (SELECT count(*) FROM identity.document d
        WHERE d.shard = v.shard AND d.verification_id = v.id AND d.deleted_at_ms IS NULL) AS pictures
    FROM identity.verification v JOIN identity.customer c ON c.shard = v.shard AND c.id = v.customer_id
    WHERE v.state = 'submitted' ORDER BY v.sent_at_ms, v.id LIMIT ${limit} OFFSET ${offset}`
}

const queueRow = row({ count: int4, oldestMs: ms.nullable() })

/** Counts the verifications that await a decision, and returns when the oldest one was submitted. */
export async function readWaitingQueue(ex: Executor) {
  return queryOne(ex, queueRow)`
    SELECT count(*)::int AS count, min(sent_at_ms) AS oldest_ms FROM identity.verification WHERE state = 'submitted'`
}

export type Decision = {
  state: 'verified' | 'rejected'
  decidedAtMs: number
  decidedBy: string
  reason: RejectionReason | null
}

export async function decideVerification(
  ex: Executor,
  { shard, verificationId }: VerificationKey,
  { state, decidedAtMs, decidedBy, reason }: Decision,
): Promise<void> {
  await sql`
    UPDATE identity.verification
    SET state = ${state}, decided_at_ms = ${decidedAtMs}, decided_by = ${decidedBy}, reason = ${reason}
    WHERE shard = ${shard} AND id = ${verificationId}`.execute(ex)
}

export async function withdrawAll(ex: Executor, { customerId, shard }: CustomerKey, atMs: number): Promise<void> {
  await sql`
    UPDATE identity.verification SET state = 'withdrawn', decided_at_ms = coalesce(decided_at_ms, ${atMs})
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state <> 'withdrawn'`.execute(ex)
}

const documentRow = row({
  id: text,
  verificationId: text,
  side: textOf<DocumentSide>(),
  deletedAtMs: ms.nullable(),
})
export type StoredDocument = RowOf<typeof documentRow>

/** Returns the pictures of these verifications in one shard, front before back. */
export async function listDocuments(ex: Executor, shard: number, verificationIds: string[]): Promise<StoredDocument[]> {
  return queryRows(ex, documentRow)`
    SELECT id, verification_id, side, deleted_at_ms
    FROM identity.document WHERE shard = ${shard} AND verification_id = ANY (${verificationIds}::uuid[])
    ORDER BY side DESC`
}

export type Opening = { id: string; documentId: string; operatorId: string; atMs: number; reason: string }

export async function insertOpenings(ex: Executor, shard: number, openings: Opening[]): Promise<void> {
  for (const opening of openings) {
    await sql`
      INSERT INTO identity.document_opening (shard, id, document_id, operator_id, at_ms, reason)
      VALUES (${shard}, ${opening.id}, ${opening.documentId}, ${opening.operatorId}, ${opening.atMs},
        ${opening.reason})`.execute(ex)
  }
}

const openingRow = row({
  verificationId: text,
  side: textOf<DocumentSide>(),
  operatorId: text,
  atMs: ms,
  reason: text,
})
export type StoredOpening = RowOf<typeof openingRow>

export async function listOpenings(ex: Executor, shard: number, verificationIds: string[]): Promise<StoredOpening[]> {
  return queryRows(ex, openingRow)`
    SELECT d.verification_id, d.side, o.operator_id, o.at_ms, o.reason
    FROM identity.document d JOIN identity.document_opening o ON o.shard = d.shard AND o.document_id = d.id
    WHERE d.shard = ${shard} AND d.verification_id = ANY (${verificationIds}::uuid[])
    ORDER BY o.at_ms, d.side DESC, o.id`
}

export async function wasOpenedBy(
  ex: Executor,
  { shard, verificationId }: VerificationKey,
  operatorId: string,
): Promise<boolean> {
  const openings = await listOpenings(ex, shard, [verificationId])
  return openings.some((opening) => opening.operatorId === operatorId)
}

const deletableRow = row({ shard: int4, id: text })

/**
 * Returns pictures that can be deleted, because the decision was made before `decidedBeforeMs` or the account is
 * closed.
 */
export async function listDeletable(
  ex: Executor,
  decidedBeforeMs: number,
  limit: number,
): Promise<{ shard: number; id: string }[]> {
  return queryRows(ex, deletableRow)`
    SELECT d.shard, d.id FROM identity.document d
    JOIN identity.verification v ON v.shard = d.shard AND v.id = d.verification_id
    WHERE d.deleted_at_ms IS NULL AND (v.decided_at_ms <= ${decidedBeforeMs} OR v.state = 'withdrawn')
    LIMIT ${limit}`
}

export async function markDeleted(
  ex: Executor,
  { shard, id }: { shard: number; id: string },
  atMs: number,
): Promise<void> {
  await sql`UPDATE identity.document SET deleted_at_ms = ${atMs} WHERE shard = ${shard} AND id = ${id}`.execute(ex)
}

const idRow = row({ id: text })

export async function findPhoto(ex: Executor, { customerId, shard }: CustomerKey): Promise<string | undefined> {
  const found = await queryFirst(
    ex,
    idRow,
  )`SELECT file_id AS id FROM identity.profile_photo WHERE shard = ${shard} AND customer_id = ${customerId}`
  return found?.id
}

/**
 * Sets the photo and returns the previous file, or undefined if the account is closed. Concurrent calls run one after
 * the other.
 */
export async function replacePhoto(
  ex: Executor,
  key: CustomerKey,
  fileId: string,
  atMs: number,
): Promise<{ before: string | undefined } | undefined> {
  const { customerId, shard } = key
  const { rows } = await sql`
    SELECT 1 FROM identity.customer WHERE shard = ${shard} AND id = ${customerId} AND closed_at IS NULL
    FOR NO KEY UPDATE`.execute(ex)
  if (rows.length === 0) return undefined
  const before = await findPhoto(ex, key)
  await sql`
    INSERT INTO identity.profile_photo (shard, customer_id, file_id, set_at_ms)
    VALUES (${shard}, ${customerId}, ${fileId}, ${atMs})
    ON CONFLICT (shard, customer_id) DO UPDATE SET file_id = excluded.file_id, set_at_ms = excluded.set_at_ms`.execute(
    ex,
  )
  return { before }
}

/** Returns the file of the deleted photo, or undefined if there was none. */
export async function deletePhoto(ex: Executor, { customerId, shard }: CustomerKey): Promise<string | undefined> {
  const found = await queryFirst(ex, idRow)`
    DELETE FROM identity.profile_photo WHERE shard = ${shard} AND customer_id = ${customerId}
    RETURNING file_id AS id`
  return found?.id
}

/** Returns which of these files are in use. */
export async function findReferred(ex: Executor, fileIds: string[]): Promise<Set<string>> {
  const rows = await queryRows(ex, idRow)`
    SELECT id FROM identity.document WHERE id = ANY (${fileIds}::uuid[]) AND deleted_at_ms IS NULL
    UNION ALL SELECT file_id FROM identity.profile_photo WHERE file_id = ANY (${fileIds}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}

const documentFilesRow = row({ id: text, owner: text })

/** Returns stored document pictures with their owners, by id, for `npm run keys:rotate`. */
export async function listDocumentFiles(
  ex: Executor,
  afterId: string,
  limit: number,
): Promise<{ id: string; owner: string }[]> {
  return queryRows(ex, documentFilesRow)`
    SELECT d.id, v.customer_id AS owner FROM identity.document d
    JOIN identity.verification v ON v.shard = d.shard AND v.id = d.verification_id
    WHERE d.deleted_at_ms IS NULL AND d.id > ${afterId}::uuid ORDER BY d.id LIMIT ${limit}`
}

/** Returns profile photos with their owners, by id, for `npm run keys:rotate`. */
export async function listPhotoFiles(
  ex: Executor,
  afterId: string,
  limit: number,
): Promise<{ id: string; owner: string }[]> {
  return queryRows(ex, documentFilesRow)`
    SELECT file_id AS id, customer_id AS owner FROM identity.profile_photo WHERE file_id > ${afterId}::uuid
    ORDER BY file_id LIMIT ${limit}`
}
