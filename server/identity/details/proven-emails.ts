import type { ProvenEmail } from '../../operators/public.ts'
import type { IdentityContext } from '../context.ts'
import { listFormerEmails } from './detail-store.ts'
import { findCustomer, type CustomerKey } from '../store.ts'

/**
 * Returns the email addresses that a customer confirmed with an emailed code: the current one, and former ones with the
 * time when each was replaced.
 */
export async function provenEmails(
  { db, personal }: Pick<IdentityContext, 'db' | 'personal'>,
  key: CustomerKey,
): Promise<ProvenEmail[]> {
  const customer = await findCustomer(db, key)
  if (!customer) return []
  const open = (sealed: Buffer) => personal.open(sealed, key.customerId, 'email')
  const former = (await listFormerEmails(db, key)).map(({ emailSealed, replacedAt }) => ({
    email: open(emailSealed),
    untilMs: replacedAt.getTime(),
  }))
  return customer.emailProven ? [...former, { email: open(customer.emailSealed), untilMs: undefined }] : former
}
