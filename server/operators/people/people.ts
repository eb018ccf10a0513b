import { outcome } from '../../../api/sentences/outcomes.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import type { Role } from '../../../api/permissions.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { propose } from '../approvals/approvals.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  activePerson,
  changeRoles,
  invitePerson,
  hasSecondApprover,
  requireOtherOwner,
  renewPerson,
  requireFreeAddress,
} from './change-people.ts'
import type { OperatorsContext } from '../context.ts'
import { checkedEmail } from './details.ts'
import { peopleActions, sealAddress } from './people-proposals.ts'
import * as store from './people-store.ts'
import { areTrusted, changesTrust, waitsUntilMs } from '../approvals/second-operator-rules.ts'
import { settingOf } from '../settings-store.ts'
import type { PhraseValue } from '../../../api/sentences/sentences.ts'

/** Manages operators: invitations, roles, access. Each change writes an audit entry in the same transaction. */

const iso = (ms: number) => new Date(ms).toISOString()
const proposed = outcome('needs_second')
const labels = (roles: readonly Role[]) => roles.map((role): PhraseValue => ({ phrase: `role_${role}` }))

export async function listPeople({
  db,
  clock,
  sealer,
}: OperatorsContext): Promise<OutputOf<(typeof operatorsCalls)['operators.people']>> {
  const nowMs = clock.nowMs()
  const [people, links, waitDays] = await Promise.all([
    store.listPeople(db),
    store.listLinks(db, nowMs),
    settingOf(db, 'secondOperatorWaitDays'),
  ])
  return {
    people: people.map(({ operatorId, name, emailSealed, roles, createdAtMs, entrustedAtMs, deactivatedAtMs }) => {
      const untilMs = areTrusted(roles) ? waitsUntilMs(entrustedAtMs, waitDays, nowMs) : undefined
      return {
        id: operatorId,
        name,
        email: sealer.open(emailSealed, `person/${operatorId}/email`),
        roles,
        since: iso(createdAtMs),
        waitsUntil: untilMs === undefined ? null : iso(untilMs),
        deactivated: deactivatedAtMs === null ? null : iso(deactivatedAtMs),
      }
    }),
    invitations: links.map(({ linkId, emailSealed, roles, madeAtMs, expiresAtMs }) => ({
      id: linkId,
      email: emailSealed ? sealer.open(emailSealed, `link/${linkId}/email`) : '',
      roles,
      made: iso(madeAtMs),
      expires: iso(expiresAtMs),
    })),
  }
}

/** Sends an invitation, or proposes it if the roles include the right to approve. Throws `bad_email`, `email_taken`. */
export async function invite(
  context: OperatorsContext,
  input: { email: string; roles: Role[] },
  {
    session: { operatorId: by },
    headers: { 'accept-language': language },
  }: CallRequest<(typeof operatorsCalls)['operators.invite']>,
) {
  const { clock, db, random } = context
  const { roles } = input
  const email = checkedEmail(input.email)
  const isInvited = await db.transaction().execute(async (tx) => {
    if (!areTrusted(roles) || !(await hasSecondApprover(context, tx, by))) {
      await invitePerson(context, tx, { email, roles, language, by })
      return true
    }
    await requireFreeAddress(context, tx, email)
    const invitation = uuidv7(clock.nowMs(), random)
    const stored = { invitation, emailSealed: sealAddress(context, invitation, email), roles, language }
    await propose(context, tx, {
      proposedBy: by,
      action: peopleActions.invite,
      subject: invitation,
      words: { phrase: 'proposal_invite', values: { roles: labels(roles) } },
      input: stored,
    })
    return false
  })
  if (!isInvited) return proposed
  return outcome('invitation_sent', { email })
}

export async function uninvite(
  context: OperatorsContext,
  { id }: { id: string },
  { session: { operatorId } }: OperatorRequest,
) {
  await context.db.transaction().execute(async (tx) => {
    if (!(await store.deleteLink(tx, id))) throw new Refused('not_found', { thing: { phrase: 'thing_invitation' } })
    await recordAudit(context, tx, { operatorId, action: 'operators.uninvite', subject: id })
  })
  return outcome('invitation_revoked')
}

/**
 * Changes roles, or proposes the change if a colleague gains or loses the right to approve. Throws `not_found`,
 * `last_owner`.
 */
export async function setRoles(
  context: OperatorsContext,
  { id, roles }: { id: string; roles: Role[] },
  { session: { operatorId: by } }: OperatorRequest,
) {
  const isDone = await context.db.transaction().execute(async (tx) => {
    const { name, roles: before } = await activePerson(tx, id)
    if (!(await needsSecond(context, tx, { id, by, before, after: roles }))) {
      await changeRoles(context, tx, { id, roles, by })
      return true
    }
    if (!roles.includes('owner')) await requireOtherOwner(tx, id)
    await propose(context, tx, {
      proposedBy: by,
      action: peopleActions.roles,
      subject: id,
      words: { phrase: 'proposal_roles', values: { name, before: labels(before), roles: labels(roles) } },
      input: { id, roles },
    })
    return false
  })
  return isDone ? outcome('roles_changed') : proposed
}

type ChangeOfRoles = { id: string; by: string; before: Role[]; after: Role[] }

async function needsSecond(
  context: OperatorsContext,
  tx: Executor,
  { id, by, before, after }: ChangeOfRoles,
): Promise<boolean> {
  return id !== by && changesTrust(before, after) && (await hasSecondApprover(context, tx, by))
}

/**
 * Emails a link for a new password and second factor; the current ones work until it is used. If the colleague can
 * approve, a third operator must agree when there is one, because anyone who gets the link can act in the colleague's
 * name. Throws `not_found`.
 */
export async function renew(
  context: OperatorsContext,
  { id }: { id: string },
  {
    session: { operatorId: by },
    headers: { 'accept-language': language },
  }: CallRequest<(typeof operatorsCalls)['operators.renew']>,
) {
  const email = await context.db.transaction().execute(async (tx) => {
    const { name, roles } = await activePerson(tx, id)
    const asksSecond = id !== by && areTrusted(roles) && (await hasSecondApprover(context, tx, by, id))
    if (!asksSecond) return renewPerson(context, tx, { id, language, by })
    await propose(context, tx, {
      proposedBy: by,
      action: peopleActions.renew,
      subject: id,
      words: { phrase: 'proposal_renew', values: { name } },
      input: { id, language },
    })
    return undefined
  })
  if (email === undefined) return proposed
  return outcome('link_sent', { email })
}

/** Removes an operator's access and ends all their sessions. Throws `not_found`, `last_owner`. */
export async function deactivate(
  context: OperatorsContext,
  { id, reason }: { id: string; reason: string },
  { session: { operatorId } }: OperatorRequest,
) {
  await context.db.transaction().execute(async (tx) => {
    await activePerson(tx, id)
    await requireOtherOwner(tx, id)
    await store.setDeactivated(tx, id, context.clock.nowMs())
    await store.deleteSessionsOf(tx, id)
    await recordAudit(context, tx, { operatorId, action: 'operators.deactivate', subject: id, reason })
  })
  return outcome('operator_removed')
}
