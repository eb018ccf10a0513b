import { t } from '@lingui/core/macro'
import type { reset, resetcode } from '../../../api/calls/identity/identity.ts'
import type { FieldFaults } from '../../ui/fields/field-faults.ts'
import { codeLength } from '../../data/mailed-code.ts'

export type ResetField = 'email' | 'vcode' | 'pwd' | 'cpwd' | 'totp'
type Form = Record<'email' | 'vcode' | 'pwd' | 'cpwd', string>
type RefusalCode = keyof (typeof resetcode.refusals & typeof reset.refusals)

/** The field that each refusal of `resetcode` or `reset` concerns; null if none. */
export const fieldOfResetRefusal: Record<RefusalCode, ResetField | null> = {
  email_missing: 'email',
  bad_email: 'email',
  passwords_differ: 'cpwd',
  weak_password: 'pwd',
  code_expired: 'vcode',
  code_wrong: 'vcode',
  second_factor_wrong: 'totp',
  // This refusal makes the page show the field.
  second_factor_needed: null,
  // Doesn't name the field; the page checks for empty fields before it sends the form.
  fields_missing: null,
  locked_out: null,
}

/** Returns the popup message and an error per field if the form can't be sent yet, or undefined if it can. Source:
 * docs/spec/product.md section 5, and docs/spec/truth.md section 6.
 */
export function errorsOfMissingResetFields({
  email,
  vcode,
  pwd,
  cpwd,
}: Form): { msg: string; faults: FieldFaults<ResetField> } | undefined {
  const onlyPassword = Boolean(email.trim()) && vcode.length === codeLength && !pwd && !cpwd
  if (onlyPassword) return { msg: t`Password Cannot be empty`, faults: { pwd: t`Password Cannot be empty` } }
  const faults = {
    ...(!email.trim() && { email: t`Enter your email address.` }),
    ...(vcode.length < codeLength && { vcode: t`Enter the five-digit code from the email.` }),
    ...(!pwd && { pwd: t`Enter a password.` }),
    ...(!cpwd && { cpwd: t`Enter the password again.` }),
  }
  if (Object.keys(faults).length > 0) return { msg: t`Fill all Form Fields`, faults }
  return pwd === cpwd ? undefined : { msg: t`Passwords do not match`, faults: { cpwd: t`Passwords do not match` } }
}
