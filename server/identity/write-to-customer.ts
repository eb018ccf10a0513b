import type { Executor } from '../platform/database/database.ts'
import type { MailText } from '../platform/mail/mail-texts.ts'
import type { Platform } from '../platform/platform.ts'
import type { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import { shownDetail, type PersonalData } from './details/personal-data.ts'
import { findCustomer, type CustomerKey, type StoredCustomer } from './store.ts'

type Sender = Pick<Platform, 'mail' | 'mailWriter'> & { personal: PersonalData; unreadable: UnreadableRows }

/**
 * Queues an email to a customer, in the account's language, within the caller's transaction. Sends nothing to a closed
 * account, whose address is erased. If the address can't be decrypted, it sends nothing and raises an alarm, but the
 * transaction continues.
 */
export async function writeTo(
  sender: Sender,
  tx: Executor,
  customer: StoredCustomer,
  text: MailText,
  values?: Record<string, string>,
): Promise<void> {
  const to = shownDetail(sender, customer.customerId, 'email', customer.emailSealed)
  if (to !== '') await sender.mail.queue(tx, sender.mailWriter.write({ to, language: customer.language }, text, values))
}

/** Reads the customer's row, then does the same as `writeTo`. */
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
