import type { login } from '../../../api/calls/identity/identity.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext, SignedInHere, Visitor } from '../context.ts'
import { normalisedEmail, requireFields } from '../details/customer-details.ts'
import { networkOf } from '../../platform/http/network.ts'
import { findCredentials, type CustomerKey, type SignInMethod } from '../store.ts'
import type { ThrottleSubject } from './throttle.ts'

/**
 * Signs in with email address and password. A wrong password and an unknown address get the same response after the
 * same work, and both count against the account and the network. On a device that has signed in before, attempts count
 * against that device only. If a second factor is set, the correct password gets `second_factor_needed`, and the client
 * must repeat the call with the factor.
 */
export async function signIn(
  identity: IdentityContext,
  input: { email: string; pwd: string; totp: string },
  { headers: { device: devices }, ...visitor }: CallRequest<typeof login>,
): Promise<SignedInHere> {
  requireFields(input.email, input.pwd)
  const addressHash = identity.personal.addressHash(normalisedEmail(input.email))
  const device = identity.devices.find(devices, addressHash)
  const credentials = await identity.throttle.attempt(
    subjectsOf(addressHash, networkOf(visitor.ip), device),
    async () => {
      const found = await findCredentials(identity.db, addressHash)
      const matches = await identity.hasher.verify(found?.passwordHash, input.pwd)
      if (matches && found) return found
      await identity.history.recordWrongPassword(found, visitor)
      return undefined
    },
  )
  if (!credentials) throw new Refused('wrong_credentials')
  const method = await proveFactor(identity, credentials, input.totp, visitor, device)
  const secrete = await identity.sessions.open(identity.db, credentials, visitor, method)
  if (!secrete) throw new Refused('wrong_credentials')
  await identity.history.note(credentials, visitor, method, 'success')
  return { ...outcome('signed_in'), secrete, device: identity.devices.issue(addressHash, device) }
}

function subjectsOf(addressHash: Buffer, network: string, device: string | undefined): ThrottleSubject[] {
  if (device !== undefined) return [['signInOfDevice', device]]
  const account = addressHash.toString('hex')
  return [
    ['signInOfAccount', account],
    ['signInOfAccountFromNetwork', `${account}/${network}`],
    ['failuresOfNetwork', network],
  ]
}

/**
 * Returns the proof given in addition to the correct password. Attempts on a known device don't count against its
 * network. Throws `second_factor_needed`, `second_factor_wrong` and `locked_out`, and records each of them.
 */
export async function proveFactor(
  { factors, history }: IdentityContext,
  key: CustomerKey,
  totp: string,
  visitor: Visitor,
  device: string | undefined,
): Promise<SignInMethod> {
  try {
    return (await factors.confirm(key, { totp }, device === undefined ? visitor.ip : undefined)) ?? 'password'
  } catch (error) {
    const code = error instanceof Refused ? error.code : ''
    if (code === 'second_factor_needed' || code === 'second_factor_wrong')
      await history.note(key, visitor, 'password', code)
    throw error
  }
}
