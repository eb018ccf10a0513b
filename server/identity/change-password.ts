import type { Executor } from '../platform/database.ts'
import { invariant } from '../platform/refused.ts'
import type { IdentityContext, Visitor } from './context.ts'
import { identityMails } from './mails.ts'
import { deleteSessionsOf, findCustomer, setPasswordHash, type CustomerKey, type SignInMethod } from './store.ts'
import { writeTo } from './write-to-customer.ts'

/**
 * Sets a password, ends every session, opens a new one and answers its secret; tells the customer by mail. `allow` runs
 * last in the transaction, with the sessions that were ended; what it throws undoes all.
 */
export async function changePassword(
  identity: IdentityContext,
  key: CustomerKey,
  passwordHash: string,
  visitor: Visitor,
  method: SignInMethod,
  allow: (tx: Executor, endedSessionIds: string[]) => void | Promise<void>,
): Promise<string> {
  const { clock, db, sessions } = identity
  const { secret, ended, customer } = await db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, key, passwordHash, clock.now())
    const ended = await deleteSessionsOf(tx, key)
    await allow(tx, ended)
    const secret = await sessions.open(tx, { ...key, passwordHash }, visitor, method)
    return { secret, ended, customer: await findCustomer(tx, key) }
  })
  invariant(secret && customer, 'the password was set in this transaction')
  sessions.announceRevoked(key.customerId, ended)
  writeTo(identity, customer, identityMails.passwordChanged)
  return secret
}
