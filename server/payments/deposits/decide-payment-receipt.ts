import { outcome } from '../../../api/sentences/outcomes.ts'
import { BinaryAnswer, type OutputOf, type InputOf } from '../../../api/call.ts'
import { formatAmount } from '../../../api/money.ts'
import type {
  paymentReceiptsApprove,
  paymentReceiptsDecline,
  paymentReceiptsList,
  paymentReceiptsOpen,
} from '../../../api/calls/payments/payments.ts'
import { z } from 'zod'
import { ageOf, type Execute } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { OnceRequest, OperatorRequest } from '../../platform/http/actions.ts'
import { pictureContentType } from '../../platform/files/pictures.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PaymentsContext } from '../context.ts'
import { mailUpdate, refreshPages } from './notify.ts'
import { settleNow } from './settle-deposit.ts'
import { depositRecordOf, isDepositId, paymentsOf } from './show-deposit.ts'
import {
  findDepositById,
  listPayments,
  listPaymentReceipts,
  lockDeposit,
  saveProgress,
  type Deposit,
  type PaymentReceiptState,
} from './store.ts'
import { paymentReceiptUse } from './upload-payment-receipt.ts'
import { moneyOf } from '../../../api/sentences/sentences.ts'

const queueLength = 100
/** Business days within which an operator decides. */
export const paymentReceiptDays = 1
/** The action's name in the list of approvals. */
export const creditWithoutPayment = 'deposit_without_payment'

/** `receipts.list`: returns receipts that await a decision, oldest first. */
export async function listPaymentReceiptQueue(context: PaymentsContext): Promise<OutputOf<typeof paymentReceiptsList>> {
  return Promise.all(
    (await listPaymentReceipts(context.db, queueLength)).map(async (deposit) => {
      const payments = (await listPayments(context.db, deposit, [deposit.id])).get(deposit.id)!
      const onChainMinor = payments.reduce(
        (total, { height, pending, amountMinor }) => (height !== null || pending ? total + amountMinor : total),
        0n,
      )
      return {
        ...depositRecordOf(context, deposit, payments),
        customer: deposit.customerId,
        sentAt: deposit.receiptAtMs!,
        age: ageOf(deposit.receiptAtMs!, paymentReceiptDays, context.clock.nowMs()),
        receiptState: deposit.receiptState as 'pending' | 'proposed',
        onChain: formatAmount(onChainMinor, deposit.coin),
        payments: await paymentsOf(context, deposit, payments),
      }
    }),
  )
}

/** `receipts.open`: logs who opened the receipt and why before it returns anything. Throws `not_found`, `erased`. */
export async function openPaymentReceipt(
  { db, files, operators }: PaymentsContext,
  { id, reason }: InputOf<typeof paymentReceiptsOpen>,
  { session: { operatorId } }: CallRequest<typeof paymentReceiptsOpen>,
): Promise<OutputOf<typeof paymentReceiptsOpen>> {
  const deposit = isDepositId(id) ? await findDepositById(db, id) : undefined
  if (!deposit?.receiptState) throw new Refused('not_found')
  if (!deposit.receiptFile) throw new Refused('erased')
  await operators.audit(db, {
    operatorId,
    action: 'receipts.open',
    subject: id,
    customerId: deposit.customerId,
    reason,
  })
  const bytes = await files.openFile(deposit.receiptFile, paymentReceiptUse(deposit.customerId))
  if (!bytes) throw new Refused('not_found')
  return new BinaryAnswer(pictureContentType, bytes)
}

type Approval = OutputOf<typeof paymentReceiptsApprove>
type Declined = OutputOf<typeof paymentReceiptsDecline>

/**
 * `receipts.approve`: credits the payments on the chain. If there are none, requests a second operator's approval
 * instead.
 */
export async function approvePaymentReceipt(
  context: PaymentsContext,
  { id, reason }: InputOf<typeof paymentReceiptsApprove>,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
): Promise<OutputOf<typeof paymentReceiptsApprove>> {
  const { db, operators } = context
  let customerId: string | undefined
  const work = async (tx: Executor): Promise<Approval> => {
    const deposit = await lockWaiting(tx, id, ['pending'])
    const payments = (await listPayments(tx, deposit, [id])).get(deposit.id)!
    const needsSecond = !payments.some(({ height, pending }) => height !== null || pending)
    await operators.audit(tx, {
      operatorId,
      action: 'receipts.approve',
      subject: id,
      customerId: deposit.customerId,
      reason,
      details: { onChain: !needsSecond },
    })
    if (needsSecond) await propose(context, tx, deposit, operatorId, reason)
    else await settleNow(context, tx, deposit, deposit.coin, { receiptState: 'approved', receiptReason: reason })
    customerId = deposit.customerId
    return { ...outcome(needsSecond ? 'receipt_needs_second' : 'receipt_approved'), needsSecond }
  }
  const answer = await db.transaction().execute((tx) => once(tx, { id, reason }, () => work(tx)))
  if (customerId) refreshPages(context, customerId)
  return answer
}

