import { Refused } from '../../platform/http/refused.ts'
import { totpStep } from '../../platform/sign-in/totp.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Executor } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import { createChallenges, type Challenges } from '../../platform/sign-in/passkey-challenges.ts'
import { provePasskey, type PasskeyContext } from '../../platform/sign-in/passkey-proof.ts'
import { shardOf } from '../../platform/random.ts'
import { createRelyingParty, type RelyingParty } from '../../platform/sign-in/relying-party.ts'
import { hashKey, type PersonalData } from '../details/personal-data.ts'
import type { CustomerKey } from '../store.ts'
import type { Throttle, ThrottleSubject } from '../sign-in/throttle.ts'
import {
  findPasskey,
  findTotp,
  readFactorState,
  replaceRecoveryCodes,
  useChallenge,
  usePasskey,
  useRecoveryCode,
  useTotpStep,
  type StoredPasskey,
} from './factor-store.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'

/** A second factor as submitted: `factorInput` in `api/`. `totp` also accepts a recovery code. */
export type GivenFactor = { totp?: string | undefined; recovery?: string | undefined; passkey?: string | undefined }
type FactorMethod = 'totp' | 'recovery' | 'passkey'

/** Second factors: authenticator app codes, passkeys and recovery codes. */
export type Factors = {
  challenges: Challenges
  relyingParty: RelyingParty
  passkeyContext: PasskeyContext<StoredPasskey>
  /** Returns whether an authenticator app or a passkey is active. */
  isSet(key: CustomerKey): Promise<boolean>
  /**
   * Returns the method that was verified, or null if no factor is set. Throws `second_factor_needed` (with the
   * account's methods in `details.methods`) if none is given, `second_factor_wrong`, `locked_out`. Wrong factors count
   * against the account and, if `ip` is given, against the network. A correct factor is used up immediately, even if
   * the caller fails later. The customer gets an email when a recovery code is used.
   */
  confirm(key: CustomerKey, given: GivenFactor, ip?: string): Promise<FactorMethod | null>
  /** Replaces all recovery codes with ten new ones, which it returns. */
  renewRecoveryCodes(ex: Executor, key: CustomerKey): Promise<string[]>
}

type FactorsPlatform = Pick<Platform, 'clock' | 'config' | 'db' | 'keys' | 'random'>

type FactorsParts = {
  personal: PersonalData
  throttle: Throttle
  /** Runs in the transaction that uses up a recovery code. */
  recoveryUsed(tx: Executor, key: CustomerKey): Promise<void>
}

export function createFactors(platform: FactorsPlatform, { personal, throttle, recoveryUsed }: FactorsParts): Factors {
  const { clock, config, db, keys, random } = platform
  const challenges = createChallenges(platform, hashKey(keys, 'passkey challenge'), (hash, expiresAtMs) =>
    useChallenge(db, hash, new Date(expiresAtMs)),
  )
  const relyingParty = createRelyingParty(config)
  const passkeyContext: PasskeyContext<StoredPasskey> = {
    challenges,
    relyingParty,
    find: (customerId, credentialId) => findPasskey(db, { customerId, shard: shardOf(customerId) }, credentialId),
    recordUse: (passkey, signCount) => usePasskey(db, passkey, signCount, clock.now()),
  }

  async function proveTotp(key: CustomerKey, code: string): Promise<boolean> {
    const stored = await findTotp(db, key)
    if (!stored?.confirmedAt) return false
    const secret = personal.open(stored.secretSealed, key.customerId, 'totp')
    const step = totpStep(secret, code, clock, stored.lastStep === null ? null : Number(stored.lastStep))
    return step !== undefined && useTotpStep(db, key, step)
  }

  const proveRecovery = (key: CustomerKey, code: string) =>
    db.transaction().execute(async (tx) => {
      const isUsed = await useRecoveryCode(tx, key, recoveryCodeHash(keys, key.customerId, code), clock.now())
      if (isUsed) await recoveryUsed(tx, key)
      return isUsed
    })

  async function prove(key: CustomerKey, { totp, recovery, passkey }: GivenFactor): Promise<FactorMethod | undefined> {
    if (passkey)
      return (await provePasskey(passkeyContext, key.customerId, 'confirm', parsedJson(passkey)))
        ? 'passkey'
        : undefined
    const code = (totp || recovery || '').replace(/\s/g, '')
    if (/^\d{6}$/.test(code)) return (await proveTotp(key, code)) ? 'totp' : undefined
    return (await proveRecovery(key, code)) ? 'recovery' : undefined
  }

  return {
    challenges,
    relyingParty,
    passkeyContext,
    async isSet(key) {
      const { totpSince, passkeys } = await readFactorState(db, key)
      return totpSince !== null || passkeys > 0
    },
    async confirm(key, given, ip) {
      const { totpSince, passkeys, recoveryCodesLeft } = await readFactorState(db, key)
      if (!totpSince && passkeys === 0) return null
      if (!given.totp && !given.recovery && !given.passkey) {
        const methods = [totpSince && 'totp', passkeys > 0 && 'passkey', recoveryCodesLeft > 0 && 'recovery'].filter(
          Boolean,
        )
        throw new Refused('second_factor_needed', {}, undefined, { methods })
      }
      const subjects: ThrottleSubject[] = [['factorOfCustomer', key.customerId]]
      if (ip !== undefined) subjects.push(['failuresOfNetwork', networkOf(ip)])
      const method = await throttle.attempt(subjects, () => prove(key, given))
      if (!method) throw new Refused('second_factor_wrong', {}, { totp: 'factor_incorrect' })
      return method
    },
    async renewRecoveryCodes(ex, key) {
      const codes = newRecoveryCodes(random)
      await replaceRecoveryCodes(
        ex,
        key,
        codes.map((code) => recoveryCodeHash(keys, key.customerId, code)),
      )
      return codes
    },
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
