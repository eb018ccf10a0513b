import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { invariant } from '../http/refused.ts'
import type { Keys, SecretKey } from './keys.ts'
import type { Random } from '../random.ts'
import { keyIdBytes } from './key-id.ts'

/** Encrypts values that a copy of the database must not reveal. */
export type Sealer = {
  /**
   * Encrypts a text with AES-256-GCM. `boundTo` includes the row and the field, so that a sealed value can't be moved
   * to another row or field.
   */
  seal(text: string, boundTo: string): Buffer
  /** Decrypts a text. Throws if the value was altered, moved or sealed under another key. */
  open(sealed: Buffer, boundTo: string): string
}

const version = 2

/** The layout used before key rotation existed, without a key id. */
const versionWithoutKey = 1

const nonceBytes = 12

const tagBytes = 16

/**
 * Returns a key for one purpose, derived from `root` by HKDF-SHA-256 (RFC 5869). `purpose` begins with the module's
 * name.
 */
export function purposeKey(root: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `tallystick ${purpose}`, 32))
}

/**
 * Returns the key for keyed hashes with one purpose. It stays the same when SECRET_KEY is replaced, so that stored
 * hashes still match.
 */
export function lookupKey({ lookupRoot }: Keys, purpose: string): Buffer {
  return purposeKey(lookupRoot, purpose)
}

/**
 * Returns a keyed hash of several parts. The hash covers their lengths too, so that different lists of parts never have
 * the same input.
 */
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

/** Returns the first bytes of every value encrypted under a key: version and key id. */
export function sealedUnder({ id }: SecretKey): Buffer {
  return Buffer.concat([Buffer.of(version), id])
}

/**
 * Encrypts and decrypts bytes. `boundTo` includes the row and the field, so that a sealed value can't be moved to
 * another row or field.
 */
export type ByteSealer = {
  seal(bytes: Uint8Array, boundTo: string): Buffer
  open(sealed: Buffer, boundTo: string): Buffer
}

/**
 * Creates a sealer that uses AES-256-GCM. `derive` returns the key to use for each SECRET_KEY. Layout: version (1
 * byte), id of the SECRET_KEY (4), nonce (12), ciphertext, tag (16). The newest key encrypts; `open` uses the key whose
 * id the value contains. Throws if a value was altered or moved, or if its key is missing.
 */
export function createByteSealer(
  { ring }: Pick<Keys, 'ring'>,
  derive: (secretKey: Buffer) => Buffer,
  random: Random,
): ByteSealer {
  const derived = ring.map(({ id, bytes }) => ({ id, key: derive(bytes) }))
  return {
    seal(bytes, boundTo) {
      const { id, key } = derived[0]!
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${version}/${boundTo}`))
      return Buffer.concat([Buffer.of(version), id, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, boundTo) {
      if (sealed[0] === versionWithoutKey)
        return openByAny(derived, sealed.subarray(1), `${versionWithoutKey}/${boundTo}`)
      invariant(sealed[0] === version, `a sealed value has the unknown version ${sealed[0]}`)
      const id = sealed.subarray(1, 1 + keyIdBytes)
      const found = derived.find((one) => one.id.equals(id))
      invariant(found, `the value is sealed under the key ${id.toString('hex')}, which is not in the settings`)
      return decrypt(found.key, sealed.subarray(1 + keyIdBytes), `${version}/${boundTo}`)
    },
  }
}

/** Creates a sealer for text, with the same layout as `createByteSealer`. */
export function createSealer(keys: Pick<Keys, 'ring'>, purpose: string, random: Random): Sealer {
  const sealer = createByteSealer(keys, (secretKey) => purposeKey(secretKey, purpose), random)
  return {
    seal: (text, boundTo) => sealer.seal(Buffer.from(text), boundTo),
    open: (sealed, boundTo) => sealer.open(sealed, boundTo).toString('utf8'),
  }
}

/** Decrypts a value that consists of a nonce, a ciphertext and a tag. */
function decrypt(key: Buffer, sealed: Buffer, associatedData: string): Buffer {
  invariant(sealed.length >= nonceBytes + tagBytes, 'a sealed value must have a nonce and a tag')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(associatedData)).setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

function openByAny(derived: readonly { key: Buffer }[], sealed: Buffer, associatedData: string): Buffer {
  const failures: unknown[] = []
  for (const { key } of derived) {
    try {
      return decrypt(key, sealed, associatedData)
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures[0]
}
