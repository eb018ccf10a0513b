import { outcome } from '../../../api/sentences/outcomes.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import type { Executor } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/random.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import { totpPicture, totpStep, totpUri } from '../../platform/sign-in/totp.ts'
import { deletePasskeysOf } from '../sign-in/access-store.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext, Visitor } from '../context.ts'
import { checkedEmail, checkedName, checkPassword, requireFields } from './details.ts'
import {
  deleteSessionsOf,
  findLink,
  findPerson,
  insertPerson,
  hasAnyOperator,
  setCredentials,
  takeLink,
  type Link,
} from './people-store.ts'
import { hashOfSecret, openSession } from '../sign-in/sessions.ts'

export type EnrolInput = { token: string; name: string; email: string; pwd: string; cpwd: string; totp: string }

/** Returns the purpose of a link and the secret for the authenticator app. Throws `link_invalid`. */
export async function showLink(
  context: OperatorsContext,
  { token }: { token: string },
): Promise<OutputOf<(typeof operatorsCalls)['operators.link']>> {
  const link = await liveLink(context, context.db, token)
  const secret = secretOf(context, link)
  const email = emailOf(context, link)
  const person = link.operatorId ? await findPerson(context.db, link.operatorId) : undefined
  const uri = totpUri(secret, "Tallystick operator's desk", email || 'operator')
  return {
    purpose: link.purpose,
    name: person?.name ?? '',
    email,
    roles: link.roles,
    secret,
    uri,
    picture: await totpPicture(uri),
  }
}

/**
 * Uses a link: creates the operator, or replaces an operator's password and second factor. Access requires both
 * factors.
 */
export async function enrol(context: OperatorsContext, input: EnrolInput, visitor: Visitor) {
  requireFields(input.token, input.name, input.email, input.pwd, input.cpwd, input.totp)
  const name = checkedName(input.name)
  const givenEmail = checkedEmail(input.email)
  checkPassword(input.pwd, input.cpwd, [context.config.operator.siteName, 'Tallystick', givenEmail, name])
  const link = await liveLink(context, context.db, input.token)
  const secret = secretOf(context, link)
  const step = totpStep(secret, input.totp.replaceAll(' ', ''), context.clock, null)
  if (step === undefined) throw new Refused('factor_wrong', {}, { totp: 'code_incorrect' })
  const passwordHash = await context.hasher.hash(input.pwd)
  // An invitation is valid only for the address that it was sent to.
  const email = emailOf(context, link) || givenEmail
  const secrete = await context.db.transaction().execute(async (tx) => {
    if (!(await takeLink(tx, hashOfSecret(input.token), context.clock.nowMs()))) throw new Refused('link_invalid')
    const credentials = { name, email, passwordHash, secret, step }
    const operatorId =
      link.purpose === 'renew'
        ? await renewPerson(context, tx, link, credentials)
        : await makePerson(context, tx, link, credentials)
    await recordAudit(context, tx, {
      operatorId,
      action: 'operators.enrol',
      subject: operatorId,
      details: { purpose: link.purpose, roles: link.roles.join(', ') },
    })
    return openSession(context, tx, operatorId, visitor)
  })
  return {
    ...outcome('operator_enrolled', { name }),
    secrete,
    device: context.devices.issue(context.hashOf('address', email)),
  }
}

type Credentials = { name: string; email: string; passwordHash: string; secret: string; step: number }

async function makePerson(
  context: OperatorsContext,
  tx: Executor,
  link: Link,
  { name, email, passwordHash, secret, step }: Credentials,
): Promise<string> {
  const { clock, random, sealer, hashOf } = context
  if (link.purpose === 'first' && (await hasAnyOperator(tx))) throw new Refused('link_invalid')
  const operatorId = uuidv7(clock.nowMs(), random)
  const isNew = await insertPerson(tx, {
    operatorId,
    name,
    emailHash: hashOf('address', email),
    emailSealed: sealer.seal(email, `person/${operatorId}/email`),
    passwordHash,
    totpSealed: sealer.seal(secret, `person/${operatorId}/totp`),
    totpStep: step,
    roles: link.roles,
    atMs: clock.nowMs(),
  })
  if (!isNew) throw new Refused('email_taken')
  return operatorId
}

async function renewPerson(
  { sealer, clock }: OperatorsContext,
  tx: Executor,
  { operatorId }: Link,
  { passwordHash, secret, step }: Credentials,
): Promise<string> {
  invariant(operatorId !== null, 'a link to renew names its operator')
  const person = await findPerson(tx, operatorId)
  if (!person || person.deactivatedAtMs !== null) throw new Refused('link_invalid')
  await setCredentials(tx, operatorId, {
    passwordHash,
    totpSealed: sealer.seal(secret, `person/${operatorId}/totp`),
    totpStep: step,
    atMs: clock.nowMs(),
  })
  await deleteSessionsOf(tx, operatorId)
  // One of the passkeys may be on a lost device.
  await deletePasskeysOf(tx, operatorId)
  return operatorId
}

async function liveLink({ clock }: OperatorsContext, ex: Executor, token: string): Promise<Link> {
  const link = token ? await findLink(ex, hashOfSecret(token), clock.nowMs()) : undefined
  if (!link) throw new Refused('link_invalid')
  return link
}

const secretOf = ({ sealer }: OperatorsContext, link: Link) => sealer.open(link.totpSealed, `link/${link.linkId}/totp`)
const emailOf = ({ sealer }: OperatorsContext, link: Link) =>
  link.emailSealed ? sealer.open(link.emailSealed, `link/${link.linkId}/email`) : ''
