import type { Operators } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import type { PersonalData } from '../details/personal-data.ts'
import type { Throttle } from '../sign-in/throttle.ts'

/** Dependencies of the verification actions. */
export type VerificationContext = Pick<
  Platform,
  'bus' | 'clock' | 'config' | 'db' | 'files' | 'log' | 'mail' | 'mailWriter' | 'random'
> & {
  personal: PersonalData
  throttle: Throttle
  unreadable: UnreadableRows
  /** Absent if nobody reviews documents, as in a benchmark. */
  operators: Operators | undefined
  /** Listeners for verified customers. They run last in the transaction that verifies the customer. */
  verifiedListeners: ((tx: Executor, customerId: string, operatorId: string) => Promise<void>)[]
}

export const documentPurpose = 'identity-document'
export const photoPurpose = 'profile-photo'

/** Returns the operators module, which authenticates every operator call. Throws if it is missing. */
export function operatorsOf({ operators }: VerificationContext): Operators {
  invariant(operators, 'operators’ calls require the operators module')
  return operators
}

/** Notifies the customer's open pages and every cache that the verification status changed. */
export function announceVerification({ bus }: Pick<VerificationContext, 'bus'>, customerId: string): void {
  bus.publish('standing.changed', { customerId })
  bus.publish('customer.changed', { customerId, calls: ['user', 'profile.documents'] })
}
