import type { CallRequest } from '../../platform/http/http.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { reset } from '../../../api/calls/identity/identity.ts'
import { Refused } from '../../platform/http/refused.ts'
import { changePassword } from './change-password.ts'
import type { IdentityContext, SignedInHere } from '../context.ts'
import { checkPassword, normalisedEmail, requireFields } from '../details/customer-details.ts'
import { setEmailProven } from '../details/detail-store.ts'
import { networkOf } from '../../platform/http/network.ts'
import { proveFactor } from '../sign-in/sign-in.ts'
import { findCredentials } from '../store.ts'

/**
 * Sets a new password with an emailed code, ends every session and signs in. Also lifts the account's lockout, because
 * the code proves ownership.
 */
export async function resetPassword(
  identity: IdentityContext,
  input: InputOf<typeof reset>,
  { headers, ...visitor }: CallRequest<typeof reset>,
): Promise<SignedInHere> {
  requireFields(input.email, input.pwd, input.cpwd, input.vcode)
  const email = normalisedEmail(input.email)
  checkPassword(input.pwd, input.cpwd, [identity.config.operator.siteName, email])
  const addressHash = identity.personal.addressHash(email)
  const device = identity.devices.find(headers.device, addressHash)
  const right = await identity.codes.check({
    purpose: 'reset',
    addressHash,
    token: headers.resetcode,
    vcode: input.vcode,
    network: networkOf(visitor.ip),
    device,
  })
  const customer = await findCredentials(identity.db, addressHash)
  if (!customer) throw new Refused('code_wrong')
  // Access to the mailbox must not bypass the second factor. This check doesn't use up the code.
  const factor = await proveFactor(identity, customer, input.totp, visitor, device)
  const method = factor === 'password' ? 'mail' : factor
  const passwordHash = await identity.hasher.hash(input.pwd)
  const secrete = await changePassword(identity, customer, passwordHash, visitor, method, async (tx) => {
    await identity.codes.use(tx, right)
    await setEmailProven(tx, customer, true)
  })
  await identity.throttle.clear(['signInOfAccount', addressHash.toString('hex')])
  await identity.history.note(customer, visitor, method, 'success')
  return {
    ...outcome('password_reset'),
    secrete,
    device: identity.devices.issue(addressHash, device),
  }
}
