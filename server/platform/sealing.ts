import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { invariant } from './refused.ts'
import type { Random } from './random.ts'

/** Encrypts what a copy of the database must not show. */
export type Sealer = {
  /** AES-256-GCM. `boundTo` names the row and the field, so that a sealed value cannot be moved to another one. */
  seal(text: string, boundTo: string): Buffer
  /** The text that was sealed. Throws where the value was altered, moved or sealed under another key. */
  open(sealed: Buffer, boundTo: string): string
}

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** A key of its own for each purpose, made from SECRET_KEY by HKDF-SHA-256 (RFC 5869). `purpose` begins with the module's name. */
export function purposeKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `tallystick ${purpose}`, 32))
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

/** Layout of a sealed value: version (1 byte), nonce (12), ciphertext, tag (16). `key` is 32 bytes of `purposeKey`. */
export function createSealer(key: Buffer, random: Random): Sealer {
  const associatedData = (boundTo: string) => Buffer.from(`${version}/${boundTo}`)
  return {
    seal(text, boundTo) {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(boundTo))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, ciphertext, cipher.getAuthTag()])
    },
    open(sealed, boundTo) {
      invariant(sealed[0] === version, `sealed value of version ${sealed[0]}`)
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(associatedData(boundTo)).setAuthTag(sealed.subarray(-tagBytes))
      return decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
