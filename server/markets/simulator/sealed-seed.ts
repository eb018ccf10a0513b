import { createDecipheriv, createHmac } from 'node:crypto'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { Random } from '../../platform/random.ts'
import { createByteSealer, purposeKey, type ByteSealer } from '../../platform/secrets/sealing.ts'

const nonceBytes = 12
const tagBytes = 16
const seedBytes = 32

/**
 * Returns a sealer that encrypts the last seed of a seed chain and binds it to the chain's root (hexadecimal). It also
 * decrypts seeds in the old layout, which has no key ID.
 */
export function createSeedSealer(keys: Pick<Keys, 'ring'>, random: Random): ByteSealer {
  const sealer = createByteSealer(keys, (secretKey) => purposeKey(secretKey, 'markets seeds'), random)
  return {
    seal: sealer.seal,
    open: (sealed, root) =>
      sealed.length === nonceBytes + tagBytes + seedBytes
        ? openOld(keys, sealed, Buffer.from(root, 'hex'))
        : sealer.open(sealed, root),
  }
}

/** Decrypts a seed in the old layout: nonce, tag, ciphertext. */
function openOld({ ring }: Pick<Keys, 'ring'>, sealed: Buffer, root: Buffer): Buffer {
  const failures: unknown[] = []
  for (const { bytes } of ring) {
    const key = createHmac('sha256', bytes).update('simulated market seeds').digest()
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(root).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures[0]
}
