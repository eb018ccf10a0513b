import type { InputOf, OutputOf } from '../../../contract/call.ts'
import type { sessions as sessionsCall, sessionsRevoke } from '../../../contract/security.ts'
import type { Session } from '../../platform/http.ts'
import { Refused } from '../../platform/refused.ts'
import type { IdentityContext, Outcome } from '../context.ts'
import { sessionLife } from '../sessions.ts'
import { endSessions, listSessions } from './account-store.ts'
import { browserName } from './browser-name.ts'
import { tellOwnerOf } from './proof.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Live sessions of the customer, the one that asks first. */
export async function listOwnSessions({ clock, db }: IdentityContext, session: Session): Promise<OutputOf<typeof sessionsCall>> {
  const listed = await listSessions(db, session, clock.now(), new Date(clock.nowMs() - sessionLife.idleMs))
  const rows = listed.map((one) => ({
    id: one.sessionId,
    current: one.sessionId === session.sessionId,
    browser: browserName(one.userAgent),
    network: one.network,
    method: one.method ?? '',
    createdAt: one.createdAt.toISOString(),
    lastSeenAt: one.lastSeenAt.toISOString(),
    expiresAt: one.expiresAt.toISOString(),
  }))
  return rows.sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one session of the customer, or all others. The one that asks ends by `signout`. */
export async function revokeSessions(identity: IdentityContext, { id }: InputOf<typeof sessionsRevoke>, session: Session): Promise<Outcome & { ended: number }> {
  const { bus, db, sessions } = identity
  if (id !== '' && !uuid.test(id)) throw new Refused('session_not_found')
  const ended = await endSessions(db, session, id === '' ? { keepId: session.sessionId } : { sessionId: id })
  if (id !== '' && ended.length === 0) throw new Refused('session_not_found')
  sessions.announceRevoked(session.customerId, ended)
  if (id === '' && ended.length > 0) await tellOwnerOf(identity, session, 'otherSessionsEnded')
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['sessions'] })
  return { type: 'success', msg: id === '' ? `Signed out elsewhere: ${ended.length}.` : 'That session has ended.', ended: ended.length }
}
