import type { Language } from '../../contract/languages.ts'
import { writeMail } from '../platform/mail-texts.ts'
import { Refused } from '../platform/refused.ts'
import { checkedEmail } from './customer-details.ts'
import type { IdentityContext } from './context.ts'
import { identityMails } from './mails.ts'
import { networkOf } from '../platform/network.ts'
import { isAddressKnown } from './store.ts'

/**
 * Mails a code for a new password and answers `success-TOKEN`. An address that is not known is told so by mail, where
 * only its owner reads it; answer, work and time are the same (targets.md S5).
 */
export async function sendResetCode(identity: IdentityContext, input: { email: string }, ip: string, language: Language): Promise<string> {
  if (input.email === '') throw new Refused('email_missing')
  const email = checkedEmail(input.email)
  const addressHash = identity.personal.addressHash(email)
  await identity.throttle.take(['mailsToAddress', `reset/${email}`], ['mailsOfNetwork', networkOf(ip)])
  const known = await isAddressKnown(identity.db, addressHash)
  const { token, code } = await identity.codes.issue('reset', addressHash, known)
  identity.mail.send(writeMail(identity.config, { to: email, language }, known ? identityMails.resetCode : identityMails.noAccount, { code }))
  return `success-${token}`
}
