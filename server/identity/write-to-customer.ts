import { writeMail, type MailText } from '../platform/mail-texts.ts'
import type { Platform } from '../platform/platform.ts'
import type { PersonalData } from './personal-data.ts'
import { findCustomer, type CustomerKey, type StoredCustomer } from './store.ts'

type Sender = Pick<Platform, 'config' | 'mail'> & { personal: PersonalData }

/** Mails a customer in the language of their account. Nothing goes to a closed one: its address is erased. */
export function writeTo({ config, mail, personal }: Sender, { customerId, emailSealed, language }: StoredCustomer, text: MailText, values?: Record<string, string>): void {
  const to = personal.open(emailSealed, customerId, 'email')
  if (to !== '') mail.send(writeMail(config, { to, language }, text, values))
}

/** The same, where the customer was not read yet. */
export async function writeToCustomer(sender: Sender & Pick<Platform, 'db'>, key: CustomerKey, text: MailText, values?: Record<string, string>): Promise<void> {
  const customer = await findCustomer(sender.db, key)
  if (customer) writeTo(sender, customer, text, values)
}
