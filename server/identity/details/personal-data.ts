import type { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { Random } from '../../platform/random.ts'
import { createSealer, keyedHash, lookupKey } from '../../platform/secrets/sealing.ts'
import { beginningsOf, searchedBeginnings } from '../name-search/name-beginnings.ts'
import { foldedEmail, foldedName } from '../same-person/marks.ts'

/**
 * Fields that identify or authenticate a customer. Each is encrypted separately, bound to its customer and its field
 * name.
 */
export type PersonalField = 'name' | 'email' | 'phone' | 'totp'

/**
 * Encrypts and looks up personal data with keys derived from SECRET_KEY. A copy of the database without that key
 * reveals no name, email address or phone number, and allows no lookup by email address.
 */
export type PersonalData = {
  /**
   * Returns the HMAC-SHA-256 of a normalised email address, 32 bytes, so that nobody can test a list of addresses
   * without the key.
   */
  addressHash(email: string): Buffer
  /**
   * Returns the marks that identify another account of the same person, 32 bytes each: one for the mailbox, and one
   * for the phone number with the name. A number without a name isn't a mark, because it isn't verified and a whole
   * school class may share one.
   */
  personMarks(details: { email: string; name: string; phone: string }): Buffer[]
  /** Returns keyed hashes of the beginnings of a name's words, 16 bytes each, for the name search. */
  nameTokens(name: string): Buffer[]
  /** Returns the tokens that a name must all have to match a search. */
  searchTokens(search: string): Buffer[]
  /** Returns the mark for the mailbox only. */
  mailboxMark(email: string): Buffer
  /** Returns the HMAC-SHA-256 of personal text in a request, in hexadecimal, to detect a repeated request. */
  requestHash(text: string): string
  /**
   * Encrypts a text with AES-256-GCM. The associated data names the customer and the field, so that a sealed value
   * can't be moved to another row.
   */
  seal(text: string, customerId: string, field: PersonalField): Buffer
  /** Decrypts a sealed text. Throws if the value was altered, moved or sealed under another key. */
  open(sealed: Buffer, customerId: string, field: PersonalField): string
}

/** The purposes for which this module derives encryption keys. */
export const personalDataPurpose = 'identity personal data'
export const notesPurpose = 'identity desk notes'

const nameTokenBytes = 16

/** Returns this module's key for keyed hashes with the given purpose. */
export function hashKey(keys: Keys, purpose: string): Buffer {
  return lookupKey(keys, `identity ${purpose}`)
}

export function createPersonalData(keys: Keys, random: Random): PersonalData {
  const sealer = createSealer(keys, personalDataPurpose, random)
  const addressKey = hashKey(keys, 'address')
  const personKey = hashKey(keys, 'same person')
  const requestKey = hashKey(keys, 'request')
  const nameKey = hashKey(keys, 'name search')
  const tokenOf = (beginning: string) => keyedHash(nameKey, beginning).subarray(0, nameTokenBytes)
  const mailboxMark = (email: string) => keyedHash(personKey, 'mailbox', foldedEmail(email))
  return {
    addressHash: (email) => keyedHash(addressKey, email),
    mailboxMark,
    nameTokens: (name) => beginningsOf(name).map(tokenOf),
    searchTokens: (search) => searchedBeginnings(search).map(tokenOf),
    requestHash: (text) => keyedHash(requestKey, text).toString('hex'),
    personMarks: ({ email, name, phone }) => [
      mailboxMark(email),
      keyedHash(personKey, 'phone and name', phone, foldedName(name)),
    ],
    seal: (text, customerId, field) => sealer.seal(text, `${customerId}/${field}`),
    open: (sealed, customerId, field) => sealer.open(sealed, `${customerId}/${field}`),
  }
}

type DetailReader = { personal: PersonalData; unreadable: UnreadableRows }

/**
 * Returns a detail for display. If it was altered or no key decrypts it, returns an empty string and raises an alarm,
 * so that the page still shows the other details.
 */
export function shownDetail(
  { personal, unreadable }: DetailReader,
  customerId: string,
  field: 'name' | 'email' | 'phone',
  sealed: Buffer,
): string {
  return unreadable.read(`customer ${customerId}, ${field}`, () => personal.open(sealed, customerId, field)) ?? ''
}
