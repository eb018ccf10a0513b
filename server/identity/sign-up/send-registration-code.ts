import type { regcode } from '../../../api/calls/identity/identity.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import { checkedEmail, checkedName, requireFields } from '../details/customer-details.ts'
import type { IdentityContext } from '../context.ts'
import { identityMails } from '../mails.ts'
import { networkOf } from '../../platform/http/network.ts'
import { isAddressKnown } from '../store.ts'

/**
 * Sign-up, step 2: emails a code and returns `success-TOKEN`. A known address gets an email that says so. The response,
 * the work and the time are the same in both cases, so the call doesn't reveal who is a customer (docs/spec/targets.md
 * S5).
 */
export async function sendRegistrationCode(
  identity: IdentityContext,
  input: { email: string; name: string },
  { ip, headers: { 'accept-language': language } }: CallRequest<typeof regcode>,
): Promise<string> {
  requireFields(input.email, input.name)
  checkedName(input.name)
  const email = checkedEmail(input.email)
  const addressHash = identity.personal.addressHash(email)
  const network = networkOf(ip)
  await identity.throttle.take(
    ['mailsToAddress', `register/${email}`],
    ['mailsToAddressFromNetwork', `register/${email}/${network}`],
    ['mailsOfNetwork', network],
  )
  const known = await isAddressKnown(identity.db, addressHash)
  const { token, code } = await identity.codes.issue('register', addressHash, !known, network)
  identity.mail.send(
    identity.mailWriter.write(
      { to: email, language },
      known ? identityMails.alreadyCustomer : identityMails.registrationCode,
      { code },
    ),
  )
  return `success-${token}`
}
