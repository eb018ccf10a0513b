import type { Executor } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext } from '../context.ts'
import { findCustomer, findRootSession, type CustomerKey, type StoredCustomer } from '../store.ts'
import { writeTo, writeToCustomer } from '../write-to-customer.ts'
import { lockFactors } from './factor-store.ts'
import type { GivenFactor } from './factors.ts'
import { securityMails, type SecurityEvent } from './mails.ts'

/**
 * Requires the current password, and the second factor if one is set, before a change to the account's security
 * settings. Returns the customer. Throws `locked_out`, `wrong_password`, `second_factor_needed`, `second_factor_wrong`.
 */
export async function requireProof(
  identity: IdentityContext,
  session: Session,
  given: { pwd: string } & GivenFactor,
  field = 'pwd',
): Promise<StoredCustomer> {
  const customer = await requirePassword(identity, session, given.pwd, field)
  await identity.factors.confirm(session, given)
  return customer
}

/**
 * Requires the current password. Throws `wrong_password` for `field`, and `locked_out`. Failures count against the
 * session and those it handed over, never against the account or the network, so that strangers who fail to sign in
 * can't stop the customer from freezing or unfreezing the account.
 */
async function requirePassword(
  identity: IdentityContext,
  session: Session,
  pwd: string,
  field: string,
): Promise<StoredCustomer> {
  const { db, hasher, throttle } = identity
  const [customer, rootId] = await Promise.all([
    findCustomer(db, session),
    findRootSession(db, session.shard, session.sessionId),
  ])
  if (!customer || rootId === undefined) throw new Refused('not_signed_in')
  const wrong = () => new Refused('wrong_password', {}, { [field]: 'current_password_incorrect' })
  if (pwd === '') throw wrong()
  const matches = await throttle.attempt(
    [['passwordOfSession', rootId]],
    async () => (await hasher.verify(customer.passwordHash, pwd)) || undefined,
  )
  if (!matches) throw wrong()
  return customer
}

/**
 * Locks the account's credentials until the transaction ends. Throws `not_signed_in` if the session ended since it was
 * looked up: a new password revokes keys and ends sessions, and an action that began earlier must not add another way
 * to sign in afterwards.
 */
export async function lockCredentials(tx: Executor, session: Session): Promise<void> {
  if (!(await lockFactors(tx, session))) throw new Refused('not_signed_in')
}

/** Queues an email to the customer about a security change, in the change's transaction. */
export async function notifyOwner(
  identity: IdentityContext,
  tx: Executor,
  customer: StoredCustomer,
  event: SecurityEvent,
): Promise<void> {
  await writeTo(identity, tx, customer, securityMails[event])
}

/** Reads the customer's row, then does the same as `notifyOwner`. */
export async function notifyOwnerOf(
  identity: IdentityContext,
  tx: Executor,
  key: CustomerKey,
  event: SecurityEvent,
): Promise<void> {
  await writeToCustomer(identity, tx, key, securityMails[event])
}
