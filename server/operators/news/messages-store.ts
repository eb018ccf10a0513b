import { sql } from 'kysely'
import type { Language } from '../../../contract/languages.ts'
import type { Executor } from '../../platform/database/database.ts'

export type MessageState = 'open' | 'answered' | 'closed'
export type Message = {
  id: string
  /** The customer who was signed in. */
  customerId: string | null
  /** Null after erasure, like the next three fields and the answer. */
  nameSealed: Buffer | null
  emailSealed: Buffer | null
  subjectSealed: Buffer | null
  contentSealed: Buffer | null
  language: Language
  receivedAtMs: bigint
  state: MessageState
  answerSealed: Buffer | null
  decidedBy: string | null
  decidedAtMs: bigint | null
  erasedAtMs: bigint | null
}

const columns = sql`
  m.id, m.customer_id AS "customerId", m.name_sealed AS "nameSealed", m.email_sealed AS "emailSealed",
  m.subject_sealed AS "subjectSealed", m.content_sealed AS "contentSealed", m.language,
  m.received_at_ms AS "receivedAtMs", m.state, m.answer_sealed AS "answerSealed", p.name AS "decidedBy",
  m.decided_at_ms AS "decidedAtMs", m.erased_at_ms AS "erasedAtMs"
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
  const { rows } = await sql<Message>`
    SELECT ${columns} WHERE (m.state = 'open') = ${open} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(ex)
  return rows
}

/**
 * Returns messages of a signed-in customer, and messages of people who weren't signed in, after the message
 * `afterId`.
 */
export async function listMessagesFor(
  ex: Executor,
  customerId: string,
  afterId: string | undefined,
  limit: number,
): Promise<Message[]> {
  const { rows } = await sql<Message>`
    SELECT ${columns}
    WHERE (m.customer_id = ${customerId} OR m.customer_id IS NULL) AND m.erased_at_ms IS NULL
      AND (${afterId ?? null}::uuid IS NULL OR m.id > ${afterId ?? null}::uuid)
    ORDER BY m.id LIMIT ${limit}`.execute(ex)
  return rows
}

/** Removes the link between the messages and the customer. */
export async function unlinkMessages(tx: Executor, customerId: string): Promise<void> {
  await sql`UPDATE operators.message SET customer_id = NULL WHERE customer_id = ${customerId}`.execute(tx)
}

export async function lockMessage(ex: Executor, id: string): Promise<Message | undefined> {
  const { rows } = await sql<Message>`SELECT ${columns} WHERE m.id = ${id} FOR UPDATE OF m`.execute(ex)
  return rows[0]
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

export async function countOpenMessages(ex: Executor): Promise<number> {
  const { rows } = await sql<{
    count: bigint
  }>`SELECT count(*) AS count FROM operators.message WHERE state = 'open'`.execute(ex)
  return Number(rows[0]!.count)
}

/** Erases the sender, text and answer of messages decided at or before a moment. Returns how many. */
export async function eraseMessages(ex: Executor, decidedUntilMs: number, nowMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE operators.message
    SET name_sealed = NULL, email_sealed = NULL, subject_sealed = NULL, content_sealed = NULL, answer_sealed = NULL,
      customer_id = NULL, erased_at_ms = ${nowMs}
    WHERE state <> 'open' AND erased_at_ms IS NULL AND decided_at_ms <= ${decidedUntilMs}`.execute(ex)
  return Number(numAffectedRows ?? 0n)
}
