import { outcome } from '../../../api/sentences/outcomes.ts'
import { announcementAudiences, type announcementsCalls } from '../../../api/calls/operators/announcements.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { OperatorRequest, VisitorRequest } from '../../platform/http/actions.ts'
import type { Language } from '../../../api/languages.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import * as store from './announcements-store.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'
import { requireFields } from '../people/details.ts'

/** Operators' announcements to all users. */

const maxShown = 20
const announcementsPerPage = 50
const iso = (ms: number) => new Date(ms).toISOString()

const shown = ({ id, title, words, audience, language, mustSee, fromMs, untilMs }: store.Announcement) => ({
  id,
  title,
  words,
  audience,
  language,
  mustSee,
  from: iso(fromMs),
  until: untilMs === null ? null : iso(untilMs),
})

export async function showAnnouncements(
  { db, clock }: OperatorsContext,
  _input: unknown,
  { session }: VisitorRequest,
): Promise<OutputOf<(typeof announcementsCalls)['announcements']>> {
  const audiences = session ? announcementAudiences : (['everyone'] as const)
  return (await store.currentAnnouncements(db, audiences, clock.nowMs(), maxShown)).map(shown)
}

export async function listAnnouncements(
  { db, clock }: OperatorsContext,
  { p }: { p: number },
): Promise<OutputOf<(typeof announcementsCalls)['announcements.list']>> {
  const nowMs = clock.nowMs()
  const all = await store.listAnnouncements(db, announcementsPerPage, (p - 1) * announcementsPerPage)
  return all.map((one) => ({ ...shown(one), by: one.by, state: stateOf(one, nowMs), readBy: one.readBy }))
}

function stateOf({ fromMs, untilMs, withdrawnAtMs }: store.Announcement, nowMs: number) {
  if (withdrawnAtMs !== null) return 'withdrawn'
  if (fromMs > nowMs) return 'planned'
  return untilMs !== null && untilMs <= nowMs ? 'over' : 'shown'
}

export type AnnouncementInput = {
  id?: string | undefined
  title: string
  words: string
  audience: store.AnnouncementAudience
  language: Language | null
  mustSee: boolean
  from?: string | undefined
  until?: string | undefined
}

/**
 * Publishes an announcement. With `id`, replaces that announcement, so that people who closed it see the change. Throws
 * `fields_missing`, `bad_period`, `not_found`.
 */
export async function publish(
  context: OperatorsContext,
  input: AnnouncementInput,
  { session: { operatorId } }: OperatorRequest,
) {
  const { clock, random, db } = context
  requireFields(input.title, input.words)
  const nowMs = clock.nowMs()
  const fromMs = Math.max(input.from ? Date.parse(input.from) : nowMs, nowMs)
  const untilMs = input.until ? Date.parse(input.until) : null
  if (untilMs !== null && untilMs <= fromMs) throw new Refused('bad_period', {}, { until: 'end_before_start' })
  const id = uuidv7(nowMs, random)
  await db.transaction().execute(async (tx) => {
    if (input.id && !(await store.withdrawAnnouncement(tx, input.id, nowMs)))
      throw new Refused('not_found', { thing: { phrase: 'thing_announcement' } })
    await store.insertAnnouncement(tx, {
      id,
      title: input.title,
      words: input.words,
      audience: input.audience,
      language: input.language,
      mustSee: input.mustSee,
      fromMs,
      untilMs,
      operatorId,
      atMs: nowMs,
    })
    await recordAudit(context, tx, {
      operatorId,
      action: 'announcements.publish',
      subject: id,
      details: { title: input.title, audience: input.audience, language: input.language, replaces: input.id ?? null },
    })
  })
  return { ...outcome(fromMs > nowMs ? 'announcement_planned' : 'announcement_published'), id }
}

/** Throws `not_found`. */
export async function withdraw(
  context: OperatorsContext,
  { id }: { id: string },
  { session: { operatorId } }: OperatorRequest,
) {
  await context.db.transaction().execute(async (tx) => {
    if (!(await store.withdrawAnnouncement(tx, id, context.clock.nowMs())))
      throw new Refused('not_found', { thing: { phrase: 'thing_announcement' } })
    await recordAudit(context, tx, { operatorId, action: 'announcements.withdraw', subject: id })
  })
  return outcome('announcement_ended')
}
