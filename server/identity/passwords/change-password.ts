import type { Executor } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { IdentityContext, Visitor } from '../context.ts'
import { identityMails } from '../mails.ts'
import { revokeKeys } from '../security/key-store.ts'
import { deleteSessionsOf, setPasswordHash, type CustomerKey, type SignInMethod } from '../store.ts'
import { writeToCustomer } from '../write-to-customer.ts'

/**
 * Sets a password, ends every session, revokes every API key, opens a new session, returns its secret and emails the
 * customer. `allow` runs last in the transaction and receives the ended sessions. If it throws, everything rolls back.
 */
export async function changePassword(
  identity: IdentityContext,
  key: CustomerKey,
  passwordHash: string,
  visitor: Visitor,
  method: SignInMethod,
  allow: (tx: Executor, endedSessionIds: string[]) => void | Promise<void>,
): Promise<string> {
  const { bus, clock, db, sessions } = identity
  const { secret, ended, revoked } = await db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, key, passwordHash, clock.now())
    const ended = await deleteSessionsOf(tx, key)
    const revoked = await revokeKeys(tx, key, undefined, clock.now())
    await allow(tx, ended)
    const secret = await sessions.open(tx, { ...key, passwordHash }, visitor, method)
    invariant(secret, 'the password was set in this transaction')
    await writeToCustomer(
      identity,
      tx,
      key,
      revoked.length > 0 ? identityMails.passwordChangedAndKeysEnded : identityMails.passwordChanged,
    )
    for (const listener of identity.passwordListeners) await listener(tx, key)
    return { secret, ended: [...ended, ...revoked], revoked }
  })
  sessions.announceRevoked(key.customerId, ended)
  if (revoked.length > 0) bus.publish('customer.changed', { customerId: key.customerId, calls: ['keys', 'user'] })
  return secret
}
