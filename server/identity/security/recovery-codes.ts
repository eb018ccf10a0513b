import type { Keys } from '../../platform/secrets/keys.ts'
import type { Random } from '../../platform/random.ts'
import { keyedHash } from '../../platform/secrets/sealing.ts'
import { hashKey } from '../details/personal-data.ts'

const count = 10
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const lettersEach = 10

/** Returns ten new recovery codes such as `k7mpq-2xw9d`: 49 bits each, without characters that look alike. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: count }, () => {
    const code = Array.from({ length: lettersEach }, () => letters[random.below(letters.length)]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

/** Returns the stored form of a code: an HMAC bound to its customer. Ignores case, spaces and hyphens. */
export function recoveryCodeHash(keys: Keys, customerId: string, code: string): Buffer {
  return keyedHash(hashKey(keys, 'recovery code'), customerId, code.toLowerCase().replace(/[^a-z0-9]/g, ''))
}
