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
  thread: text,
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
  emailHash: Buffer
  language: Language
  atMs: number
  customerId: string | null
}

export async function insertMessage(ex: Executor, message: NewMessage): Promise<void> {
  await sql`
    INSERT INTO operators.message (id, name_sealed, email_sealed, subject_sealed, content_sealed, language,
      received_at_ms, customer_id, email_hash)
    VALUES (${message.id}, ${message.nameSealed}, ${message.emailSealed}, ${message.subjectSealed},
      ${message.contentSealed}, ${message.language}, ${message.atMs},
      ${message.customerId}, ${message.emailHash})`.execute(ex)
}

const threadRow = row({ thread: text })

/** Returns conversations with an open message, longest wait first, or the others, newest first. */
export async function listThreads(ex: Executor, open: boolean, limit: number, offset: number): Promise<string[]> {
  const waiting = sql`min(m.received_at_ms) FILTER (WHERE m.state = 'open')`
  const order = open ? sql`${waiting}, m.thread` : sql`max(greatest(m.received_at_ms, m.decided_at_ms)) DESC, m.thread`
  const rows = await queryRows(ex, threadRow)`
    SELECT m.thread FROM operators.message m GROUP BY m.thread HAVING (${waiting} IS NOT NULL) = ${open}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
  return rows.map(({ thread }) => thread)
}

/** Returns the newest and all open messages of each conversation, newest first. */
export async function listMessagesOf(ex: Executor, threads: readonly string[], limit: number): Promise<Message[]> {
  return queryRows(ex, messageRow)`
    SELECT ${columns}
    JOIN (SELECT id, row_number() OVER (PARTITION BY thread ORDER BY received_at_ms DESC, id DESC) AS nth
      FROM operators.message WHERE thread = ANY (${threads}::text[])) n ON n.id = m.id
    WHERE n.nth <= ${limit} OR m.state = 'open' ORDER BY m.received_at_ms DESC, m.id DESC`
}

/** Locks the open messages of a conversation that arrived no later than the message `id`, oldest first. */
export async function lockOpenUntil(ex: Executor, { thread, id }: Pick<Message, 'thread' | 'id'>): Promise<Message[]> {
  return queryRows(ex, messageRow)`
    SELECT ${columns} JOIN operators.message l ON l.id = ${id}
    WHERE m.thread = ${thread} AND m.state = 'open' AND (m.received_at_ms, m.id) <= (l.received_at_ms, l.id)
    ORDER BY m.received_at_ms, m.id FOR UPDATE OF m`
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

export async function findMessage(ex: Executor, id: string): Promise<Message | undefined> {
  return queryFirst(ex, messageRow)`SELECT ${columns} WHERE m.id = ${id}`
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
      customer_id = NULL, email_hash = NULL, erased_at_ms = ${nowMs}
    WHERE state <> 'open' AND erased_at_ms IS NULL AND decided_at_ms <= ${decidedUntilMs}`.execute(ex)
  return Number(numAffectedRows ?? 0n)
}
