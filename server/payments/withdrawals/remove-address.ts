import type { Session } from '../../platform/http.ts'
import { Refused } from '../../platform/refused.ts'
import { removeFromBook } from './address-store.ts'
import { tellCustomer, type WithdrawalContext } from './context.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Takes an address out of the book. Throws `not_found`, for another customer's too. */
export async function removeAddress(context: WithdrawalContext, { id }: { id: string }, session: Session) {
  const removed = uuid.test(id) && (await removeFromBook(context.db, session, id, context.clock.nowMs()))
  if (!removed) throw new Refused('not_found')
  tellCustomer(context, session.customerId)
  return { type: 'success' as const, msg: 'The address is out of your book.' }
}
