import type { Operators } from '../../operators/public.ts'
import type { Executor } from '../../platform/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { invariant } from '../../platform/refused.ts'
import type { UnreadableRows } from '../../platform/unreadable-rows.ts'
import type { PersonalData } from '../personal-data.ts'
import type { Throttle } from '../throttle.ts'

/** What the actions of verification work with. */
export type VerificationContext = Pick<
  Platform,
  'bus' | 'clock' | 'config' | 'db' | 'files' | 'log' | 'mail' | 'random'
> & {
  personal: PersonalData
  throttle: Throttle
  unreadable: UnreadableRows
  /** Absent where nobody decides, as in a benchmark. */
  operators: Operators | undefined
  /** Told of each customer who is verified, last in the transaction that verifies. */
  verifiedListeners: ((tx: Executor, customerId: string, operatorId: string) => Promise<void>)[]
}

export const documentPurpose = 'identity-document'
export const photoPurpose = 'profile-photo'

/** Whoever makes an operator's call was found by `operators`. */
export function operatorsOf({ operators }: VerificationContext): Operators {
  invariant(operators, 'operators’ calls need operators')
  return operators
}

/** Tells the customer's open pages, and whoever remembers whether the customer is verified. */
export function announceVerification({ bus }: Pick<VerificationContext, 'bus'>, customerId: string): void {
  bus.publish('standing.changed', { customerId })
  bus.publish('customer.changed', { customerId, calls: ['user', 'profile.documents'] })
}
