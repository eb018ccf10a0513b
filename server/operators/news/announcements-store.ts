import { sql } from 'kysely'
import type { announcementAudiences } from '../../../api/calls/operators/announcements.ts'
import type { Language } from '../../../api/languages.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, columnsOf, int4, ms, queryRows, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

export type AnnouncementAudience = (typeof announcementAudiences)[number]

const announcementRow = row({
  id: text,
  title: text,
  words: text,
  audience: textOf<AnnouncementAudience>(),
  language: textOf<Language>().nullable(),
  mustSee: bool,
  by: text,
  fromMs: ms,
  untilMs: ms.nullable(),
  withdrawnAtMs: ms.nullable(),
})
export type Announcement = RowOf<typeof announcementRow>

const columns = sql`${columnsOf(announcementRow.omit({ by: true }), 'a')}, p.name AS by
  FROM operators.announcement a JOIN operators.person p ON p.id = a.published_by`

/** Returns the newest announcements of each language that are shown at `nowMs` to these readers, newest first. */
export async function currentAnnouncements(
  ex: Executor,
  audiences: readonly AnnouncementAudience[],
  nowMs: number,
  limit: number,
): Promise<Announcement[]> {
  return queryRows(ex, announcementRow)`
    SELECT ${columns}
    JOIN (SELECT a.id, row_number() OVER (PARTITION BY a.language ORDER BY a.from_ms DESC, a.id DESC) AS nth
      FROM operators.announcement a
      WHERE a.audience = ANY (${audiences}::text[]) AND ${isCurrent(nowMs)}) n ON n.id = a.id
    WHERE n.nth <= ${limit} ORDER BY a.from_ms DESC, a.id DESC`
}

const listedRow = announcementRow.extend({ readBy: int4 })

/** Lists announcements, newest first. `readBy` is the number of customers who confirmed each. */
export async function listAnnouncements(
  ex: Executor,
  limit: number,
  offset: number,
): Promise<(Announcement & { readBy: number })[]> {
  return queryRows(ex, listedRow)`
    SELECT (SELECT count(*)::int FROM operators.announcement_read r WHERE r.announcement_id = a.id) AS read_by,
      ${columns} ORDER BY a.from_ms DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`
}

const isCurrent = (nowMs: number) =>
  sql`a.from_ms <= ${nowMs} AND (a.until_ms IS NULL OR a.until_ms > ${nowMs}) AND a.withdrawn_at_ms IS NULL`

const idRow = row({ id: text })

export async function listConfirmed(ex: Executor, customerId: string, nowMs: number): Promise<string[]> {
  const rows = await queryRows(ex, idRow)`
    SELECT a.id FROM operators.announcement_read r JOIN operators.announcement a ON a.id = r.announcement_id
    WHERE r.customer_id = ${customerId} AND ${isCurrent(nowMs)}`
  return rows.map(({ id }) => id)
}

/** Records, only once, that a customer read an announcement. Returns false if no current announcement has this id. */
export async function insertRead(ex: Executor, id: string, customerId: string, nowMs: number): Promise<boolean> {
  const { rows } = await sql`
    WITH found AS (SELECT a.id FROM operators.announcement a WHERE a.id = ${id} AND ${isCurrent(nowMs)}), noted AS (
      INSERT INTO operators.announcement_read (announcement_id, customer_id, at_ms)
      SELECT id, ${customerId}, ${nowMs} FROM found ON CONFLICT DO NOTHING
    )
    SELECT FROM found`.execute(ex)
  return rows.length > 0
}

const readByRow = row({ title: text, atMs: ms })

/** Returns the announcements that a customer confirmed, newest first. */
export async function listReadBy(ex: Executor, customerId: string): Promise<{ title: string; atMs: number }[]> {
  return queryRows(ex, readByRow)`
    SELECT a.title, r.at_ms FROM operators.announcement_read r
    JOIN operators.announcement a ON a.id = r.announcement_id
    WHERE r.customer_id = ${customerId} ORDER BY r.at_ms DESC`
}

export async function deleteReadBy(tx: Executor, customerId: string): Promise<void> {
  await sql`DELETE FROM operators.announcement_read WHERE customer_id = ${customerId}`.execute(tx)
}

export type NewAnnouncement = {
  id: string
  title: string
  words: string
  audience: AnnouncementAudience
  language: Language | null
  mustSee: boolean
  fromMs: number
  untilMs: number | null
  operatorId: string
  atMs: number
}

export async function insertAnnouncement(ex: Executor, one: NewAnnouncement): Promise<void> {
  await sql`
    INSERT INTO operators.announcement (id, title, words, audience, language, must_see, from_ms, until_ms,
      published_by, published_at_ms)
    VALUES (${one.id}, ${one.title}, ${one.words}, ${one.audience}, ${one.language}, ${one.mustSee}, ${one.fromMs},
      ${one.untilMs}, ${one.operatorId}, ${one.atMs})`.execute(ex)
}

/** Returns false if the announcement doesn't exist or was already withdrawn. */
export async function withdrawAnnouncement(ex: Executor, id: string, atMs: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operators.announcement SET withdrawn_at_ms = ${atMs} WHERE id = ${id} AND withdrawn_at_ms IS NULL
    RETURNING 1`.execute(ex)
  return rows.length > 0
}
