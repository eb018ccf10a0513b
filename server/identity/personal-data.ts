import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { invariant } from '../platform/refused.ts'
import type { Random } from '../platform/random.ts'

/** Fields that show who a customer is. Each is encrypted by itself, bound to its customer and its name. */
export type PersonalField = 'name' | 'email' | 'phone'

/**
 * What stands between SECRET_KEY and the database: a copy of the database alone shows no name, address or phone number,
 * and an address can be looked up only by who holds the key.
 */
export type PersonalData = {
  /** 32 bytes that stand for a normalised e-mail address: HMAC-SHA-256, so that a list of addresses cannot be tried without the key. */
  addressHash(email: string): Buffer
  /** AES-256-GCM. The associated data names customer and field, so that a sealed value cannot be moved to another row. */
  seal(text: string, customerId: string, field: PersonalField): Buffer
  /** The text that was sealed. Throws where the value was altered, moved or sealed under another key. */
  open(sealed: Buffer, customerId: string, field: PersonalField): string
}

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** A key of its own for each purpose, made from SECRET_KEY by HKDF-SHA-256 (RFC 5869). */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `tallystick identity ${purpose}`, 32))
}

/** A keyed hash of some parts; the lengths are hashed too, so that no two lists of parts are hashed alike. */
export function keyedHash(key: Buffer, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) {
    const bytes = Buffer.from(part)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    mac.update(length).update(bytes)
  }
  return mac.digest()
}

/** Layout of a sealed value: version (1 byte), nonce (12), ciphertext, tag (16). */
export function createPersonalData(secretKey: Buffer, random: Random): PersonalData {
  const sealKey = deriveKey(secretKey, 'personal data')
  const addressKey = deriveKey(secretKey, 'address')
  const associatedData = (customerId: string, field: PersonalField) => Buffer.from(`${version}/${customerId}/${field}`)
  return {
    addressHash: (email) => keyedHash(addressKey, email),
    seal(text, customerId, field) {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(associatedData(customerId, field))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, ciphertext, cipher.getAuthTag()])
    },
    open(sealed, customerId, field) {
      invariant(sealed[0] === version, `sealed value of version ${sealed[0]}`)
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: tagBytes })
      decipher.setAAD(associatedData(customerId, field)).setAuthTag(sealed.subarray(-tagBytes))
      return decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
