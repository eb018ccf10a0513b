import { createHash, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'
import { keyedHash } from '../../platform/sealing.ts'
import { deriveKey } from '../personal-data.ts'
import { useChallenge } from './factor-store.ts'

/** What a challenge may be answered for: making a passkey, proving the second factor, signing in. */
export type ChallengePurpose = 'make' | 'confirm' | 'sign in'

const lifeMs = 5 * 60_000
const timeBytes = 6
const randomBytes = 16

/**
 * Challenges of passkeys (WebAuthn, 13.4.3). One carries its end and a MAC over its purpose and customer, so that asking for
 * one writes nothing; only a right answer is noted, and makes it void.
 */
export type Challenges = {
  /** `customerId` is empty where nobody is known yet. */
  make(purpose: ChallengePurpose, customerId: string): Uint8Array<ArrayBuffer>
  /** Whether `challenge`, in base64url, was made by us for this and has not ended. */
  isLive(challenge: string, purpose: ChallengePurpose, customerId: string): boolean
  /** Uses it up; false where it was used before. */
  use(challenge: string): Promise<boolean>
}

export function createChallenges({ clock, config, db, random }: Pick<Platform, 'clock' | 'config' | 'db' | 'random'>): Challenges {
  const key = deriveKey(config.secretKey, 'passkey challenge')
  return {
    make(purpose, customerId) {
      const head = Buffer.alloc(timeBytes + randomBytes)
      head.writeUIntBE(clock.nowMs() + lifeMs, 0, timeBytes)
      random.bytes(randomBytes).copy(head, timeBytes)
      return new Uint8Array(Buffer.concat([head, keyedHash(key, purpose, customerId, head)]))
    },
    isLive(challenge, purpose, customerId) {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, timeBytes + randomBytes)
      const mac = keyedHash(key, purpose, customerId, head)
      const given = bytes.subarray(timeBytes + randomBytes)
      return given.length === mac.length && timingSafeEqual(given, mac) && head.readUIntBE(0, timeBytes) > clock.nowMs()
    },
    use: (challenge) => useChallenge(db, createHash('sha256').update(challenge).digest(), new Date(clock.nowMs() + lifeMs)),
  }
}
