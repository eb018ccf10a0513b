import { t } from '@lingui/core/macro'
import type { login } from '../../../api/calls/identity/identity.ts'
import type { FieldFaults } from '../../ui/fields/field-faults.ts'

export type SignInField = 'email' | 'pwd' | 'totp'

/** The field that each refusal of `login` concerns; null if none. */
export const fieldOfSignInRefusal: Record<keyof typeof login.refusals, SignInField | null> = {
  // The refusal doesn't reveal which of the two is wrong.
  wrong_credentials: 'pwd',
  second_factor_wrong: 'totp',
  // This refusal makes the page show the field.
  second_factor_needed: null,
  // Doesn't name the field; the page checks for empty fields before it sends the form.
  fields_missing: null,
  locked_out: null,
}

/** Returns an error for each empty field. `totp` is undefined if no second factor is required. */
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
