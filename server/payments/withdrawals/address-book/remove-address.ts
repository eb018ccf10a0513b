import { outcome } from '../../../../api/sentences/outcomes.ts'
import type { CustomerRequest } from '../../../platform/http/actions.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { removeFromBook } from './address-store.ts'
import { refreshPages, type WithdrawalContext } from '../context.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Removes an address from the address book. Throws `not_found`, even if the address belongs to another customer. */
export async function removeAddress(context: WithdrawalContext, { id }: { id: string }, { session }: CustomerRequest) {
  const removed = uuid.test(id) && (await removeFromBook(context.db, session, id, context.clock.nowMs()))
  if (!removed) throw new Refused('not_found')
  refreshPages(context, session.customerId)
  return outcome('address_removed')
}
