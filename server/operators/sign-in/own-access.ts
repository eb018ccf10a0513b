import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { operatorAccessCalls } from '../../../api/calls/operators/operator-access.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { endSessions, listPasskeys, listSessions, setPassword } from './access-store.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'
import { checkPassword, requireFields } from '../people/details.ts'
import { findPerson } from '../people/people-store.ts'
import { proveOperator } from './prove-operator.ts'
import { sessionLife } from './sessions.ts'

/** Operators' management of their own access (OWASP ASVS 5.0, 6.2.2 and 7.5.2). */

type Calls = typeof operatorAccessCalls
const iso = (ms: number) => new Date(ms).toISOString()

export async function showOwnAccess(
  { clock, db }: OperatorsContext,
  _input: unknown,
  { session: { operatorId, sessionId } }: OperatorRequest,
): Promise<OutputOf<Calls['operators.access']>> {
  const nowMs = clock.nowMs()
  const [passkeys, sessions] = await Promise.all([
    listPasskeys(db, operatorId),
    listSessions(db, operatorId, nowMs, nowMs - sessionLife.idleMs),
  ])
  const listed = sessions.map((one) => ({
    id: one.sessionId,
    current: one.sessionId === sessionId,
    browser: one.browser,
    network: one.network,
    created: iso(one.createdAtMs),
    lastSeen: iso(one.lastSeenAtMs),
    expires: iso(one.expiresAtMs),
  }))
  return {
    passkeys: passkeys.map(({ passkeyId, name, createdAtMs, lastUsedAtMs }) => ({
      id: passkeyId,
      name,
      created: iso(createdAtMs),
      lastUsed: lastUsedAtMs === null ? null : iso(lastUsedAtMs),
    })),
    sessions: listed.sort((a, b) => Number(b.current) - Number(a.current)),
  }
}

/** Sets a new password and ends all of the operator's other sessions. */
export async function changeOwnPassword(
  context: OperatorsContext,
  input: InputOf<Calls['operators.password']>,
  { session }: OperatorRequest,
): Promise<OutputOf<Calls['operators.password']>> {
  requireFields(input.opwd, input.pwd, input.cpwd, input.totp)
  const { db, hasher } = context
  const { operatorId, sessionId } = session
  checkPassword(input.pwd, input.cpwd, await contextOf(context, operatorId))
  await proveOperator(context, session, { pwd: input.opwd, totp: input.totp })
  const passwordHash = await hasher.hash(input.pwd)
  const ended = await db.transaction().execute(async (tx) => {
    await setPassword(tx, operatorId, passwordHash)
    const ended = await endSessions(tx, operatorId, { keepId: sessionId })
    await recordAudit(context, tx, {
      operatorId,
      action: 'operators.password',
      subject: operatorId,
      details: { sessionsEnded: ended },
    })
    return ended
  })
  return outcome('operator_password_changed', { count: ended })
}

/** Ends one of the operator's sessions, or all except the current one. */
export async function endOwnSessions(
  context: OperatorsContext,
  input: InputOf<Calls['operators.sessions.end']>,
  { session }: OperatorRequest,
): Promise<OutputOf<Calls['operators.sessions.end']>> {
  const { operatorId, sessionId } = session
  await proveOperator(context, session, input)
  const ended = await context.db.transaction().execute(async (tx) => {
    const which = input.id === '' ? { keepId: sessionId } : { sessionId: checkedId(input.id) }
    const ended = await endSessions(tx, operatorId, which)
    if (input.id !== '' && ended === 0) throw new Refused('not_found', { thing: { phrase: 'thing_session' } })
    await recordAudit(context, tx, {
      operatorId,
      action: 'operators.sessions.end',
      subject: operatorId,
      details: { sessionsEnded: ended },
    })
    return ended
  })
  return { ...outcome('operator_sessions_ended', { count: ended }), ended }
}

/** Throws `not_found` for text that can't be the id of a session or passkey. */
function checkedId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Refused('not_found', { thing: { phrase: 'thing_session' } })
  return id
}

/** Returns the words that an operator's password must not consist of. */
async function contextOf({ config, db, sealer }: OperatorsContext, operatorId: string): Promise<string[]> {
  const person = await findPerson(db, operatorId)
  const own = person ? [person.name, sealer.open(person.emailSealed, `person/${operatorId}/email`)] : []
  return [config.operator.siteName, 'Tallystick', ...own]
}
