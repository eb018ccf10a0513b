import type { Executor } from '../platform/database.ts'
import { writeMail, type MailText } from '../platform/mail-texts.ts'
import type { Platform } from '../platform/platform.ts'
import type { UnreadableRows } from '../platform/unreadable-rows.ts'
import { shownDetail, type PersonalData } from './personal-data.ts'
import { findCustomer, type CustomerKey, type StoredCustomer } from './store.ts'

type Sender = Pick<Platform, 'config' | 'mail'> & { personal: PersonalData; unreadable: UnreadableRows }

/**
 * Queues a mail to a customer, in the language of their account, in the transaction of what it is about. Nothing goes to a closed account,
 * whose address is erased, nor to an address that can't be decrypted, which raises an alarm and doesn't stop the transaction.
 */
export async function writeTo(
  sender: Sender,
  tx: Executor,
  customer: StoredCustomer,
  text: MailText,
  values?: Record<string, string>,
): Promise<void> {
  const to = shownDetail(sender, customer.customerId, 'email', customer.emailSealed)
  if (to !== '')
    await sender.mail.queue(tx, writeMail(sender.config, { to, language: customer.language }, text, values))
}

/** The same for a customer who was not read yet. */
export async function writeToCustomer(
  sender: Sender,
  tx: Executor,
  key: CustomerKey,
  text: MailText,
  values?: Record<string, string>,
): Promise<void> {
  const customer = await findCustomer(tx, key)
  if (customer) await writeTo(sender, tx, customer, text, values)
}
