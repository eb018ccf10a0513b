import type { Outcome } from '../../api/sentences/outcomes.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Downloads } from '../platform/http/downloads.ts'
import type { Platform } from '../platform/platform.ts'
import type { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import type { MailCodes } from './sign-up/mail-codes.ts'
import type { KnownDevices } from '../platform/sign-in/known-devices.ts'
import type { PasswordHasher } from '../platform/secrets/password-hasher.ts'
import type { PersonalData } from './details/personal-data.ts'
import type { PasswordListener } from './listeners.ts'
import type { ClosingCheck, ClosingListener } from './listeners.ts'
import type { Exporters } from './listeners.ts'
import type { RequiredFactor } from './security/required-factor.ts'
import type { Factors } from './security/factors.ts'
import type { SignInHistory } from './security/sign-in-history.ts'
import type { LastingCheck, RecognitionListener } from './listeners.ts'
import type { Sessions, Visitor } from './sign-in/sessions.ts'
import type { Throttle } from './sign-in/throttle.ts'

/** The part of the ledger that identity uses. */
export type IdentityLedger = Pick<Ledger, 'post' | 'balances' | 'balancesIn' | 'history' | 'entries' | 'transfersOf'>

/** Runs in the transaction that registers a customer, with the entered referral code or an empty string. */
export type RegistrationListener = (tx: Executor, customerId: string, referralCode: string) => Promise<void>

/** Fields that another module adds to the response of the `user` call: the copied traders or the robot's status. */
export type UserPart = (customerId: string) => Promise<Partial<{ traders: string; robot: string }>>

/** Dependencies of this module's actions. */
export type IdentityContext = Pick<Platform, 'bus' | 'clock' | 'config' | 'db' | 'mail' | 'mailWriter' | 'random'> & {
  ledger: IdentityLedger
  personal: PersonalData
  unreadable: UnreadableRows
  throttle: Throttle
  devices: KnownDevices
  codes: MailCodes
  hasher: PasswordHasher
  sessions: Sessions
  factors: Factors
  requiredFactor: RequiredFactor
  history: SignInHistory
  exporters: Exporters
  downloads: Downloads
  closingChecks: ClosingCheck[]
  closingListeners: ClosingListener[]
  passwordListeners: PasswordListener[]
  registrationListeners: RegistrationListener[]
  recognitionListeners: RecognitionListener[]
  lastingChecks: LastingCheck[]
  userParts: UserPart[]
}

/** The result of a call that signs in. */
export type SignedIn = Outcome & { secrete: string }

/**
 * The result of a call that proves ownership of an account. At the next sign-in, `device` proves that this device has
 * signed in before.
 */
export type SignedInHere = SignedIn & { device: string }

export type { Visitor }
