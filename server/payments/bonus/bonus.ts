import type { bonusCalls } from '../../../api/calls/payments/bonus.ts'
import type { Bindings } from '../../platform/http/http.ts'
import type { BonusContext } from './context.ts'
import { grantsWithProgress } from './context.ts'
import { approvedBonus, createGrantApproved, grantOnVerification } from './grant-bonus.ts'
import { bindBonusCalls } from './calls.ts'
import { showBonus } from './show-bonus.ts'
import { lockedMinor } from './terms.ts'

export type Bonus = {
  calls: Bindings<typeof bonusCalls>
  /** Returns whether the whole bonus is unlocked and may be withdrawn. */
  termsMet(customerId: string): Promise<boolean>
}

/**
 * Creates the bonus module. Call before the operators' module starts: this registers the
 * function that runs when a second operator approves.
 */
export function createBonus(context: BonusContext): Bonus {
  const { identity, operators, db } = context
  operators.onApproved(approvedBonus, createGrantApproved(context))
  identity.onVerified((tx, customerId, operatorId) => grantOnVerification(context, tx, customerId, operatorId))
  identity.addExporter('bonus', (session) => showBonus(context, {}, { session }))
  return {
    calls: bindBonusCalls(context),
    termsMet: async (customerId) => lockedMinor(await grantsWithProgress(context, db, customerId)) === 0n,
  }
}
