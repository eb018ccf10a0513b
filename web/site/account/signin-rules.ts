import { t } from '@lingui/core/macro'
import type { login } from '../../../contract/identity.ts'
import type { FieldFaults } from '../../ui/field-faults.ts'

export type SignInField = 'email' | 'pwd' | 'totp'

/** The field that a refusal of `login` is about; null where it is about none. */
export const fieldOfSignInRefusal: Record<keyof typeof login.refusals, SignInField | null> = {
  // Which of the two is wrong isn't said.
  wrong_credentials: 'pwd',
  second_factor_wrong: 'totp',
  // The page then asks for it.
  second_factor_needed: null,
  // Doesn't say which, and nothing is sent before the page has asked for all of them.
  fields_missing: null,
  locked_out: null,
}

/** What is wrong with each field that is empty; `totp` is undefined where no second factor is asked for. */
export function emptySignInFields({
  email,
  pwd,
  totp,
}: {
  email: string
  pwd: string
  totp: string | undefined
}): FieldFaults<SignInField> {
  return {
    ...(!email.trim() && { email: t`Enter your email address.` }),
    ...(!pwd && { pwd: t`Enter your password.` }),
    ...(totp === '' && { totp: t`Enter the code.` }),
  }
}
