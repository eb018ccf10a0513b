import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { CustomerField } from '../../../api/calls/identity/customers.ts'
import type { detailsChange, detailsCode } from '../../../api/calls/identity/details.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/http.ts'
import { networkOf } from '../../platform/http/network.ts'
import { Refused } from '../../platform/http/refused.ts'
import { announceDetail, changeDetail, changeOf, type DetailMails } from './change-detail.ts'
import type { IdentityContext } from '../context.ts'
import { lockCustomer } from './detail-store.ts'
import type { CorrectCode } from '../sign-up/mail-codes.ts'
import { identityMails } from '../mails.ts'
import { refuseWhileFrozen } from '../security/freezing.ts'
import { requireProof } from '../security/proof.ts'
import { findCustomer, findRootSession, isAddressKnown, type StoredCustomer } from '../store.ts'
import { findVerificationState } from '../verification/store.ts'

const mailsOf: Record<CustomerField, DetailMails> = {
  name: { now: identityMails.nameChanged, before: identityMails.nameChanged },
  phone: { now: identityMails.phoneChanged, before: identityMails.phoneChanged },
  email: { now: identityMails.emailChanged, before: identityMails.emailChangedBefore },
}

/**
 * Emails a code to the customer's new address and returns its token. An address that has an account gets a different
 * email and a code that never matches, so the response doesn't reveal who has an account. Throws `account_frozen`,
 * `bad_email`, `unchanged`, `locked_out`.
 */
export async function sendEmailCode(
  identity: IdentityContext,
  input: InputOf<typeof detailsCode>,
  { session, ip }: { session: Session; ip: string },
): Promise<Outcome & { token: string }> {
  const { codes, db, mail, mailWriter, personal, throttle } = identity
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
  mail.send(mailWriter.write({ to: email, language: customer.language }, text, { code }))
  return { ...outcome('code_sent'), token }
}

/**
 * Changes the customer's name, phone number or email. A new email requires the code sent to it, ends every other
 * session, revokes every key, and blocks withdrawals for some days. Throws the refusals declared in
 * `api/calls/identity/details.ts`.
 */
export async function changeOwnDetails(
  identity: IdentityContext,
  input: InputOf<typeof detailsChange>,
  { session, ip }: { session: Session; ip: string },
): Promise<Outcome> {
  const { field, value } = input
  const customer = await ownCustomer(identity, session)
  const { after } = changeOf(identity, customer, field, value)
  if (field === 'name') await refuseOfVerified(identity.db, session)
  const right = field === 'email' ? await checkedCode(identity, after.email, input, ip) : undefined
  await requireProof(identity, session, input)
  const changed = await identity.db.transaction().execute(async (tx) => {
    if (right) await identity.codes.use(tx, right)
    // Locks the row first, so that a freeze, a new password or a verification happens entirely before or after this
    // change.
    await lockCustomer(tx, session)
    if (!(await findRootSession(tx, session.shard, session.sessionId))) throw new Refused('not_signed_in')
    await refuseWhileFrozen(tx, session)
    if (field === 'name') await refuseOfVerified(tx, session)
    return changeDetail(identity, tx, session, { field, value, keepSession: session.sessionId, mails: mailsOf[field] })
  })
  announceDetail(identity, changed)
  const { payoutsWaitUntil } = changed
  if (!payoutsWaitUntil) return outcome('details_saved')
  return outcome('email_changed', { from: { atMs: payoutsWaitUntil.getTime() } })
}

/**
 * Returns the session's customer. Throws `account_frozen`, because an address set during a freeze could be used to take
 * over the account afterwards.
 */
async function ownCustomer({ db }: IdentityContext, session: Session): Promise<StoredCustomer> {
  await refuseWhileFrozen(db, session)
  const customer = await findCustomer(db, session)
  if (!customer) throw new Refused('not_signed_in')
  return customer
}

/** Throws `name_verified` while an operator checks the name against a document, and after it has been verified. */
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
): Promise<CorrectCode> {
  if (vcode === '') throw new Refused('code_missing', {}, { vcode: 'enter_code_of_new_address' })
  const addressHash = identity.personal.addressHash(email)
  return identity.codes.check({ purpose: 'email', addressHash, token, vcode, network: networkOf(ip) })
}
