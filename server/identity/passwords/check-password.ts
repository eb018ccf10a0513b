import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { passwordCheck } from '../../../api/calls/identity/identity.ts'
import type { IdentityContext } from '../context.ts'
import { checkPassword, requireFields } from '../details/customer-details.ts'

/** Refuses a password that sign-up would refuse. Reads no account, so the response reveals nothing about customers. */
export async function checkNewPassword(
  { config }: Pick<IdentityContext, 'config'>,
  { email, name, pwd }: InputOf<typeof passwordCheck>,
): Promise<Outcome> {
  requireFields(pwd)
  checkPassword(pwd, pwd, [config.operator.siteName, email, name])
  return outcome('password_fits')
}
