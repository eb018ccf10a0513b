import type { UnreadableRows } from '../platform/unreadable-rows.ts'
import type { Keys } from '../platform/keys.ts'
import type { Random } from '../platform/random.ts'
import { createSealer, keyedHash, lookUpKey } from '../platform/sealing.ts'
import { foldedEmail, foldedName } from './same-person/marks.ts'

/** Fields that show who a customer is, or that prove it. Each is encrypted by itself, bound to its customer and its name. */
export type PersonalField = 'name' | 'email' | 'phone' | 'totp'

/**
 * What stands between SECRET_KEY and the database: a copy of the database alone shows no name, address or phone number,
 * and an address can be looked up only by who holds the key.
 */
export type PersonalData = {
  /** 32 bytes that stand for a normalised e-mail address: HMAC-SHA-256, so that a list of addresses cannot be tried without the key. */
  addressHash(email: string): Buffer
  /**
   * Marks by which another account of the same person is recognised, 32 bytes each: one of the mailbox, one of the phone number with the name.
   * A number without a name isn't a mark: nobody proves it, and a class may share one.
   */
  personMarks(details: { email: string; name: string; phone: string }): Buffer[]
  /** The mark of the mailbox alone. */
  mailboxMark(email: string): Buffer
  /** Stands for a personal text of a request, so that a repeated request is recognised: HMAC-SHA-256, in hexadecimal. */
  requestHash(text: string): string
  /** AES-256-GCM. The associated data names customer and field, so that a sealed value cannot be moved to another row. */
  seal(text: string, customerId: string, field: PersonalField): Buffer
  /** The text that was sealed. Throws where the value was altered, moved or sealed under another key. */
  open(sealed: Buffer, customerId: string, field: PersonalField): string
}

/** Purposes of this module's encryption. */
export const personalDataPurpose = 'identity personal data'
export const notesPurpose = 'identity desk notes'

/** Returns the key of this module's keyed hashes for one purpose. */
export function hashKey(keys: Keys, purpose: string): Buffer {
  return lookUpKey(keys, `identity ${purpose}`)
}

export function createPersonalData(keys: Keys, random: Random): PersonalData {
  const sealer = createSealer(keys, personalDataPurpose, random)
  const addressKey = hashKey(keys, 'address')
  const personKey = hashKey(keys, 'same person')
  const requestKey = hashKey(keys, 'request')
  const mailboxMark = (email: string) => keyedHash(personKey, 'mailbox', foldedEmail(email))
  return {
    addressHash: (email) => keyedHash(addressKey, email),
    mailboxMark,
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

/** Returns a detail for show; empty, with an alarm, if it was altered or no key opens it, so that the rest is still shown. */
export function shownDetail(
  { personal, unreadable }: DetailReader,
  customerId: string,
  field: 'name' | 'email' | 'phone',
  sealed: Buffer,
): string {
  return unreadable.read(`customer ${customerId}, ${field}`, () => personal.open(sealed, customerId, field)) ?? ''
}
