import type { Role } from '../../contract/permissions.ts'
import type { Ledger } from '../ledger/public.ts'
import { createPasswordHasher, type PasswordHasher } from '../platform/password-hasher.ts'
import type { Platform } from '../platform/platform.ts'
import { createSealer, keyedHash, purposeKey, type Sealer } from '../platform/sealing.ts'

/** What the actions of this module work with. */
export type OperatorsContext = Pick<Platform, 'bus' | 'clock' | 'config' | 'db' | 'mail' | 'random' | 'log'> & {
  ledger: Pick<Ledger, 'post' | 'balance'>
  /** Bind a value to `<table>/<id>/<field>`. */
  sealer: Sealer
  /** A keyed hash of an address or another text that is looked up. */
  hashOf(purpose: 'address' | 'failures' | 'ticket', text: string): Buffer
  hasher: PasswordHasher
}

/** Whose request it is, as the actions need it. */
export type Visitor = { ip: string }

export type Operator = { operatorId: string; name: string; roles: Role[] }

export function createOperatorsSealer({ config, random }: Pick<Platform, 'config' | 'random'>): Sealer {
  return createSealer(purposeKey(config.secretKey, 'operators personal data'), random)
}

export function createContext(platform: Pick<Platform, 'bus' | 'clock' | 'config' | 'db' | 'mail' | 'random' | 'log'>, ledger: OperatorsContext['ledger']): OperatorsContext {
  const { bus, clock, config, db, mail, random, log } = platform
  const hashKey = purposeKey(config.secretKey, 'operators look-up')
  return {
    bus,
    clock,
    config,
    db,
    mail,
    random,
    log,
    ledger,
    sealer: createOperatorsSealer(platform),
    hashOf: (purpose, text) => keyedHash(hashKey, purpose, text),
    hasher: createPasswordHasher(random),
  }
}
