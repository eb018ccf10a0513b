import { Refused } from '../platform/refused.ts'
import type { IdentityContext, SignedIn, Visitor } from './context.ts'
import { normalisedEmail, requireFields } from './customer-details.ts'
import { networkOf } from './network.ts'
import { findCredentials } from './store.ts'

/**
 * Signs in with address and password. A wrong password and an unknown address get the same answer after the same work,
 * and both count against the account and the network.
 */
export async function signIn(identity: IdentityContext, input: { email: string; pwd: string }, visitor: Visitor): Promise<SignedIn> {
  requireFields(input.email, input.pwd)
  const addressHash = identity.personal.addressHash(normalisedEmail(input.email))
  const taken = await identity.throttle.take(['signInOfAccount', addressHash.toString('hex')], ['failuresOfNetwork', networkOf(visitor.ip)])
  const credentials = await findCredentials(identity.db, addressHash)
  const matches = await identity.hasher.verify(credentials?.passwordHash, input.pwd).catch(async (error) => {
    // Nothing was tried: the queue is full.
    await identity.throttle.giveBack(taken)
    throw error
  })
  const secrete = matches && credentials ? await identity.sessions.open(identity.db, credentials, visitor) : undefined
  if (!secrete) throw new Refused('wrong_credentials')
  await identity.throttle.giveBack(taken)
  return { type: 'success', msg: 'Welcome back.', secrete }
}
