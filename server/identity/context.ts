import type { Ledger } from '../ledger/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { MailCodes } from './mail-codes.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { PersonalData } from './personal-data.ts'
import type { Sessions, Visitor } from './sessions.ts'
import type { Throttle } from './throttle.ts'

/** What identity asks of the ledger. */
export type IdentityLedger = Pick<Ledger, 'post' | 'balances' | 'transfersOf'>

/** What the actions of this module work with. */
export type IdentityContext = Pick<Platform, 'clock' | 'config' | 'db' | 'mail' | 'random'> & {
  ledger: IdentityLedger
  personal: PersonalData
  throttle: Throttle
  codes: MailCodes
  hasher: PasswordHasher
  sessions: Sessions
}

/** Answer of a call that signs in. */
export type SignedIn = { type: 'success'; msg: string; secrete: string }

export type { Visitor }
