import { domainToASCII } from 'node:url'
import type { CountryCode } from 'libphonenumber-js/max'
import { z } from 'zod'
import { assets, cashAssets, type CashAsset } from '../../../api/money.ts'
import { Refused } from '../../platform/http/refused.ts'
import { passwordWeakness } from '../../platform/secrets/weak-password.ts'
import { findCountry, phones, type Country } from '../sign-up/countries.ts'

/**
 * Validates and normalises the details that people enter about themselves. The functions throw `Refused` and do no
 * I/O.
 */

/** Throws `fields_missing`. Source: docs/spec/product.md section 5. */
export function requireFields(...values: string[]): void {
  if (values.some((value) => value === '')) throw new Refused('fields_missing')
}

const longestEmail = 254
const longestLocalPart = 64

/** Any ASCII character except letters, digits, dot and hyphen. */
const invalidInDomains = /[^A-Za-z0-9.\-\u0080-\u{10ffff}]/u

/**
 * Returns the email address in lower case with its domain in ASCII, for lookups and emails. Returns other text
 * unchanged.
 */
export function normalisedEmail(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  // domainToASCII parses hosts like URLs: it stops at a slash, decodes %61 and drops tabs. Such text is left unchanged
  // and rejected later.
  const ascii = invalidInDomains.test(domain) ? domain : domainToASCII(domain)
  return `${text.slice(0, Math.max(at, 0)).normalize('NFC').toLowerCase()}@${ascii}`
}

/** Returns the normalised address. Throws `bad_email`. */
export function checkedEmail(text: string): string {
  const email = normalisedEmail(text)
  const fits =
    email.lastIndexOf('@') <= longestLocalPart && email.length <= longestEmail && z.email().safeParse(email).success
  if (!fits) throw new Refused('bad_email', {}, { email: 'enter_email' })
  return email
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’·-]{0,59}$/u

/** Returns the name with single spaces: 1 to 60 letters, digits and name punctuation. Throws `bad_name`. */
export function checkedName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (!namePattern.test(name) || !/\p{L}/u.test(name)) throw new Refused('bad_name', {}, { name: 'name_of_letters' })
  return name
}

const passwordRule = { shortest: 8 }

/**
 * Throws `passwords_differ` or `weak_password`. The password must not consist of words from `context`: the site's name,
 * the customer's names, the email address.
 */
export function checkPassword(pwd: string, cpwd: string, context: readonly string[]): void {
  if (pwd !== cpwd) throw new Refused('passwords_differ', {}, { cpwd: 'passwords_differ' })
  const detail = passwordWeakness(pwd, passwordRule, context)
  if (detail !== undefined) throw new Refused('weak_password', { detail }, { pwd: detail })
}

/** Returns the country. Throws `bad_country` if it is unknown, or if `dial` is given and doesn't match it. */
export function checkedCountry(text: string, dial?: string): Country {
  const country = findCountry(text)
  const dialFits =
    dial === undefined || dial.replace(/^(\+|00)/, '').replaceAll(/[\s-]/g, '') === country?.dial_code.slice(1)
  if (!country || !dialFits) throw new Refused('bad_country', {}, { country: 'choose_country' })
  return country
}

/**
 * Returns the number in E.164, such as +447400123456. Throws `bad_phone`. Checks the lengths that the country uses but
 * not its number ranges, because new ranges open faster than any list is updated (libphonenumber-js, "isPossible").
 */
export function checkedPhone(text: string, country: Country): string {
  const phone = phones().parsePhoneNumberFromString(text, country.code as CountryCode)
  if (!phone?.isPossible() || `+${phone.countryCallingCode}` !== country.dial_code || phone.ext) {
    throw new Refused('bad_phone', {}, { phone: 'enter_phone' })
  }
  return phone.number
}

/**
 * Returns the currency that a code or a symbol denotes. Throws `bad_currency`. Source: docs/spec/product.md section 9.
 */
export function checkedCurrency(text: string): CashAsset {
  const currency = cashAssets.find((asset) => asset === text.toUpperCase() || assets[asset].symbol === text)
  if (!currency) throw new Refused('bad_currency', {}, { cur: 'choose_currency' })
  return currency
}
