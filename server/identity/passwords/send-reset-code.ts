import type { HeadersOf } from '../../../api/call.ts'
import type { resetcode } from '../../../api/calls/identity/identity.ts'
import { Refused } from '../../platform/http/refused.ts'
import { checkedEmail } from '../details/customer-details.ts'
import type { IdentityContext } from '../context.ts'
import { identityMails } from '../mails.ts'
import { networkOf } from '../../platform/http/network.ts'
import { isAddressKnown } from '../store.ts'

/**
 * Emails a password reset code and returns `success-TOKEN`. An unknown address gets an email that says so, which only
 * its owner reads. The response, the work and the time are the same in both cases (docs/spec/targets.md S5).
 */
export async function sendResetCode(
  identity: IdentityContext,
  input: { email: string },
  { ip, headers }: { ip: string; headers: HeadersOf<typeof resetcode> },
): Promise<string> {
  if (input.email === '') throw new Refused('email_missing')
  const email = checkedEmail(input.email)
  const addressHash = identity.personal.addressHash(email)
  const device = identity.devices.find(headers.device, addressHash)
  const network = networkOf(ip)
  if (device !== undefined) await identity.throttle.take(['mailsOfDevice', device])
  else
    await identity.throttle.take(
      ['mailsToAddress', `reset/${email}`],
      ['mailsToAddressFromNetwork', `reset/${email}/${network}`],
      ['mailsOfNetwork', network],
    )
  const known = await isAddressKnown(identity.db, addressHash)
  const { token, code } = await identity.codes.issue('reset', addressHash, known, device ?? network)
  identity.mail.send(
    identity.mailWriter.write(
      { to: email, language: headers['accept-language'] },
      known ? identityMails.resetCode : identityMails.noAccount,
      { code },
    ),
  )
  return `success-${token}`
}
