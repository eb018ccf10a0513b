import type { OutputOf } from '../../contract/call.ts'
import type { Language } from '../../contract/languages.ts'
import type { operatorsCalls } from '../../contract/operators.ts'
import { roles as roleTable, type Role } from '../../contract/permissions.ts'
import type { Executor } from '../platform/database.ts'
import type { OperatorSession } from '../platform/http.ts'
import { inLanguage, writeMail } from '../platform/mail-texts.ts'
import { Refused } from '../platform/refused.ts'
import { recordAudit } from './audit.ts'
import type { OperatorsContext } from './context.ts'
import { checkedEmail } from './details.ts'
import { makeLink } from './links.ts'
import { deskMails } from './mails.ts'
import * as store from './people-store.ts'

/** Who runs the installation: invitations, roles, shutting out. Each change is written to the audit log with it. */

const iso = (ms: number) => new Date(ms).toISOString()
const success = (msg: string) => ({ type: 'success' as const, msg })
const rolesInWords = (roles: readonly Role[], language: Language) => roles.map((role) => inLanguage(language, roleTable[role].label)).join(', ')

export async function listPeople({ db, clock, sealer }: OperatorsContext): Promise<OutputOf<(typeof operatorsCalls)['operators.people']>> {
  const [people, links] = await Promise.all([store.listPeople(db), store.listLinks(db, clock.nowMs())])
  return {
    people: people.map(({ operatorId, name, emailSealed, roles, createdAtMs, deactivatedAtMs }) => ({
      id: operatorId,
      name,
      email: sealer.open(emailSealed, `person/${operatorId}/email`),
      roles,
      since: iso(createdAtMs),
      deactivated: deactivatedAtMs === null ? null : iso(deactivatedAtMs),
    })),
    invitations: links.map(({ linkId, emailSealed, roles, madeAtMs, expiresAtMs }) => ({
      id: linkId,
      email: emailSealed ? sealer.open(emailSealed, `link/${linkId}/email`) : '',
      roles,
      made: iso(madeAtMs),
      expires: iso(expiresAtMs),
    })),
  }
}

/** Throws `bad_email`, `email_taken`. The link is in the mail alone. */
export async function invite(context: OperatorsContext, input: { email: string; roles: Role[] }, { operatorId }: OperatorSession, language: Language) {
  const { config, db, mail, hashOf } = context
  const email = checkedEmail(input.email)
  const link = await db.transaction().execute(async (tx) => {
    if (await store.isOperatorsAddress(tx, hashOf('address', email))) throw new Refused('email_taken')
    await recordAudit(context, tx, { operatorId, action: 'operators.invite', subject: 'invitation', details: { roles: input.roles.join(', ') } })
    return makeLink(context, tx, { purpose: 'join', roles: input.roles, email, madeBy: operatorId })
  })
  mail.send(writeMail(config, { to: email, language }, deskMails.invitation, { link, roles: rolesInWords(input.roles, language) }))
  return success(`An invitation is on its way to ${email}. Its link works for three days.`)
}

export async function uninvite(context: OperatorsContext, { id }: { id: string }, { operatorId }: OperatorSession) {
  await context.db.transaction().execute(async (tx) => {
    if (!(await store.deleteLink(tx, id))) throw new Refused('not_found', { thing: 'invitation' })
    await recordAudit(context, tx, { operatorId, action: 'operators.uninvite', subject: id })
  })
  return success('The invitation was taken back. Its link no longer works.')
}

/** Throws `not_found`, `last_owner`. */
export async function setRoles(context: OperatorsContext, { id, roles }: { id: string; roles: Role[] }, { operatorId }: OperatorSession) {
  await context.db.transaction().execute(async (tx) => {
    const person = await activePerson(tx, id)
    if (!roles.includes('owner')) await keepAnOwner(tx, id)
    await store.setRoles(tx, id, roles)
    await recordAudit(context, tx, { operatorId, action: 'operators.roles', subject: id, details: { before: person.roles.join(', '), after: roles.join(', ') } })
  })
  return success('The roles were changed. They count from the next click on.')
}

/** Mails a link for a new password and second factor; the present ones stay until it is used. Throws `not_found`. */
export async function renew(context: OperatorsContext, { id }: { id: string }, { operatorId }: OperatorSession, language: Language) {
  const { config, db, mail, sealer } = context
  const { email, link } = await db.transaction().execute(async (tx) => {
    const person = await activePerson(tx, id)
    const email = sealer.open(person.emailSealed, `person/${id}/email`)
    await recordAudit(context, tx, { operatorId, action: 'operators.renew', subject: id })
    return { email, link: await makeLink(context, tx, { purpose: 'renew', roles: person.roles, email, operatorId: id, madeBy: operatorId }) }
  })
  mail.send(writeMail(config, { to: email, language }, deskMails.renewal, { link }))
  return success(`A link for a new password and second factor is on its way to ${email}.`)
}

/** Throws `not_found`, `last_owner`. Ends every session of the operator. */
export async function deactivate(context: OperatorsContext, { id, reason }: { id: string; reason: string }, { operatorId }: OperatorSession) {
  await context.db.transaction().execute(async (tx) => {
    await activePerson(tx, id)
    await keepAnOwner(tx, id)
    await store.setDeactivated(tx, id, context.clock.nowMs())
    await store.deleteSessionsOf(tx, id)
    await recordAudit(context, tx, { operatorId, action: 'operators.deactivate', subject: id, reason })
  })
  return success('The operator was signed out and can no longer sign in.')
}

async function activePerson(tx: Executor, id: string): Promise<store.Person> {
  const person = await store.findPerson(tx, id)
  if (!person || person.deactivatedAtMs !== null) throw new Refused('not_found', { thing: 'operator' })
  return person
}

/** Throws `last_owner` where nobody else is one. */
async function keepAnOwner(tx: Executor, id: string): Promise<void> {
  const owners = await store.lockOwners(tx)
  if (owners.includes(id) && owners.length === 1) throw new Refused('last_owner')
}
