import { outcome } from '../../../contract/sentences/outcomes.ts'
import { allowsWithdrawal, statePhrase } from '../../../contract/withdrawal-states.ts'
import type { Session } from '../../platform/http/http.ts'
import { once } from '../../platform/http/idempotency.ts'
import { Refused } from '../../platform/http/refused.ts'
import { refreshPages, type WithdrawalContext } from './context.ts'
import { releaseHold } from './bookings.ts'
import { requireWithdrawal } from './find-withdrawal.ts'
import { changeWithdrawal } from './store.ts'

/** Cancels a pending withdrawal, once per `key`. Throws `not_found`, `wrong_state`. */
export async function cancelWithdrawal(
  context: WithdrawalContext,
  { id }: { id: string },
  session: Session,
  key?: string,
) {
  const { shard, customerId } = session
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, { shard, customerId, call: 'withdrawals.cancel', key }, { id }, context.clock.nowMs(), async () => {
      const withdrawal = await requireWithdrawal(tx, session, id, 'lock')
      if (!allowsWithdrawal('cancel', withdrawal.state))
        throw new Refused('wrong_state', { state: statePhrase(withdrawal.state) })
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
