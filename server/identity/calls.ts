import type { identityCalls } from '../../api/calls/identity/identity.ts'
import type { statementCalls } from '../../api/calls/identity/statement.ts'
import { bindActions } from '../platform/http/actions.ts'
import type { IdentityContext } from './context.ts'
import { changeOwnDetails, sendEmailCode } from './details/change-own-details.ts'
import { checkNewPassword } from './passwords/check-password.ts'
import { chooseLanguage } from './details/choose-language.ts'
import { handOver, inspectHandover, takeOver } from './sign-in/hand-over.ts'
import { acceptTerms, showTerms } from './legal/accept-terms.ts'
import { registerCustomer } from './sign-up/register-customer.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { sendRegistrationCode } from './sign-up/send-registration-code.ts'
import { sendResetCode } from './passwords/send-reset-code.ts'
import { showSignUpTerms } from './sign-up/show-sign-up-terms.ts'
import { showCustomer } from './details/show-customer.ts'
import { downloadStatement, showStatement } from './details/statement.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { updatePassword } from './passwords/update-password.ts'

/** Binds the calls of `identity.ts` and `statement.ts` in `api/calls/identity/` to their actions. */
export const bindIdentityCalls = bindActions<IdentityContext, typeof identityCalls & typeof statementCalls>({
  regcode: sendRegistrationCode,
  'password.check': checkNewPassword,
  'register.terms': showSignUpTerms,
  register: registerCustomer,
  login: signIn,
  resetcode: sendResetCode,
  reset: resetPassword,
  'mails.language': chooseLanguage,
  terms: showTerms,
  'terms.accept': acceptTerms,
  user: showCustomer,
  'details.code': sendEmailCode,
  'details.change': changeOwnDetails,
  updatepass: updatePassword,
  signout: signOut,
  statement: showStatement,
  'statement.csv': downloadStatement,
  handover: handOver,
  'handover.look': inspectHandover,
  'handover.take': takeOver,
})
