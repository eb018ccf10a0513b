import type { CustomerField } from '../../contract/customers.ts'
import type { Executor } from '../platform/database.ts'
import { writeMail, type MailText } from '../platform/mail-texts.ts'
import { Refused } from '../platform/refused.ts'
import type { IdentityContext } from './context.ts'
import { checkedCountry, checkedEmail, checkedName, checkedPhone } from './customer-details.ts'
import { recognisePerson, type PersonDetails } from './same-person/recognise-person.ts'
import { revokeKeys } from './security/key-store.ts'
import { deleteAddress, deleteSessionsOf, insertAddress, setDetails, type CustomerKey, type StoredCustomer } from './store.ts'

/** A detail that was changed: what it was, what it is, and the sessions and keys that ended with it. */
export type ChangedDetail = { customer: StoredCustomer; before: PersonDetails; after: PersonDetails; ended: string[] }

/**
 * Changes a name, an email or a phone number. A new email ends every session and key; the second factor stays. Throws `unchanged`,
 * `address_taken`, `bad_name`, `bad_email`, `bad_phone`. Call `announceDetail` after the commit.
 */
export async function changeDetail(identity: IdentityContext, tx: Executor, customer: StoredCustomer, field: CustomerField, value: string): Promise<ChangedDetail> {
  const before = detailsOf(identity, customer)
  const after = { ...before, [field]: checkedValue(customer, field, value) }
  if (after[field] === before[field]) throw new Refused('unchanged')
  const ended = field === 'email' ? await moveAddress(identity, tx, customer, before.email, after.email) : []
  await setDetails(tx, customer, field, identity.personal.seal(after[field], customer.customerId, field))
  await recognisePerson(identity, tx, customer, after, { grants: false })
  return { customer, before, after, ended }
}

/** Ends the sessions everywhere, refreshes open pages and mails the old and the new address. */
export function announceDetail(identity: IdentityContext, { customer, before, after, ended }: ChangedDetail, text: MailText): void {
  const { customerId, language } = customer
  identity.sessions.announceRevoked(customerId, ended)
  identity.bus.publish('customer.changed', { customerId, calls: ['user'] })
  for (const to of new Set([before.email, after.email])) identity.mail.send(writeMail(identity.config, { to, language }, text))
}

function detailsOf({ personal }: IdentityContext, { customerId, nameSealed, emailSealed, phoneSealed }: StoredCustomer): PersonDetails {
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

/** Gives the new address to the account and returns the sessions and keys that end with it. */
async function moveAddress({ clock, personal }: IdentityContext, tx: Executor, key: CustomerKey, before: string, after: string): Promise<string[]> {
  if (!(await insertAddress(tx, personal.addressHash(after), key))) throw new Refused('address_taken')
  await deleteAddress(tx, key, personal.addressHash(before))
  return [...(await deleteSessionsOf(tx, key)), ...(await revokeKeys(tx, key, undefined, clock.now()))]
}
