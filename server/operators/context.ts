import type { Role } from '../../contract/permissions.ts'
import type { Ledger } from '../ledger/public.ts'
import { createPasswordHasher, type PasswordHasher } from '../platform/password-hasher.ts'
import type { Platform } from '../platform/platform.ts'
import { createSealer, keyedHash, purposeKey, type Sealer } from '../platform/sealing.ts'

/** What the actions of this module work with. */
export type OperatorsContext = Pick<Platform, 'alarms' | 'bus' | 'clock' | 'config' | 'db' | 'mail' | 'random' | 'log'> & {
  ledger: Pick<Ledger, 'post' | 'balance'>
  /** Bind a value to `<table>/<id>/<field>`. */
  sealer: Sealer
  /** A keyed hash of an address or another text that is looked up. */
  hashOf(purpose: 'address' | 'failures' | 'ticket', text: string): Buffer
  hasher: PasswordHasher
}

/** What makes one-time links. */
export type LinkContext = Pick<OperatorsContext, 'clock' | 'config' | 'random' | 'sealer' | 'hashOf'>

/** Whose request it is, as the actions need it. */
export type Visitor = { ip: string }

export type Operator = { operatorId: string; name: string; roles: Role[] }

export function createOperatorsSealer({ config, random }: Pick<Platform, 'config' | 'random'>): Sealer {
  return createSealer(purposeKey(config.secretKey, 'operators personal data'), random)
}

export function createContext(platform: Pick<Platform, 'alarms' | 'bus' | 'clock' | 'config' | 'db' | 'mail' | 'random' | 'log'>, ledger: OperatorsContext['ledger']): OperatorsContext {
  const { alarms, bus, db, mail, log } = platform
  return { ...createLinkContext(platform), alarms, bus, db, mail, log, ledger, hasher: createPasswordHasher(platform.random) }
}

export function createLinkContext({ clock, config, random }: Pick<Platform, 'clock' | 'config' | 'random'>): LinkContext {
  const hashKey = purposeKey(config.secretKey, 'operators look-up')
  return { clock, config, random, sealer: createOperatorsSealer({ config, random }), hashOf: (purpose, text) => keyedHash(hashKey, purpose, text) }
}
