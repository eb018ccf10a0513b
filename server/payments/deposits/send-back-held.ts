import type { InputOf, OutputOf } from '../../../api/call.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { refundAccounts } from '../../../api/states/withdrawal-states.ts'
import type { depositsSendback } from '../../../api/calls/payments/deposit-refunds.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { OnceRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PaymentsContext } from '../context.ts'
import { markSentBack } from './aside-store.ts'
import { refreshPages } from './notify.ts'
import { settleNow } from './settle-deposit.ts'
import { isDepositId } from './show-deposit.ts'
import { lockDeposit } from './store.ts'

/**
 * `deposits.sendback`: moves payments held by a deposit limit to the refund account, from which the customer can
 * withdraw them.
 */
export async function sendBackHeld(
  context: PaymentsContext,
  { id }: InputOf<typeof depositsSendback>,
  { session, once }: CallRequest<typeof depositsSendback> & OnceRequest,
): Promise<OutputOf<typeof depositsSendback>> {
  const { customerId } = session
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, { id }, async () => {
      const deposit = isDepositId(id) ? await lockDeposit(tx, { ...session, id }) : undefined
      if (!deposit) throw new Refused('not_found')
      if ((await markSentBack(tx, deposit, context.clock.nowMs())) === 0) throw new Refused('nothing_held')
      await settleNow(context, tx, deposit, deposit.coin, {})
      const account = refundAccounts[deposit.coin]
      return {
        ...outcome('overpayment_set_aside', { account }),
        account,
        method: deposit.coin,
      }
    }),
  )
  refreshPages(context, customerId)
  return answer
}
