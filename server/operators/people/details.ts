import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { Refused } from '../../platform/http/refused.ts'
import { passwordWeakness } from '../../platform/secrets/weak-password.ts'

/**
 * Validates and normalises the details that operators enter about themselves. The functions throw `Refused` and do no
 * I/O.
 */

/** Throws `fields_missing`. */
export function requireFields(...values: string[]): void {
  if (values.some((value) => value === '')) throw new Refused('fields_missing')
}

/** Returns the email address in lower case with its domain in ASCII. */
export function normalisedEmail(text: string): string {
  const at = text.lastIndexOf('@')
  return `${text.slice(0, Math.max(at, 0)).normalize('NFC').toLowerCase()}@${domainToASCII(text.slice(at + 1))}`
}

/** Returns the normalised address. Throws `bad_email`. */
export function checkedEmail(text: string): string {
  const email = normalisedEmail(text)
  if (email.length > 254 || !z.email().safeParse(email).success)
    throw new Refused('bad_email', {}, { email: 'enter_email' })
  return email
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’·-]{0,59}$/u

/** Returns the name with single spaces. Throws `bad_name`. */
export function checkedName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (!namePattern.test(name) || !/\p{L}/u.test(name)) throw new Refused('bad_name', {}, { name: 'name_of_letters' })
  return name
}

/**
 * Longer than for customers, because an operator's password protects everyone's data (NIST SP 800-63B 3.1.1.1
 * recommends 15 for one factor; the desk requires two).
 */
const passwordRule = { shortest: 12 }

/** Throws `passwords_differ` or `weak_password`. The password must not consist of words from `context`. */
export function checkPassword(pwd: string, cpwd: string, context: readonly string[]): void {
  if (pwd !== cpwd) throw new Refused('passwords_differ', {}, { cpwd: 'passwords_differ' })
  const detail = passwordWeakness(pwd, passwordRule, context)
  if (detail !== undefined) throw new Refused('weak_password', { detail }, { pwd: detail })
}
