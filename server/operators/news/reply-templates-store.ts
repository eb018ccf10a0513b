import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import { int4, ms, queryFirst, queryOne, queryRows, row, text, type RowOf } from '../../platform/database/rows.ts'

const templateRow = row({ id: text, name: text, words: text, changedBy: text, changedAtMs: ms })
export type ReplyTemplate = RowOf<typeof templateRow>

export async function listReplyTemplates(ex: Executor): Promise<ReplyTemplate[]> {
  return queryRows(ex, templateRow)`
    SELECT t.id, t.name, t.words, p.name AS changed_by, t.changed_at_ms
    FROM operators.reply_template t JOIN operators.person p ON p.id = t.changed_by ORDER BY lower(t.name)`
}

const countRow = row({ count: int4 })

/** Returns the number of templates. Locks the table, so that parallel saves are counted one after the other. */
export async function countReplyTemplates(tx: Executor): Promise<number> {
  await sql`LOCK TABLE operators.reply_template IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  return (await queryOne(tx, countRow)`SELECT count(*)::int AS count FROM operators.reply_template`).count
}

type NewTemplate = { id: string; name: string; words: string; operatorId: string; atMs: number }

export async function insertReplyTemplate(tx: Executor, one: NewTemplate): Promise<void> {
  await sql`
    INSERT INTO operators.reply_template (id, name, words, changed_by, changed_at_ms)
    VALUES (${one.id}, ${one.name}, ${one.words}, ${one.operatorId}, ${one.atMs})`.execute(tx)
}

const namedRow = row({ id: text, name: text })

/** Returns the template with this name in any case. */
export async function findReplyTemplateNamed(tx: Executor, name: string) {
  return queryFirst(tx, namedRow)`
    SELECT id, name FROM operators.reply_template WHERE lower(name) = lower(${name})`
}

/** Replaces a template. Returns false if it doesn't exist. */
export async function updateReplyTemplate(tx: Executor, one: NewTemplate): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operators.reply_template
    SET name = ${one.name}, words = ${one.words}, changed_by = ${one.operatorId}, changed_at_ms = ${one.atMs}
    WHERE id = ${one.id} RETURNING 1`.execute(tx)
  return rows.length > 0
}

/** Deletes a template and returns it; undefined if it doesn't exist. */
export async function deleteReplyTemplate(tx: Executor, id: string) {
  return queryFirst(tx, namedRow)`DELETE FROM operators.reply_template WHERE id = ${id} RETURNING id, name`
}
