import { t } from '@lingui/core/macro'
import type { regcode, register } from '../../../api/calls/identity/identity.ts'
import type { Incomplete } from '../../data/call-form.ts'
import type { FieldFaults } from '../../ui/fields/field-faults.ts'
import { badEmail, looksLikeEmail } from '../../data/mailed-code.ts'

export type Step = 1 | 2 | 3

/** The values of the form, named as in the call `register`. */
export type Details = {
  name: string
  email: string
  pwd: string
  cpwd: string
  country: string
  code: string
  phone: string
  cur: string
  adult: boolean
  accept: boolean
}

/** An input that can have an error. The dial code follows from the country. */
export type Field = Exclude<keyof Details, 'code'> | 'vcode'

const stepOfField: Record<Field, Step> = {
  name: 1,
  email: 1,
  pwd: 1,
  cpwd: 1,
  adult: 1,
  accept: 1,
  country: 2,
  phone: 2,
  cur: 2,
  vcode: 3,
}

type RefusalCode = keyof (typeof regcode.refusals & typeof register.refusals)

/** The input that each refusal of the two calls concerns; null if none, which keeps the current step. */
export const fieldOfRefusal: Record<RefusalCode, Field | null> = {
  // Doesn't name the field; the form checks for empty fields before it sends anything.
  fields_missing: null,
  bad_name: 'name',
  bad_email: 'email',
  passwords_differ: 'cpwd',
  weak_password: 'pwd',
  bad_country: 'country',
  bad_phone: 'phone',
  bad_currency: 'cur',
  not_adult: 'adult',
  terms_not_accepted: 'accept',
  code_expired: 'vcode',
  code_wrong: 'vcode',
  locked_out: null,
}

/** An input with an error, its step and the message. */
export type Fault = { step: Step; field: Field; msg: string }

/** Returns the input and step that a refusal of `regcode` or `register` concerns; undefined if none. */
export function faultOf({
  code,
  fields,
  msg,
}: {
  code: string
  fields: Record<string, string>
  msg: string
}): Fault | undefined {
  const named = Object.keys(fields)
    .map((name) => (name === 'code' ? 'country' : name))
    .find((name) => name in stepOfField)
  const field = fieldOfRefusal[code as RefusalCode] ?? (named as Field | undefined)
  return field && { step: stepOfField[field], field, msg: fields[field] ?? msg }
}

/** Returns why the user can't leave a step yet, or undefined. Source: docs/spec/product.md section 5. */
export function errorsOfMissingFields(step: 1 | 2, details: Details): Incomplete<Field> | undefined {
  const empty = emptyFields(step, details)
  if (Object.keys(empty).length > 0)
    return { notice: t`Fill all Form Fields`, faults: { ...empty, ...(step === 1 && unticked(details)) } }
  if (step === 2) return undefined
  if (!looksLikeEmail(details.email)) return { faults: { email: badEmail() } }
  if (details.pwd !== details.cpwd) return { faults: { cpwd: t`Passwords do not match` } }
  const faults = unticked(details)
  return Object.keys(faults).length > 0 ? { faults } : undefined
}

function emptyFields(step: 1 | 2, { name, email, pwd, cpwd, country, code, phone, cur }: Details): FieldFaults<Field> {
  const isEmpty = (text: string) => text.trim() === ''
  if (step === 1) {
    return {
      ...(isEmpty(name) && { name: t`Enter your name.` }),
      ...(isEmpty(email) && { email: t`Enter your email address.` }),
      ...(isEmpty(pwd) && { pwd: t`Enter a password.` }),
      ...(isEmpty(cpwd) && { cpwd: t`Enter the password again.` }),
    }
  }
  return {
    ...((isEmpty(country) || isEmpty(code)) && { country: t`Choose your country.` }),
    ...(isEmpty(phone) && { phone: t`Enter your phone number.` }),
    ...(isEmpty(cur) && { cur: t`Choose a currency.` }),
  }
}

const unticked = ({ adult, accept }: Details): FieldFaults<Field> => ({
  ...(!adult && { adult: t`Confirm that you are 18 or older.` }),
  ...(!accept && { accept: t`Accept the terms to open an account.` }),
})
