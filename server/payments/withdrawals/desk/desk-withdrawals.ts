import { formatAmount } from '../../../../api/money.ts'
import type { OutputOf } from '../../../../api/call.ts'
import type { DeskWithdrawal, withdrawalTotals } from '../../../../api/calls/payments/withdrawals-desk.ts'
import { ageOf } from '../../../operators/public.ts'
import type { OperatorRequest } from '../../../platform/http/actions.ts'
import type { WithdrawalContext } from '../context.ts'
import type { Subject } from './decide-withdrawal.ts'
import { requireOfCustomer } from '../find-withdrawal.ts'
import { unitOf } from '../accounts.ts'
import { promisedBusinessDays } from '../promise.ts'
import { payeeOf } from '../list-withdrawals.ts'
import { recordOf } from '../show-withdrawal.ts'
import { listEnded, listOpen, sumOpen, type Withdrawal } from '../store.ts'

const pageSize = 20

/** Returns the operators' queue: all customers' open withdrawals, oldest first, or ended ones, newest first. */
export async function withdrawalQueue(
  context: WithdrawalContext,
  { queue, p }: { queue: 'open' | 'ended'; p: number },
): Promise<DeskWithdrawal[]> {
  const list = queue === 'open' ? listOpen : listEnded
  const page = await list(context.db, pageSize, (p - 1) * pageSize)
  return Promise.all(page.map((withdrawal) => deskRecord(context, withdrawal)))
}

/** `withdrawals.totals`: sums the open withdrawals. */
export async function showTotals({ db }: WithdrawalContext): Promise<OutputOf<typeof withdrawalTotals>> {
  const sums = await sumOpen(db)
  return {
    units: sums.map(({ asset, amountMinor, count }) => ({
      unit: unitOf(asset),
      amount: formatAmount(amountMinor, asset),
      count,
    })),
    usd: formatAmount(
      sums.reduce((total, { usdMinor }) => total + usdMinor, 0n),
      'USD',
    ),
  }
}

async function deskRecord(context: WithdrawalContext, w: Withdrawal): Promise<DeskWithdrawal> {
  const nameOf = (operatorId: string | null) => (operatorId === null ? null : context.operators.nameOf(operatorId))
  return {
    ...recordOf(context, w),
    customer: w.customerId,
    erased: w.destinationSealed === null,
    held: w.holdNote !== null,
    holdNote: w.holdNote,
    approvedBy: await nameOf(w.approvedBy),
    proposedBy: await nameOf(w.state === 'PENDING' && w.approvalId ? w.proposedBy : null),
    usd: formatAmount(w.usdMinor, 'USD'),
    age: w.endedAtMs === null ? ageOf(w.requestedAtMs, promisedBusinessDays, context.clock.nowMs()) : null,
    attempts: w.attempts,
  }
}

/**
 * Returns the customer's name and the withdrawal's full destination to an operator who gives a reason. `erased` is true
 * if both were erased with the account. Writes the audit entry before it returns anything.
 */
export async function inspectWithdrawal(
  { db, identity, cipher, operators, unreadable }: WithdrawalContext,
  { reason, ...subject }: Subject & { reason: string },
  { session }: OperatorRequest,
) {
  const w = await requireOfCustomer(db, subject, 'read')
  await db.transaction().execute((tx) =>
    operators.audit(tx, {
      operatorId: session.operatorId,
      action: 'withdrawals.inspect',
      subject: w.id,
      customerId: w.customerId,
      reason,
    }),
  )
  const details = await identity.details(w.customerId)
  return {
    name: details?.name ?? '',
    email: details?.email ?? '',
    payee: payeeOf({ cipher, unreadable }, w),
    erased: w.destinationSealed === null,
  }
}
