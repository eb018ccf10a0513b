import type { InputOf, OutputOf } from '../../../api/call.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { depositActions } from '../../../api/states/deposit-states.ts'
import type { trnxpop } from '../../../api/calls/payments/payments.ts'
import type { FileUse } from '../../platform/files/files.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PaymentsContext } from '../context.ts'
import { refreshPages } from './notify.ts'
import { settleNow } from './settle-deposit.ts'
import { isDepositId } from './show-deposit.ts'
import { findDeposit, lockDeposit, type Deposit } from './store.ts'

export const paymentReceiptPurpose = 'payment-receipt'

/** The owner and the purpose of a stored receipt. */
export const paymentReceiptUse = (customerId: string): FileUse => ({
  owner: customerId,
  purpose: paymentReceiptPurpose,
})

/** `trnxpop`: stores a receipt, re-encoded and encrypted, and queues it for an operator. */
export async function uploadPaymentReceipt(
  context: PaymentsContext,
  { tid }: InputOf<typeof trnxpop>,
  { session, files: sent }: CallRequest<typeof trnxpop>,
): Promise<OutputOf<typeof trnxpop>> {
  const { db, files, clock, identity } = context
  await identity.takeUpload(session.customerId)
  check(isDepositId(tid) ? await findDeposit(db, { ...session, id: tid }) : undefined)
  const use = paymentReceiptUse(session.customerId)
  const { id } = await files.storeImage(sent['pop']!.bytes, use)
  try {
    await db.transaction().execute(async (tx) => {
      // Locks the customer before the deposit, in the same order as closing an account, so that no receipt outlives
      // the account.
      if ((await identity.standingIn(tx, session.customerId)).closed) throw new Refused('not_signed_in')
      const deposit = check(await lockDeposit(tx, { ...session, id: tid }))
      await settleNow(context, tx, deposit, deposit.coin, {
        receiptFile: id,
        receiptState: 'pending',
        receiptReason: null,
        receiptAtMs: clock.nowMs(),
      })
    })
  } catch (error) {
    await files.deleteFile(id, use.purpose)
    throw error
  }
  refreshPages(context, session.customerId)
  return { ...outcome('receipt_pending'), pop: id }
}

function check(deposit: Deposit | undefined): Deposit {
  if (!deposit) throw new Refused('not_found')
  if (deposit.receiptState === 'pending' || deposit.receiptState === 'proposed') throw new Refused('already_sent')
  if (!depositActions.can('uploadPaymentReceipt', deposit.state)) throw new Refused('closed')
  return deposit
}
