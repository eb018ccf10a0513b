import { Refused } from '../platform/refused.ts'
import type { IdentityContext, SignedIn, Visitor } from './context.ts'
import { normalisedEmail, requireFields } from './customer-details.ts'
import { networkOf } from '../platform/network.ts'
import { tellOwnerOf } from './security/proof.ts'
import { findCredentials, type CustomerKey, type SignInMethod } from './store.ts'

/**
 * Signs in with address and password. A wrong password and an unknown address get the same answer after the same work,
 * and both count against the account and the network. Where a second factor is set, it is asked for after the right
 * password alone: `second_factor_needed`, then the same call with it.
 */
export async function signIn(identity: IdentityContext, input: { email: string; pwd: string; totp: string }, visitor: Visitor): Promise<SignedIn> {
  requireFields(input.email, input.pwd)
  const addressHash = identity.personal.addressHash(normalisedEmail(input.email))
  const taken = await identity.throttle.take(['signInOfAccount', addressHash.toString('hex')], ['failuresOfNetwork', networkOf(visitor.ip)])
  const credentials = await findCredentials(identity.db, addressHash)
  const matches = await identity.hasher.verify(credentials?.passwordHash, input.pwd).catch(async (error) => {
    // Nothing was tried: the queue is full.
    await identity.throttle.giveBack(taken)
    throw error
  })
  if (!matches || !credentials) {
    await identity.history.noteWrongPassword(credentials, visitor)
    throw new Refused('wrong_credentials')
  }
  await identity.throttle.giveBack(taken)
  const method = await proveFactor(identity, credentials, input.totp, visitor)
  const secrete = await identity.sessions.open(identity.db, credentials, visitor, method)
  if (!secrete) throw new Refused('wrong_credentials')
  await identity.history.note(credentials, visitor, method, 'success')
  if (method === 'recovery') await tellOwnerOf(identity, credentials, 'recoveryUsed')
  return { type: 'success', msg: 'Welcome back.', secrete }
}

/** What came in beside the right password; throws `second_factor_needed`, `second_factor_wrong` and `locked_out`, each noted. */
export async function proveFactor({ factors, history }: IdentityContext, key: CustomerKey, totp: string, visitor: Visitor): Promise<SignInMethod> {
  try {
    return (await factors.confirm(key, { totp }, visitor.ip)) ?? 'password'
  } catch (error) {
    const code = error instanceof Refused ? error.code : ''
    if (code === 'second_factor_needed' || code === 'second_factor_wrong') await history.note(key, visitor, 'password', code)
    throw error
  }
}
