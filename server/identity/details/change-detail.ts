import { payoutsWaitDays, type CustomerField } from '../../../api/calls/identity/customers.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { MailText } from '../../platform/mail/mail-texts.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext } from '../context.ts'
import { checkedCountry, checkedEmail, checkedName, checkedPhone } from './customer-details.ts'
import {
  deleteAddress,
  deleteMailCodesOf,
  insertFormerEmail,
  lockCustomer,
  setDetails,
  setEmailProven,
  delayPayouts,
} from './detail-store.ts'
import { replaceNameTokens } from '../name-search/store.ts'
import { recognisePerson, type PersonDetails } from '../same-person/recognise-person.ts'
import { revokeKeys } from '../security/key-store.ts'
import {
  deleteOtherSessions,
  deleteSessionsOf,
  insertAddress,
  type CustomerKey,
  type StoredCustomer,
} from '../store.ts'

export type ChangeOfDetail = { before: PersonDetails; after: PersonDetails }

/** The result of a change: the sessions and keys that it ended, and when withdrawals are possible again. */
export type ChangedDetail = { customer: StoredCustomer; ended: string[]; payoutsWaitUntil: Date | undefined }

const dayMs = 86_400_000

/** The emails to send to the new and the previous address. */
export type DetailMails = { now: MailText; before: MailText }

/** Returns the details before and after a change. Throws `unchanged`, `bad_name`, `bad_email`, `bad_phone`. */
export function changeOf(
  identity: Pick<IdentityContext, 'personal'>,
  customer: StoredCustomer,
  field: CustomerField,
  value: string,
): ChangeOfDetail {
  const before = detailsOf(identity, customer)
  const after = { ...before, [field]: checkedValue(customer, field, value) }
  if (after[field] === before[field]) throw new Refused('unchanged')
  return { before, after }
}

/**
 * Changes a name, an email or a phone number. A new email ends every session except `keepSession`, revokes every key,
 * and invalidates the codes emailed to the old address. It also delays withdrawals, so that the owner of the old
 * address can object. The second factor remains active. `proven` means that the customer proved the new email. Emails
 * the current address and, if it changed, the old one too. Throws `not_found` for a closed account, `unchanged`,
 * `address_taken`, `bad_name`, `bad_email`, `bad_phone`. Call `announceDetail` after the commit.
 */
export async function changeDetail(
  identity: IdentityContext,
  tx: Executor,
  key: CustomerKey,
  {
    field,
    value,
    keepSession,
    mails,
    proven = true,
  }: { field: CustomerField; value: string; keepSession?: string; mails: DetailMails; proven?: boolean },
): Promise<ChangedDetail> {
  const customer = await lockCustomer(tx, key)
  if (!customer) throw new Refused('not_found', { thing: { phrase: 'thing_customer' } })
  const { before, after } = changeOf(identity, customer, field, value)
  const isEmail = field === 'email'
  const ended = isEmail
    ? await moveAddress(identity, tx, customer, { before: before.email, after: after.email, keepSession, proven })
    : []
  const payoutsWaitUntil = isEmail
    ? await delayPayouts(tx, key, new Date(identity.clock.nowMs() + payoutsWaitDays * dayMs))
    : undefined
  await setDetails(tx, customer, field, identity.personal.seal(after[field], customer.customerId, field))
  if (field === 'name') await replaceNameTokens(tx, customer, identity.personal.nameTokens(after.name))
  await recognisePerson(identity, tx, customer, after, { grants: false })
  await queueMails(identity, tx, { customer, before, after, payoutsWaitUntil }, mails)
  return { customer, ended, payoutsWaitUntil }
}

/** Ends the sessions in every process and refreshes open pages. Call it after the commit. */
export function announceDetail(
  { bus, sessions }: IdentityContext,
  { customer: { customerId }, ended }: ChangedDetail,
): void {
  sessions.announceRevoked(customerId, ended)
  bus.publish('customer.changed', { customerId, calls: ['user', 'keys', 'sessions'] })
}

type MailedChange = ChangeOfDetail & Pick<ChangedDetail, 'customer' | 'payoutsWaitUntil'>

async function queueMails(
  { mail, mailWriter }: IdentityContext,
  tx: Executor,
  change: MailedChange,
  mails: DetailMails,
): Promise<void> {
  const { before, after, customer, payoutsWaitUntil } = change
  const { language } = customer
  const values: Record<string, Date> = payoutsWaitUntil ? { until: payoutsWaitUntil } : {}
  await mail.queue(tx, mailWriter.write({ to: after.email, language }, mails.now, values))
  if (before.email !== after.email)
    await mail.queue(tx, mailWriter.write({ to: before.email, language }, mails.before, values))
}

function detailsOf(
  { personal }: Pick<IdentityContext, 'personal'>,
  { customerId, nameSealed, emailSealed, phoneSealed }: StoredCustomer,
): PersonDetails {
  return {
    name: personal.open(nameSealed, customerId, 'name'),
    email: personal.open(emailSealed, customerId, 'email'),
    phone: personal.open(phoneSealed, customerId, 'phone'),
  }
}

function checkedValue({ country }: StoredCustomer, field: CustomerField, value: string): string {
  if (field === 'name') return checkedName(value)
  return field === 'email' ? checkedEmail(value) : checkedPhone(value, checkedCountry(country))
}

type Move = { before: string; after: string; keepSession: string | undefined; proven: boolean }

/** Moves the account to the new address and returns the ids of the sessions and keys that this ends. */
async function moveAddress(
  identity: IdentityContext,
  tx: Executor,
  customer: StoredCustomer,
  move: Move,
): Promise<string[]> {
  const { clock, personal, random } = identity
  const { before, after, keepSession, proven } = move
  const key: CustomerKey = customer
  if (!(await insertAddress(tx, personal.addressHash(after), key))) throw new Refused('address_taken')
  await deleteAddress(tx, key, personal.addressHash(before))
  await deleteMailCodesOf(tx, personal.addressHash(before))
  if (customer.emailProven) {
    const emailSealed = personal.seal(before, customer.customerId, 'email')
    await insertFormerEmail(tx, key, { id: uuidv7(clock.nowMs(), random), emailSealed, replacedAt: clock.now() })
  }
  await setEmailProven(tx, key, proven)
  const sessions =
    keepSession === undefined ? await deleteSessionsOf(tx, key) : await deleteOtherSessions(tx, key, keepSession)
  return [...sessions, ...(await revokeKeys(tx, key, undefined, clock.now()))]
}
