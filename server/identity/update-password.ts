import type { InputOf } from '../../contract/call.ts'
import type { updatepass } from '../../contract/identity.ts'
import type { Session } from '../platform/http.ts'
import { Refused } from '../platform/refused.ts'
import { changePassword } from './change-password.ts'
import type { IdentityContext, SignedIn, Visitor } from './context.ts'
import { checkPassword, requireFields } from './customer-details.ts'
import { requirePassword } from './security/proof.ts'
import { findAuthenticatedAt, findCustomer } from './store.ts'

/** A sign-in younger than this stands for the present password. */
const recentSignInMs = 10 * 60_000

/** Changes the password of a signed-in customer, ends every other session and answers a new secret for this one. */
export async function updatePassword(identity: IdentityContext, input: InputOf<typeof updatepass>, session: Session, visitor: Visitor): Promise<SignedIn> {
  requireFields(input.pwd, input.cpwd)
  const customer = await findCustomer(identity.db, session)
  if (!customer) throw new Refused('not_signed_in')
  checkPassword(input.pwd, input.cpwd, identity.personal.open(customer.emailSealed, session.customerId, 'email'))
  if (input.opwd !== '') await requirePassword(identity, session, input.opwd, visitor, 'opwd')
  else await requireRecentSignIn(identity, session)
  const passwordHash = await identity.hasher.hash(input.pwd)
  const secrete = await changePassword(identity, session, passwordHash, visitor, 'password', (_tx, endedSessionIds) => {
    // Somebody reset the password meanwhile and thereby ended this session.
    if (!endedSessionIds.includes(session.sessionId)) throw new Refused('not_signed_in')
  })
  return { type: 'success', msg: 'Your password is changed. Every other session was signed out.', secrete }
}

async function requireRecentSignIn({ db, clock }: IdentityContext, { shard, sessionId }: Session): Promise<void> {
  const at = await findAuthenticatedAt(db, shard, sessionId)
  if (at === undefined) throw new Refused('not_signed_in')
  if (at === null || clock.nowMs() - at.getTime() >= recentSignInMs) throw new Refused('password_needed', {}, { opwd: 'Enter your present password as well.' })
}
