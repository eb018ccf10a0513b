import { Refused } from '../../platform/refused.ts'
import type { IdentityContext, Visitor } from '../context.ts'
import { networkOf } from '../../platform/network.ts'
import { findCustomer, type CustomerKey, type StoredCustomer } from '../store.ts'
import { writeTo, writeToCustomer } from '../write-to-customer.ts'
import type { GivenFactor } from './factors.ts'
import { securityMails, type SecurityEvent } from './mails.ts'

/**
 * Demands the present password, and the second factor where one is set, of whoever changes how an account is guarded. Throws
 * `locked_out`, `wrong_password`, `second_factor_needed`, `second_factor_wrong`. Answers the customer.
 */
export async function requireProof(identity: IdentityContext, key: CustomerKey, given: { pwd: string } & GivenFactor, visitor: Visitor, field = 'pwd'): Promise<StoredCustomer> {
  const customer = await requirePassword(identity, key, given.pwd, visitor, field)
  const method = await identity.factors.confirm(key, given, visitor.ip)
  if (method === 'recovery') tellOwner(identity, customer, 'recoveryUsed')
  return customer
}

/** Throws `wrong_password`, naming `field`, and `locked_out`. Counts with the sign-ins of the account. */
export async function requirePassword(identity: IdentityContext, key: CustomerKey, pwd: string, { ip }: Visitor, field: string): Promise<StoredCustomer> {
  const { db, hasher, personal, throttle } = identity
  const customer = await findCustomer(db, key)
  if (!customer) throw new Refused('not_signed_in')
  const wrong = () => new Refused('wrong_password', {}, { [field]: 'The present password is not right.' })
  if (pwd === '') throw wrong()
  const addressHash = personal.addressHash(personal.open(customer.emailSealed, customer.customerId, 'email'))
  const taken = await throttle.take(['signInOfAccount', addressHash.toString('hex')], ['failuresOfNetwork', networkOf(ip)])
  if (!(await hasher.verify(customer.passwordHash, pwd))) throw wrong()
  await throttle.giveBack(taken)
  return customer
}

/** Mails the customer about a change of the account's security. */
export function tellOwner(identity: IdentityContext, customer: StoredCustomer, event: SecurityEvent): void {
  writeTo(identity, customer, securityMails[event])
}

/** The same, where the customer was not read yet. */
export async function tellOwnerOf(identity: IdentityContext, key: CustomerKey, event: SecurityEvent): Promise<void> {
  await writeToCustomer(identity, key, securityMails[event])
}
