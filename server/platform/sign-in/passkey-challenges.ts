import { createHash, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../platform.ts'
import { keyedHash } from '../secrets/sealing.ts'

/** The purpose of a challenge: creating a passkey, proving the second factor, signing in. */
export type ChallengePurpose = 'make' | 'confirm' | 'sign_in'

const lifeMs = 5 * 60_000
const timeBytes = 6
const randomBytes = 16

/**
 * Passkey challenges (WebAuthn, 13.4.3). Each contains its expiry and a MAC over its purpose and account, so that
 * issuing one writes nothing. A challenge is stored only when a correct response uses it up.
 */
export type Challenges = {
  /** Creates a challenge. `account` is the account's id, or empty if unknown. */
  make(purpose: ChallengePurpose, account: string): Uint8Array<ArrayBuffer>
  /** Returns whether we issued `challenge`, in base64url, for this purpose and account, and it hasn't expired. */
  isLive(challenge: string, purpose: ChallengePurpose, account: string): boolean
  /** Uses up a challenge. Returns false if it was used before. */
  use(challenge: string): Promise<boolean>
}

/** Records that a challenge was used. Resolves with false if it was used before. */
export type RecordChallenge = (challengeHash: Buffer, expiresAtMs: number) => Promise<boolean>

/** Creates the challenges for one kind of account. `key` belongs to that kind only. */
export function createChallenges(
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  key: Buffer,
  note: RecordChallenge,
): Challenges {
  return {
    make(purpose, account) {
      const head = Buffer.alloc(timeBytes + randomBytes)
      head.writeUIntBE(clock.nowMs() + lifeMs, 0, timeBytes)
      random.bytes(randomBytes).copy(head, timeBytes)
      return new Uint8Array(Buffer.concat([head, keyedHash(key, purpose, account, head)]))
    },
    isLive(challenge, purpose, account) {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, timeBytes + randomBytes)
      const mac = keyedHash(key, purpose, account, head)
      const given = bytes.subarray(timeBytes + randomBytes)
      return given.length === mac.length && timingSafeEqual(given, mac) && head.readUIntBE(0, timeBytes) > clock.nowMs()
    },
    use: (challenge) => note(createHash('sha256').update(challenge).digest(), clock.nowMs() + lifeMs),
  }
}
