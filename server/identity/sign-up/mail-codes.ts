import { timingSafeEqual } from 'node:crypto'
import type { Executor } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refused } from '../../platform/http/refused.ts'
import { keyedHash } from '../../platform/secrets/sealing.ts'
import { hashKey } from '../details/personal-data.ts'
import { codeStretch, slowdownThreshold } from './code-budget.ts'
import {
  addWrongCode,
  countWrongCodes,
  deleteMailCode,
  isMailCodeLive,
  replaceMailCode,
  takeMailCodeTry,
  type MailCodePurpose,
} from '../store.ts'
import type { Throttle, ThrottleSubject } from '../sign-in/throttle.ts'

const codeDigits = 5
const codeLifeMs = 10 * 60_000
const triesOfCode = 5
const tokenBytes = 16

/** The data that a client sends to prove that an email arrived. */
type CodeProof = {
  purpose: MailCodePurpose
  addressHash: Buffer
  token: string
  vcode: string
  network: string
  device?: string | undefined
}
/** A correct code that hasn't been used up. */
export type CorrectCode = { purpose: MailCodePurpose; addressHash: Buffer; codeHash: Buffer }

/**
 * Five-digit codes that prove an address, stored as an HMAC bound to address, purpose and token. A code is valid for
 * ten minutes and five attempts. Each requesting device or network has at most one valid code per address and purpose.
 */
export type MailCodes = {
  /**
   * Replaces the same requester's previous code. If `usable` is false, does the same work but stores a code that
   * can never match, so timing reveals nothing.
   */
  issue(
    purpose: MailCodePurpose,
    addressHash: Buffer,
    usable: boolean,
    requester: string,
  ): Promise<{ token: string; code: string }>
  /** Returns the correct code without using it up. Throws `code_expired`, `locked_out` or `code_wrong`. */
  check(proof: CodeProof): Promise<CorrectCode>
  /** Uses up a correct code. Throws `code_expired` if it was already used. */
  use(ex: Executor, right: CorrectCode): Promise<void>
}

/**
 * Returns the limits that an attempt counts against: a known device has its own; strangers share those of the address,
 * the network and the installation.
 */
function subjectsOf(
  purpose: MailCodePurpose,
  addressHash: Buffer,
  network: string,
  device: string | undefined,
  stretch: number | undefined,
): ThrottleSubject[] {
  if (device !== undefined) return [['codesOfDevice', device]]
  const address = `${purpose}/${addressHash.toString('hex')}`
  const subjects: ThrottleSubject[] = [
    ['codesOfAddress', address],
    ['codesOfAddressFromNetwork', `${address}/${network}`],
    ['failuresOfNetwork', network],
  ]
  return stretch === undefined ? subjects : [...subjects, ['codesOfNetworkWhenSlow', network, stretch]]
}

export function createMailCodes(
  { alarms, clock, keys, random, db }: Pick<Platform, 'alarms' | 'clock' | 'keys' | 'random' | 'db'>,
  throttle: Throttle,
): MailCodes {
  const key = hashKey(keys, 'mail code')
  const hashOfToken = (token: string) => keyedHash(key, 'token', token)
  const hashOfCode = (purpose: MailCodePurpose, addressHash: Buffer, token: string, code: string) =>
    keyedHash(key, 'code', purpose, addressHash, token, code)
  return {
    async issue(purpose, addressHash, usable, requester) {
      // Hexadecimal, because the client splits the response at the hyphen.
      const token = random.bytes(tokenBytes).toString('hex')
      const code = String(random.below(10 ** codeDigits)).padStart(codeDigits, '0')
      const codeHash = hashOfCode(purpose, addressHash, token, usable ? code : random.bytes(32).toString('hex'))
      const expiresAt = new Date(clock.nowMs() + codeLifeMs)
      await replaceMailCode(db, {
        purpose,
        addressHash,
        requesterHash: keyedHash(key, 'requester', requester),
        tokenHash: hashOfToken(token),
        codeHash,
        tries: triesOfCode,
        expiresAt,
      })
      return { token, code }
    },

    async check({ purpose, addressHash, token, vcode, network, device }) {
      const tokenHash = hashOfToken(token)
      if (!(await isMailCodeLive(db, { addressHash, purpose }, tokenHash, clock.now())))
        throw new Refused('code_expired')
      const stretch = codeStretch(await countWrongCodes(db, clock.nowMs()))
      const right = await throttle.attempt(subjectsOf(purpose, addressHash, network, device, stretch), async () => {
        const codeHash = await takeMailCodeTry(db, { addressHash, purpose }, tokenHash, clock.now())
        if (!codeHash) throw new Refused('code_expired')
        return timingSafeEqual(codeHash, hashOfCode(purpose, addressHash, token, vcode))
          ? { purpose, addressHash, codeHash }
          : undefined
      })
      if (right) return right
      const wrongCodes = await addWrongCode(db, clock.nowMs())
      if (wrongCodes >= slowdownThreshold)
        await alarms.raise({ kind: 'wrong_codes', subject: 'mailed codes', details: { wrongCodesOfDay: wrongCodes } })
      throw new Refused('code_wrong', {}, { vcode: 'code_incorrect' })
    },

    async use(ex, { purpose, addressHash, codeHash }) {
      if (!(await deleteMailCode(ex, { addressHash, purpose }, codeHash, clock.now())))
        throw new Refused('code_expired')
    },
  }
}
