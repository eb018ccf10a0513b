import { addressOf } from '../../platform/config.ts'
import type { Executor } from '../../platform/database/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { recordAudit } from '../audit/audit.ts'
import type { LinkContext } from '../context.ts'
import { normalisedEmail } from './details.ts'
import { makeLink } from './links.ts'
import { findPersonByEmail } from './people-store.ts'

/**
 * Creates a link with which an owner who lost the password or second factor can set both again. Creating it requires
 * access to the machine, because no other operator can help the only owner. The link replaces an earlier one and works
 * once within a day. The audit log records its creation. Returns the link's URL. Throws `not_found` if no owner has the
 * address.
 */
export async function recoverOwner(context: LinkContext, tx: Executor, email: string): Promise<string> {
  const person = await findPersonByEmail(tx, context.hashOf('address', normalisedEmail(email)))
  if (!person?.roles.includes('owner')) throw new Refused('not_found', { thing: { phrase: 'thing_owner' } })
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
