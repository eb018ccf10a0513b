import { t } from '@lingui/core/macro'
import type { reset, resetcode } from '../../../api/calls/identity/identity.ts'
import type { Incomplete } from '../../data/call-form.ts'
import { badEmail, codeLength, looksLikeEmail } from '../../data/mailed-code.ts'

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

/**
 * Returns why no code can be requested yet. The specification's message says that the password is empty, which isn't
 * true here (docs/spec/truth.md section 6).
 */
export function errorOfEmail({ email }: Pick<Form, 'email'>): Incomplete<ResetField> | undefined {
  if (!email.trim()) return { faults: { email: t`Enter your email address.` } }
  return looksLikeEmail(email) ? undefined : { faults: { email: badEmail() } }
}

/** Returns why the new password can't be sent yet. Source: docs/spec/product.md section 5. */
export function errorsOfMissingResetFields({ vcode, pwd, cpwd }: Form): Incomplete<ResetField> | undefined {
  if (vcode.length === codeLength && !pwd && !cpwd) return { faults: { pwd: t`Password Cannot be empty` } }
  const faults = {
    ...(vcode.length < codeLength && { vcode: t`Enter the five-digit code from the email.` }),
    ...(!pwd && { pwd: t`Enter a password.` }),
    ...(!cpwd && { cpwd: t`Enter the password again.` }),
  }
  if (Object.keys(faults).length > 0) return { notice: t`Fill all Form Fields`, faults }
  return pwd === cpwd ? undefined : { faults: { cpwd: t`Passwords do not match` } }
}
