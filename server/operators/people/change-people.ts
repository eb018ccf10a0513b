import type { Language } from '../../../api/languages.ts'
import { roles as roleTable, type Role } from '../../../api/permissions.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { MailWriter } from '../../platform/mail/mail-texts.ts'
import { Refused } from '../../platform/http/refused.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'
import { makeLink } from './links.ts'
import { deskMails } from '../mails.ts'
import { invitationShape, openAddress, peopleActions, renewalShape, rolesChangeShape } from './people-proposals.ts'
import * as store from './people-store.ts'
import type { Execute } from '../types.ts'
import { countsAsSecond, gainsTrust } from '../approvals/second-operator-rules.ts'
import { settingOf } from '../settings-store.ts'

/** Changes to operators, made directly or after a second operator's approval. Each writes an audit entry. */

const rolesText = ({ translate }: MailWriter, roles: readonly Role[], language: Language) =>
  roles.map((role) => translate(language, roleTable[role].label)).join(', ')

/**
 * Returns whether a second operator must approve, which is the case once a colleague who can approve is past the
 * waiting time. Until then, an owner can build the team without approval. `except` is an operator who can't be asked
 * because the change concerns them.
 */
export async function hasSecondApprover(
  { clock }: OperatorsContext,
  tx: Executor,
  operatorId: string,
  except?: string,
): Promise<boolean> {
  const waitDays = await settingOf(tx, 'secondOperatorWaitDays')
  const colleagues = (await store.listPeople(tx)).filter(
    (person) => person.operatorId !== operatorId && person.operatorId !== except,
  )
  return colleagues.some((person) => countsAsSecond(person, waitDays, clock.nowMs()))
}

type Invitation = { email: string; roles: Role[]; language: Language; by: string }

/** Emails an invitation, which is the only place that contains the link. Throws `email_taken`. */
export async function invitePerson(
  context: OperatorsContext,
  tx: Executor,
  { email, roles, language, by }: Invitation,
): Promise<void> {
  const { mail, mailWriter } = context
  await requireFreeAddress(context, tx, email)
  await recordAudit(context, tx, {
    operatorId: by,
    action: peopleActions.invite,
    subject: 'invitation',
    details: { roles: roles.join(', ') },
  })
  const link = await makeLink(context, tx, { purpose: 'join', roles, email, madeBy: by })
  await mail.queue(
    tx,
    mailWriter.write({ to: email, language }, deskMails.invitation, {
      link,
      roles: rolesText(mailWriter, roles, language),
    }),
  )
}

/** Throws `email_taken`. */
export async function requireFreeAddress({ hashOf }: OperatorsContext, tx: Executor, email: string): Promise<void> {
  if (await store.isOperatorsAddress(tx, hashOf('address', email))) throw new Refused('email_taken')
}

/**
 * Changes an operator's roles. A new right to approve or to manage operators restarts the waiting time. Throws
 * `not_found`, `last_owner`.
 */
export async function changeRoles(
  context: OperatorsContext,
  tx: Executor,
  { id, roles, by }: { id: string; roles: Role[]; by: string },
): Promise<void> {
  const person = await activePerson(tx, id)
  if (!roles.includes('owner')) await requireOtherOwner(tx, id)
  await store.setRoles(tx, id, roles, gainsTrust(person.roles, roles) ? context.clock.nowMs() : undefined)
  const details = { before: person.roles.join(', '), after: roles.join(', ') }
  await recordAudit(context, tx, { operatorId: by, action: peopleActions.roles, subject: id, details })
}

/** Emails a link for new credentials, and returns the operator's email address. Throws `not_found`. */
export async function renewPerson(
  context: OperatorsContext,
  tx: Executor,
  { id, language, by }: { id: string; language: Language; by: string },
): Promise<string> {
  const { mail, mailWriter, sealer } = context
  const person = await activePerson(tx, id)
  const email = sealer.open(person.emailSealed, `person/${id}/email`)
  await recordAudit(context, tx, { operatorId: by, action: peopleActions.renew, subject: id })
  const link = await makeLink(context, tx, { purpose: 'renew', roles: person.roles, email, operatorId: id, madeBy: by })
  await mail.queue(tx, mailWriter.write({ to: email, language }, deskMails.renewal, { link }))
  return email
}

/** Returns the function that runs each change when a second operator approves it. */
export function peopleExecutors(context: OperatorsContext): [string, Execute][] {
  return [
    [
      peopleActions.invite,
      (tx, input, { proposedBy: by }) => {
        const { roles, language, ...invitation } = invitationShape.parse(input)
        return invitePerson(context, tx, { email: openAddress(context, invitation), roles, language, by })
      },
    ],
    [
      peopleActions.roles,
      (tx, input, { proposedBy: by }) => changeRoles(context, tx, { ...rolesChangeShape.parse(input), by }),
    ],
    [
      peopleActions.renew,
      async (tx, input, { proposedBy: by }) =>
        void (await renewPerson(context, tx, { ...renewalShape.parse(input), by })),
    ],
  ]
}

/** Throws `not_found`. */
export async function activePerson(tx: Executor, id: string): Promise<store.Person> {
  const person = await store.findPerson(tx, id)
  if (!person || person.deactivatedAtMs !== null)
    throw new Refused('not_found', { thing: { phrase: 'thing_operator' } })
  return person
}

/** Throws `last_owner` if no other owner exists. */
export async function requireOtherOwner(tx: Executor, id: string): Promise<void> {
  const owners = await store.lockOwners(tx)
  if (owners.includes(id) && owners.length === 1) throw new Refused('last_owner')
}
