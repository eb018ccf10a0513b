import { sql } from 'kysely'
import type { Executor } from '../platform/database.ts'

export type Announcement = { id: string; title: string; words: string; mustSee: boolean; fromMs: number; untilMs: number | null; by: string; withdrawnAtMs: number | null }
type Row = Omit<Announcement, 'fromMs' | 'untilMs' | 'withdrawnAtMs'> & { fromMs: bigint; untilMs: bigint | null; withdrawnAtMs: bigint | null }

const columns = sql`
  a.id, a.title, a.words, a.must_see AS "mustSee", a.from_ms AS "fromMs", a.until_ms AS "untilMs", p.name AS by, a.withdrawn_at_ms AS "withdrawnAtMs"
  FROM operators.announcement a JOIN operators.person p ON p.id = a.published_by`

const announcementOf = (row: Row): Announcement => ({ ...row, fromMs: Number(row.fromMs), untilMs: ms(row.untilMs), withdrawnAtMs: ms(row.withdrawnAtMs) })
const ms = (value: bigint | null) => (value === null ? null : Number(value))

/** Those shown at a time, newest first. */
export async function currentAnnouncements(ex: Executor, nowMs: number, limit: number): Promise<Announcement[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} WHERE a.from_ms <= ${nowMs} AND (a.until_ms IS NULL OR a.until_ms > ${nowMs}) AND a.withdrawn_at_ms IS NULL
    ORDER BY a.from_ms DESC, a.id DESC LIMIT ${limit}`.execute(ex)
  return rows.map(announcementOf)
}

export async function listAnnouncements(ex: Executor, limit: number, offset: number): Promise<Announcement[]> {
  const { rows } = await sql<Row>`SELECT ${columns} ORDER BY a.from_ms DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ex)
  return rows.map(announcementOf)
}

export type NewAnnouncement = { id: string; title: string; words: string; mustSee: boolean; fromMs: number; untilMs: number | null; operatorId: string; atMs: number }

export async function insertAnnouncement(ex: Executor, one: NewAnnouncement): Promise<void> {
  await sql`
    INSERT INTO operators.announcement (id, title, words, must_see, from_ms, until_ms, published_by, published_at_ms)
    VALUES (${one.id}, ${one.title}, ${one.words}, ${one.mustSee}, ${one.fromMs}, ${one.untilMs}, ${one.operatorId}, ${one.atMs})`.execute(ex)
}

/** False where it is not there or was withdrawn before. */
export async function withdrawAnnouncement(ex: Executor, id: string, atMs: number): Promise<boolean> {
  const { rows } = await sql`UPDATE operators.announcement SET withdrawn_at_ms = ${atMs} WHERE id = ${id} AND withdrawn_at_ms IS NULL RETURNING 1`.execute(ex)
  return rows.length > 0
}
