import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { Refused } from '../platform/refused.ts'
import { passwordWeakness } from '../platform/weak-password.ts'

/** What operators type about themselves, checked and brought into one form. Every function throws `Refused`. No IO. */

/** Throws `fields_missing`. */
export function requireFields(...values: string[]): void {
  if (values.some((value) => value === '')) throw new Refused('fields_missing')
}

/** The address in lower case with its domain in ASCII. */
export function normalisedEmail(text: string): string {
  const at = text.lastIndexOf('@')
  return `${text.slice(0, Math.max(at, 0)).normalize('NFC').toLowerCase()}@${domainToASCII(text.slice(at + 1))}`
}

/** The normalised address; throws `bad_email`. */
export function checkedEmail(text: string): string {
  const email = normalisedEmail(text)
  if (email.length > 254 || !z.email().safeParse(email).success)
    throw new Refused('bad_email', {}, { email: 'Enter a complete email address.' })
  return email
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’·-]{0,59}$/u

/** The name with single spaces; throws `bad_name`. */
export function checkedName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (!namePattern.test(name) || !/\p{L}/u.test(name))
    throw new Refused('bad_name', {}, { name: 'Enter a name of 1 to 60 letters.' })
  return name
}

/** Longer than a customer's: whoever has it sees everybody's data (NIST SP 800-63B 3.1.1.1 recommends 15 for one factor; here there are two). */
const passwordRule = { shortest: 12 }

/** Throws `passwords_differ` or `weak_password`. `context` are texts that must not make up the password. */
export function checkPassword(pwd: string, cpwd: string, context: readonly string[]): void {
  if (pwd !== cpwd) throw new Refused('passwords_differ', {}, { cpwd: 'Passwords do not match' })
  const detail = passwordWeakness(pwd, passwordRule, context)
  if (detail !== undefined) throw new Refused('weak_password', { detail }, { pwd: detail })
}
