import { timingSafeEqual } from 'node:crypto'
import type { Executor } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'
import { Refused } from '../platform/refused.ts'
import { keyedHash } from '../platform/sealing.ts'
import { deriveKey } from './personal-data.ts'
import { deleteMailCode, isMailCodeLive, replaceMailCode, takeMailCodeTry, type MailCodePurpose } from './store.ts'
import type { Throttle, ThrottleSubject } from './throttle.ts'

const codeDigits = 5
const codeLifeMs = 10 * 60_000
const triesOfCode = 5
const tokenBytes = 16

/** What a caller sent to prove that a mail arrived. */
export type CodeProof = { purpose: MailCodePurpose; addressHash: Buffer; token: string; vcode: string; network: string }
/** A right code that is not used up yet. */
export type RightCode = { purpose: MailCodePurpose; addressHash: Buffer; codeHash: Buffer }

/**
 * Five-digit codes that prove an address: stored as an HMAC bound to address, purpose and token, alive for ten minutes
 * and five tries, one at a time for each address and purpose.
 */
export type MailCodes = {
  /** Makes a code in place of the one before. With `usable` false the same work is done for a code that nothing equals. */
  issue(purpose: MailCodePurpose, addressHash: Buffer, usable: boolean): Promise<{ token: string; code: string }>
  /** Throws `code_expired`, `locked_out` or `code_wrong`; takes a try, but does not use the code up. */
  check(proof: CodeProof): Promise<RightCode>
  /** Uses a right code up, once; throws `code_expired` where that has happened. */
  use(ex: Executor, right: RightCode): Promise<void>
}

export function createMailCodes({ config, clock, random, db }: Pick<Platform, 'config' | 'clock' | 'random' | 'db'>, throttle: Throttle): MailCodes {
  const key = deriveKey(config.secretKey, 'mail code')
  const hashOfToken = (token: string) => keyedHash(key, 'token', token)
  const hashOfCode = (purpose: MailCodePurpose, addressHash: Buffer, token: string, code: string) => keyedHash(key, 'code', purpose, addressHash, token, code)
  return {
    async issue(purpose, addressHash, usable) {
      // Hexadecimal, because the answer is split at its dash.
      const token = random.bytes(tokenBytes).toString('hex')
      const code = String(random.below(10 ** codeDigits)).padStart(codeDigits, '0')
      const codeHash = hashOfCode(purpose, addressHash, token, usable ? code : random.bytes(32).toString('hex'))
      const expiresAt = new Date(clock.nowMs() + codeLifeMs)
      await replaceMailCode(db, { purpose, addressHash, tokenHash: hashOfToken(token), codeHash, tries: triesOfCode, expiresAt })
      return { token, code }
    },

    async check({ purpose, addressHash, token, vcode, network }) {
      const tokenHash = hashOfToken(token)
      if (!(await isMailCodeLive(db, { addressHash, purpose }, tokenHash, clock.now()))) throw new Refused('code_expired')
      const subject: ThrottleSubject = ['codesOfAddress', `${purpose}/${addressHash.toString('hex')}`]
      const taken = await throttle.take(subject, ['failuresOfNetwork', network])
      const codeHash = await takeMailCodeTry(db, { addressHash, purpose }, tokenHash, clock.now())
      if (!codeHash) throw new Refused('code_expired')
      if (!timingSafeEqual(codeHash, hashOfCode(purpose, addressHash, token, vcode))) throw new Refused('code_wrong', {}, { vcode: 'The code is not right.' })
      await throttle.giveBack(taken)
      return { purpose, addressHash, codeHash }
    },

    async use(ex, { purpose, addressHash, codeHash }) {
      if (!(await deleteMailCode(ex, { addressHash, purpose }, codeHash, clock.now()))) throw new Refused('code_expired')
    },
  }
}
