import { sql } from 'kysely'
import type { Language } from '../../../api/languages.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  bytea,
  columnsOf,
  int4,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

type MessageState = 'open' | 'answered' | 'closed'
const messageRow = row({
  id: text,
  customerId: text.nullable(),
  nameSealed: bytea.nullable(),
  emailSealed: bytea.nullable(),
  subjectSealed: bytea.nullable(),
  contentSealed: bytea.nullable(),
  language: textOf<Language>(),
  receivedAtMs: ms,
  state: textOf<MessageState>(),
  answerSealed: bytea.nullable(),
  decidedBy: text.nullable(),
  decidedAtMs: ms.nullable(),
  erasedAtMs: ms.nullable(),
})
export type Message = RowOf<typeof messageRow>

const columns = sql`${columnsOf(messageRow.omit({ decidedBy: true }), 'm')}, p.name AS decided_by
  FROM operators.message m LEFT JOIN operators.person p ON p.id = m.decided_by`

export type NewMessage = {
  id: string
  nameSealed: Buffer
  emailSealed: Buffer
  subjectSealed: Buffer
  contentSealed: Buffer
  language: Language
  atMs: number
  customerId: string | null
}

export async function insertMessage(ex: Executor, message: NewMessage): Promise<void> {
  await sql`
    INSERT INTO operators.message (id, name_sealed, email_sealed, subject_sealed, content_sealed, language,
      received_at_ms, customer_id)
    VALUES (${message.id}, ${message.nameSealed}, ${message.emailSealed}, ${message.subjectSealed},
      ${message.contentSealed}, ${message.language}, ${message.atMs},
      ${message.customerId})`.execute(ex)
}

/** Lists open messages, oldest first, or the others, newest first. */
export async function listMessages(ex: Executor, open: boolean, limit: number, offset: number): Promise<Message[]> {
  const order = open ? sql`m.received_at_ms, m.id` : sql`m.decided_at_ms DESC, m.id`
  return queryRows(ex, messageRow)`
    SELECT ${columns} WHERE (m.state = 'open') = ${open} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
}

/**
 * Returns messages that a customer sent while signed in, and messages from people who weren't signed in, after the
 * message `afterId`.
 */
export async function listMessagesFor(
  ex: Executor,
  customerId: string,
  afterId: string | undefined,
  limit: number,
): Promise<Message[]> {
  return queryRows(ex, messageRow)`
    SELECT ${columns}
    WHERE (m.customer_id = ${customerId} OR m.customer_id IS NULL) AND m.erased_at_ms IS NULL
      AND (${afterId ?? null}::uuid IS NULL OR m.id > ${afterId ?? null}::uuid)
    ORDER BY m.id LIMIT ${limit}`
}

/** Removes the link between the messages and the customer. */
export async function unlinkMessages(tx: Executor, customerId: string): Promise<void> {
  await sql`UPDATE operators.message SET customer_id = NULL WHERE customer_id = ${customerId}`.execute(tx)
}

export async function lockMessage(ex: Executor, id: string): Promise<Message | undefined> {
  return queryFirst(ex, messageRow)`SELECT ${columns} WHERE m.id = ${id} FOR UPDATE OF m`
}

export async function decideMessage(
  ex: Executor,
  id: string,
  decision: { state: 'answered' | 'closed'; answerSealed: Buffer | null; operatorId: string; atMs: number },
): Promise<void> {
  await sql`
    UPDATE operators.message
    SET state = ${decision.state}, answer_sealed = ${decision.answerSealed}, decided_by = ${decision.operatorId},
      decided_at_ms = ${decision.atMs}
    WHERE id = ${id}`.execute(ex)
}

const queueRow = row({ count: int4, oldestMs: ms.nullable() })

export async function readOpenMessages(ex: Executor) {
  return queryOne(ex, queueRow)`
    SELECT count(*)::int AS count, min(received_at_ms) AS oldest_ms FROM operators.message WHERE state = 'open'`
}

/** Erases the sender, text and answer of messages decided at or before `decidedUntilMs`. Returns how many. */
export async function eraseMessages(ex: Executor, decidedUntilMs: number, nowMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE operators.message
    SET name_sealed = NULL, email_sealed = NULL, subject_sealed = NULL, content_sealed = NULL, answer_sealed = NULL,
      customer_id = NULL, erased_at_ms = ${nowMs}
    WHERE state <> 'open' AND erased_at_ms IS NULL AND decided_at_ms <= ${decidedUntilMs}`.execute(ex)
  return Number(numAffectedRows ?? 0n)
}
