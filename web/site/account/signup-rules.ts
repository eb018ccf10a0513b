import { t } from '@lingui/core/macro'
import { badEmail, looksLikeEmail } from './mailed-code.ts'

export type Step = 1 | 2 | 3

/** What the form holds; the names are those of the call `register`. */
export type Details = { name: string; email: string; pwd: string; cpwd: string; country: string; code: string; phone: string; cur: string }

/** The step whose fields a refusal is about; the others stay where they are. */
export const stepOfRefusal: Record<string, Step> = {
  bad_email: 1,
  passwords_differ: 1,
  weak_password: 1,
  bad_country: 2,
  bad_phone: 2,
  bad_currency: 2,
}

/** Why a step cannot be left yet, or undefined. Source: product.md section 5. */
export function whatIsMissing(step: 1 | 2, details: Details): string | undefined {
  const needed = step === 1 ? [details.name, details.email, details.pwd, details.cpwd] : [details.country, details.code, details.phone, details.cur]
  if (needed.some((text) => text.trim() === '')) return t`Fill all Form Fields`
  if (step === 1 && !looksLikeEmail(details.email)) return badEmail()
  if (step === 1 && details.pwd !== details.cpwd) return t`Passwords do not match`
  return undefined
}
