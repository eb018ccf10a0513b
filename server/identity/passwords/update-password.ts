import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { updatepass } from '../../../api/calls/identity/identity.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import { changePassword } from './change-password.ts'
import type { IdentityContext, SignedIn } from '../context.ts'
import { checkPassword, requireFields } from '../details/customer-details.ts'
import { requireProof } from '../security/proof.ts'
import { findCustomer } from '../store.ts'

/**
 * Changes the password of a signed-in customer, ends every other session, revokes every key, and returns a new secret
 * for this session. Requires the current password and the second factor, even in a new session (OWASP ASVS 5.0, 6.2.3).
 */
export async function updatePassword(
  identity: IdentityContext,
  input: InputOf<typeof updatepass>,
  { session, ...visitor }: CallRequest<typeof updatepass>,
): Promise<SignedIn> {
  requireFields(input.pwd, input.cpwd)
  const customer = await findCustomer(identity.db, session)
  if (!customer) throw new Refused('not_signed_in')
  const own = (sealed: Buffer, field: 'email' | 'name') => identity.personal.open(sealed, session.customerId, field)
  checkPassword(input.pwd, input.cpwd, [
    identity.config.operator.siteName,
    own(customer.emailSealed, 'email'),
    own(customer.nameSealed, 'name'),
  ])
  if (input.opwd === '') throw new Refused('password_needed', {}, { opwd: 'enter_current_password' })
  await requireProof(identity, session, { ...input, pwd: input.opwd }, 'opwd')
  const passwordHash = await identity.hasher.hash(input.pwd)
  const secrete = await changePassword(identity, session, passwordHash, visitor, 'password', (_tx, endedSessionIds) => {
    // A concurrent password reset ended this session.
    if (!endedSessionIds.includes(session.sessionId)) throw new Refused('not_signed_in')
  })
  return {
    ...outcome('password_changed'),
    secrete,
  }
}
