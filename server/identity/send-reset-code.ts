import { Refused } from '../platform/refused.ts'
import { checkedEmail } from './customer-details.ts'
import type { IdentityContext } from './context.ts'
import { noAccountMail, resetCodeMail } from './mails.ts'
import { networkOf } from './network.ts'
import { isAddressKnown } from './store.ts'

/**
 * Mails a code for a new password and answers `success-TOKEN`. An address that is not known is told so by mail, where
 * only its owner reads it; answer, work and time are the same (targets.md S5).
 */
export async function sendResetCode(identity: IdentityContext, input: { email: string }, ip: string): Promise<string> {
  if (input.email === '') throw new Refused('email_missing')
  const email = checkedEmail(input.email)
  const addressHash = identity.personal.addressHash(email)
  await identity.throttle.take(['mailsToAddress', `reset/${email}`], ['mailsOfNetwork', networkOf(ip)])
  const known = await isAddressKnown(identity.db, addressHash)
  const { token, code } = await identity.codes.issue('reset', addressHash, known)
  identity.mail.send(known ? resetCodeMail(email, code, identity.config) : noAccountMail(email, identity.config))
  return `success-${token}`
}
