import type { InputOf } from '../../contract/call.ts'
import type { CustomerField } from '../../contract/customers.ts'
import type { detailsChange, detailsCode } from '../../contract/details.ts'
import type { Executor } from '../platform/database.ts'
import type { Session } from '../platform/http.ts'
import { writeMail } from '../platform/mail-texts.ts'
import { networkOf } from '../platform/network.ts'
import { Refused } from '../platform/refused.ts'
import { announceDetail, changeDetail, changeOf, type DetailMails } from './change-detail.ts'
import type { IdentityContext, Outcome } from './context.ts'
import { lockCustomer } from './detail-store.ts'
import type { RightCode } from './mail-codes.ts'
import { identityMails } from './mails.ts'
import { refuseWhileFrozen } from './security/freezing.ts'
import { requireProof } from './security/proof.ts'
import { findCustomer, findRootSession, isAddressKnown, type StoredCustomer } from './store.ts'
import { findVerificationState } from './verification/store.ts'

const mailsOf: Record<CustomerField, DetailMails> = {
  name: { now: identityMails.nameChanged, before: identityMails.nameChanged },
  phone: { now: identityMails.phoneChanged, before: identityMails.phoneChanged },
  email: { now: identityMails.emailChanged, before: identityMails.emailChangedBefore },
}

/**
 * Mails a code to the address that a customer wants to move to, and returns its token. An address with an account gets another mail and a
 * code that never matches, so the answer doesn't show who has an account. Throws `account_frozen`, `bad_email`, `unchanged`, `locked_out`.
 */
export async function sendEmailCode(
  identity: IdentityContext,
  input: InputOf<typeof detailsCode>,
  session: Session,
  ip: string,
): Promise<Outcome & { token: string }> {
  const { codes, config, db, mail, personal, throttle } = identity
  const customer = await ownCustomer(identity, session)
  const { email } = changeOf(identity, customer, 'email', input.email).after
  const network = networkOf(ip)
  await throttle.take(
    ['mailsToAddress', `email/${email}`],
    ['mailsToAddressFromNetwork', `email/${email}/${network}`],
    ['mailsOfNetwork', network],
  )
  const addressHash = personal.addressHash(email)
  const taken = await isAddressKnown(db, addressHash)
  const { token, code } = await codes.issue('email', addressHash, !taken, session.customerId)
  const text = taken ? identityMails.emailTaken : identityMails.emailCode
  mail.send(writeMail(config, { to: email, language: customer.language }, text, { code }))
  return { type: 'success', msg: 'Code sent to Mail', token }
}

/**
 * Changes the customer's own name, phone number or email. A new email needs the code that was mailed to it; every other session and every
 * key ends with the old one, and withdrawals wait for some days. Throws what `contract/details.ts` declares.
 */
export async function changeOwnDetails(
  identity: IdentityContext,
  input: InputOf<typeof detailsChange>,
  session: Session,
  ip: string,
): Promise<Outcome> {
  const { field, value } = input
  const customer = await ownCustomer(identity, session)
  const { after } = changeOf(identity, customer, field, value)
  if (field === 'name') await refuseOfVerified(identity.db, session)
  const right = field === 'email' ? await checkedCode(identity, after.email, input, ip) : undefined
  await requireProof(identity, session, input)
  const changed = await identity.db.transaction().execute(async (tx) => {
    if (right) await identity.codes.use(tx, right)
    // The row first, so that a freeze, a new password and a verification come before this or after it.
    await lockCustomer(tx, session)
    if (!(await findRootSession(tx, session.shard, session.sessionId))) throw new Refused('not_signed_in')
    await refuseWhileFrozen(tx, session)
    if (field === 'name') await refuseOfVerified(tx, session)
    return changeDetail(identity, tx, session, { field, value, keepSession: session.sessionId, mails: mailsOf[field] })
  })
  announceDetail(identity, changed)
  const { payoutsWaitUntil } = changed
  if (!payoutsWaitUntil) return { type: 'success', msg: 'Your details are changed.' }
  const ended = 'Every other session was signed out, and keys for programs were revoked.'
  return {
    type: 'success',
    msg: `Your email is changed. ${ended} Withdrawals are possible again from ${payoutsWaitUntil.toUTCString()} on.`,
  }
}

/** Throws `account_frozen`: an address that is set now could be used to take the account over after its release. */
async function ownCustomer({ db }: IdentityContext, session: Session): Promise<StoredCustomer> {
  await refuseWhileFrozen(db, session)
  const customer = await findCustomer(db, session)
  if (!customer) throw new Refused('not_signed_in')
  return customer
}

/** Throws `name_verified` while an operator compares, or has compared, the name with a document. */
async function refuseOfVerified(ex: Executor, session: Session): Promise<void> {
  const state = await findVerificationState(ex, session)
  if (state === 'verified' || state === 'submitted') throw new Refused('name_verified')
}

/** Throws `code_missing`, `code_expired`, `locked_out`, `code_wrong`. */
async function checkedCode(
  identity: IdentityContext,
  email: string,
  { vcode, token }: InputOf<typeof detailsChange>,
  ip: string,
): Promise<RightCode> {
  if (vcode === '')
    throw new Refused('code_missing', {}, { vcode: 'Enter the code that we mailed to the new address.' })
  const addressHash = identity.personal.addressHash(email)
  return identity.codes.check({ purpose: 'email', addressHash, token, vcode, network: networkOf(ip) })
}
