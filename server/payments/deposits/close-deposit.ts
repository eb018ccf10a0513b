import type { InputOf, OutputOf } from '../../../api/call.ts'
import { storedText } from '../../platform/stored-phrase.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { depositActions } from '../../../api/states/deposit-states.ts'
import type { closetrnx } from '../../../api/calls/payments/payments.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PaymentsContext } from '../context.ts'
import { refreshPages } from './notify.ts'
import { settleNow } from './settle-deposit.ts'
import { isDepositId } from './show-deposit.ts'
import { lockDeposit } from './store.ts'

/** `closetrnx`: cancels a deposit without payments. */
export async function closeDeposit(
  context: PaymentsContext,
  { tid }: InputOf<typeof closetrnx>,
  { session }: CallRequest<typeof closetrnx>,
): Promise<OutputOf<typeof closetrnx>> {
  await context.db.transaction().execute(async (tx) => {
    const deposit = isDepositId(tid) ? await lockDeposit(tx, { ...session, id: tid }) : undefined
    if (!deposit) throw new Refused('not_found')
    if (!depositActions.can('cancel', deposit.state))
      throw new Refused(['seen', 'confirming', 'partial'].includes(deposit.state) ? 'payment_seen' : 'closed')
    await settleNow(context, tx, deposit, deposit.coin, {
      cancelledAtMs: context.clock.nowMs(),
      ...(deposit.receiptState === 'pending' && {
        receiptState: 'declined',
        receiptReason: storedText({ phrase: 'receipt_declined_by_cancelling' }),
      }),
    })
  })
  refreshPages(context, session.customerId)
  return outcome('deposit_cancelled')
}
