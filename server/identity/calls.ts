import type { identityCalls } from '../../contract/calls/identity.ts'
import type { Bindings } from '../platform/http/http.ts'
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
import { showCustomer } from './details/show-customer.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { updatePassword } from './passwords/update-password.ts'

/** Binds the calls of `contract/calls/identity.ts` to their actions. */
export function bindIdentityCalls(identity: IdentityContext): Bindings<typeof identityCalls> {
  return {
    regcode: (input, { ip, headers }) => sendRegistrationCode(identity, input, ip, headers['accept-language']),
    'password.check': (input) => checkNewPassword(identity, input),
    register: (input, request) => registerCustomer(identity, input, request.headers, request),
    login: (input, request) => signIn(identity, input, request, request.headers.device),
    resetcode: (input, { ip, headers }) => sendResetCode(identity, input, ip, headers),
    reset: (input, request) => resetPassword(identity, input, request.headers, request),
    'mails.language': (input, { session }) => chooseLanguage(identity, input, session),
    terms: (_input, { session }) => showTerms(identity, session),
    'terms.accept': (input, { session }) => acceptTerms(identity, input, session),
    user: (_input, { session }) => showCustomer(identity, session),
    'details.code': (input, { session, ip }) => sendEmailCode(identity, input, session, ip),
    'details.change': (input, { session, ip }) => changeOwnDetails(identity, input, session, ip),
    updatepass: (input, request) => updatePassword(identity, input, request.session, request),
    signout: (_input, { session }) => signOut(identity, session),
    handover: (_input, { session }) => handOver(identity, session),
    'handover.look': (input, request) => inspectHandover(identity, input, request.session, request),
    'handover.take': (input, request) => takeOver(identity, input, request.session, request),
  }
}
