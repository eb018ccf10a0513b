import type { Ledger } from '../ledger/public.ts'
import { createKnownDevices, type KnownDevices } from '../platform/sign-in/known-devices.ts'
import { createChallenges } from '../platform/sign-in/passkey-challenges.ts'
import type { PasskeyContext } from '../platform/sign-in/passkey-proof.ts'
import { createPasswordHasher, type PasswordHasher } from '../platform/secrets/password-hasher.ts'
import type { Platform } from '../platform/platform.ts'
import { createRelyingParty } from '../platform/sign-in/relying-party.ts'
import { createSealer, keyedHash, lookupKey, type Sealer } from '../platform/secrets/sealing.ts'
import { createThrottle, type Throttle } from '../platform/http/throttle.ts'
import {
  findPasskey,
  lockThrottle,
  recordChallenge,
  recordPasskeyUse,
  saveThrottle,
  type StoredPasskey,
} from './sign-in/access-store.ts'
import { createContactLimits, type ContactLimits } from './news/contact-limits.ts'
import type { Executors, Queues } from './types.ts'
import { throttlePolicies, type ThrottleName } from './sign-in/throttle-rule.ts'

/** Dependencies of this module's actions. */
export type OperatorsContext = Pick<
  Platform,
  'alarms' | 'bus' | 'clock' | 'config' | 'db' | 'mail' | 'mailWriter' | 'random' | 'log'
> & {
  ledger: Pick<Ledger, 'post' | 'balance'>
  /** Values are bound to `<table>/<id>/<field>`. */
  sealer: Sealer
  /** Returns a keyed hash of an email address or other text, for lookups. */
  hashOf(purpose: 'address' | 'ticket' | 'answer' | 'sender', text: string): Buffer
  hasher: PasswordHasher
  throttle: Throttle<ThrottleName>
  devices: KnownDevices
  passkeys: PasskeyContext<StoredPasskey>
  /** The functions that run approved actions, by action. */
  executors: Executors
  /** The queues of work that wait for operators, by name. */
  queues: Queues
  contactLimits: ContactLimits
}

/** Dependencies of one-time links. */
export type LinkContext = Pick<OperatorsContext, 'clock' | 'config' | 'random' | 'sealer' | 'hashOf'>

/** Where a request comes from. */
export type Visitor = { ip: string; userAgent: string }

/** The purpose for which this module derives its encryption key. */
export const personalDataPurpose = 'operators personal data'

export function createOperatorsSealer({ keys, random }: Pick<Platform, 'keys' | 'random'>): Sealer {
  return createSealer(keys, personalDataPurpose, random)
}

export function createContext(
  platform: Pick<
    Platform,
    'alarms' | 'bus' | 'clock' | 'config' | 'db' | 'keys' | 'mail' | 'mailWriter' | 'random' | 'log' | 'passwordCost'
  >,
  ledger: OperatorsContext['ledger'],
): OperatorsContext {
  const { alarms, bus, clock, config, db, mail, mailWriter, log } = platform
  const key = (purpose: string) => lookupKey(platform.keys, purpose)
  return {
    ...createLinkContext(platform),
    alarms,
    bus,
    db,
    mail,
    mailWriter,
    log,
    ledger,
    hasher: createPasswordHasher(platform.random, platform.passwordCost),
    throttle: createThrottle(platform, {
      key: key('operators tries'),
      policies: throttlePolicies,
      store: { lock: lockThrottle, save: saveThrottle },
    }),
    devices: createKnownDevices(platform, key('operators known device')),
    executors: new Map(),
    queues: new Map(),
    contactLimits: createContactLimits(),
    passkeys: {
      challenges: createChallenges(platform, key('operators passkey challenge'), (hash, expiresAtMs) =>
        recordChallenge(db, hash, expiresAtMs),
      ),
      relyingParty: createRelyingParty(config),
      find: (operatorId, credentialId) => findPasskey(db, operatorId, credentialId),
      recordUse: (passkey, signCount) => recordPasskeyUse(db, passkey, signCount, clock.nowMs()),
    },
  }
}

export function createLinkContext({
  clock,
  config,
  keys,
  random,
}: Pick<Platform, 'clock' | 'config' | 'keys' | 'random'>): LinkContext {
  const hashKey = lookupKey(keys, 'operators look-up')
  return {
    clock,
    config,
    random,
    sealer: createOperatorsSealer({ keys, random }),
    hashOf: (purpose, text) => keyedHash(hashKey, purpose, text),
  }
}
