import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { sessions as sessionsCall, sessionsRevoke } from '../../../api/calls/identity/security.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext } from '../context.ts'
import { sessionLife } from '../sign-in/sessions.ts'
import { deleteOtherSessions, deleteSession } from '../store.ts'
import { listSessions } from './account-store.ts'
import { browserName } from '../../platform/http/browser-name.ts'
import { requireProof, notifyOwner } from './proof.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Lists the customer's live sessions, the current one first. */
export async function listOwnSessions(
  { clock, db }: IdentityContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof sessionsCall>> {
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

/**
 * Ends one of the customer's sessions, or all others, along with the sessions that they handed over. Requires the
 * password and the second factor (OWASP ASVS 5.0, 7.5.2).
 */
export async function revokeSessions(
  identity: IdentityContext,
  input: InputOf<typeof sessionsRevoke>,
  { session }: CustomerRequest,
): Promise<Outcome & { ended: number }> {
  const { bus, clock, db, sessions } = identity
  const { id } = input
  if (id !== '' && !uuid.test(id)) throw new Refused('session_not_found')
  const isTheirs = async () =>
    (await listSessions(db, session, clock.now(), new Date(clock.nowMs() - sessionLife.idleMs))).some(
      ({ sessionId }) => sessionId === id,
    )
  if (id !== '' && !(await isTheirs())) throw new Refused('session_not_found')
  const customer = await requireProof(identity, session, input)
  const ended = await db.transaction().execute(async (tx) => {
    if (id !== '') return deleteSession(tx, session, id)
    const others = await deleteOtherSessions(tx, session, session.sessionId)
    if (others.length > 0) await notifyOwner(identity, tx, customer, 'otherSessionsEnded')
    return others
  })
  if (id !== '' && ended.length === 0) throw new Refused('session_not_found')
  sessions.announceRevoked(session.customerId, ended)
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['sessions'] })
  return {
    ...(id === '' ? outcome('sessions_ended', { count: ended.length }) : outcome('session_ended')),
    ended: ended.length,
  }
}