async function propose(
  { operators }: PaymentsContext,
  tx: Executor,
  deposit: Deposit,
  operatorId: string,
  reason: string,
): Promise<void> {
  const { id, customerId, amountMinor, asset } = deposit
  await saveProgress(tx, { ...deposit, receiptState: 'proposed', receiptReason: reason })
  await operators.propose(tx, {
    proposedBy: operatorId,
    action: creditWithoutPayment,
    subject: id,
    customerId,
    amountMinor,
    asset,
    words: { phrase: 'proposal_receipt', values: { amount: moneyOf(amountMinor, asset), reason } },
    input: { shard: deposit.shard, customerId, id },
  })
}

const proposedInput = z.object({ shard: z.number().int(), customerId: z.string(), id: z.string() })

/**
 * Returns the function that executes a second operator's approval. It credits the quoted amount from the house's
 * clearing account and marks the amount as an advance. If a payment has arrived in the meantime, it credits only the
 * payment.
 */
export function createCreditWithoutPayment(context: PaymentsContext): Execute {
  return async (tx, input) => {
    const deposit = await lockDeposit(tx, proposedInput.parse(input))
    if (!deposit || deposit.receiptState !== 'proposed') return
    const { id, customerId, shard, asset, amountMinor } = deposit
    const payments = (await listPayments(tx, deposit, [id])).get(id)!
    const isPaid = payments.some(({ height, pending }) => height !== null || pending)
    const given = isPaid || deposit.creditedMinor > 0n ? 0n : amountMinor
    await settleNow(context, tx, deposit, deposit.coin, {
      receiptState: 'approved',
      creditedMinor: deposit.creditedMinor + given,
      advancedMinor: deposit.advancedMinor + given,
    })
    if (given > 0n) {
      await mailUpdate(context, tx, 'credited', { ...deposit, creditedMinor: given })
      const commissions = await context.affiliates.commissions(tx, { id, customerId, asset, amountMinor: given })
      const credit = {
        debit: { house: 'deposit_clearing' as const },
        credit: { owner: customerId, code: 'trading' },
        asset,
        amountMinor: given,
        kind: 'deposit' as const,
        reference: id,
        key: `deposit:receipt:${id}`,
        note: { phrase: 'note_deposit_by_receipt' } as const,
      }
      await context.ledger.post([credit, ...commissions], { tx })
    }
    context.log.info({ deposit: id, shard }, 'receipt approved by two operators')
    return () => refreshPages(context, customerId)
  }
}

/** `receipts.decline`: declines a receipt with a reason that the customer sees. */
export async function declinePaymentReceipt(
  context: PaymentsContext,
  { id, reason }: InputOf<typeof paymentReceiptsDecline>,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
): Promise<OutputOf<typeof paymentReceiptsDecline>> {
  const { db } = context
  let customerId: string | undefined
  const work = async (tx: Executor): Promise<Declined> => {
    // A receipt that awaits a second operator's approval can still be declined.
    const deposit = await lockWaiting(tx, id, ['pending', 'proposed'])
    await context.operators.audit(tx, {
      operatorId,
      action: 'receipts.decline',
      subject: id,
      customerId: deposit.customerId,
      reason,
    })
    const declined = { ...deposit, receiptState: 'declined' as const, receiptReason: reason }
    await mailUpdate(context, tx, 'receipt_declined', declined)
    await settleNow(context, tx, deposit, deposit.coin, { receiptState: 'declined', receiptReason: reason })
    customerId = deposit.customerId
    return outcome('receipt_declined')
  }
  const answer = await db.transaction().execute((tx) => once(tx, { id, reason }, () => work(tx)))
  if (customerId) refreshPages(context, customerId)
  return answer
}

async function lockWaiting(tx: Executor, id: string, states: readonly PaymentReceiptState[]): Promise<Deposit> {
  const found = isDepositId(id) ? await findDepositById(tx, id) : undefined
  const deposit = found && (await lockDeposit(tx, found))
  if (!deposit?.receiptState) throw new Refused('not_found')
  if (!states.includes(deposit.receiptState)) throw new Refused('decided')
  return deposit
}
