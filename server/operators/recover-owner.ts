import { addressOf } from '../platform/config.ts'
import type { Executor } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { recordAudit } from './audit.ts'
import type { LinkContext } from './context.ts'
import { normalisedEmail } from './details.ts'
import { makeLink } from './links.ts'
import { findPersonByEmail } from './people-store.ts'

/**
 * Makes the link by which an owner who lost password or second factor sets both anew, for whoever runs the machine: nobody else can help
 * where the only owner is locked out. It replaces one made before, works once within a day, and is written to the audit log. Answers
 * its address. Throws `not_found` where the address is no owner's.
 */
export async function recoverOwner(context: LinkContext, tx: Executor, email: string): Promise<string> {
  const person = await findPersonByEmail(tx, context.hashOf('address', normalisedEmail(email)))
  if (!person?.roles.includes('owner')) throw new Refused('not_found', { thing: 'owner' })
  const { operatorId, roles } = person
  await recordAudit(context, tx, {
    operatorId: null,
    action: 'operators.recover',
    subject: operatorId,
    details: { from: 'the machine' },
  })
  return (
    addressOf(context.config) +
    (await makeLink(context, tx, { purpose: 'renew', roles, email: normalisedEmail(email), operatorId }))
  )
}
