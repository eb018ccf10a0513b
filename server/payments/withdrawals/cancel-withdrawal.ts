import { outcome } from '../../../api/sentences/outcomes.ts'
import type { OnceRequest, CustomerRequest } from '../../platform/http/actions.ts'
import { refreshPages, type WithdrawalContext } from './context.ts'
import { releaseHold } from './bookings.ts'
import { requireAllowed, requireWithdrawal } from './find-withdrawal.ts'
import { changeWithdrawal } from './store.ts'

/** Cancels a pending withdrawal, once per `key`. Throws `not_found`, `wrong_state`. */
export async function cancelWithdrawal(
  context: WithdrawalContext,
  { id }: { id: string },
  { session, once }: CustomerRequest & OnceRequest,
) {
  const { customerId } = session
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, { id }, async () => {
      const withdrawal = await requireWithdrawal(tx, session, id, 'lock')
      requireAllowed('cancel', withdrawal)
      await changeWithdrawal(tx, withdrawal, {
        state: 'CANCELLED',
        endedAtMs: context.clock.nowMs(),
        wait: null,
        holdNote: null,
        approvalId: null,
      })
      await context.ledger.post(releaseHold(withdrawal), { tx })
      return outcome('withdrawal_cancelled')
    }),
  )
  refreshPages(context, customerId)
  return answer
}
