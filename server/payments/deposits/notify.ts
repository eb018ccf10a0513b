import { overpaidChoiceDays } from '../../../api/states/deposit-states.ts'
import { assets, formatAmount } from '../../../api/money.ts'
import { afterCommit, type Executor } from '../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import { depositMails, type DepositUpdate } from './mails.ts'
import type { Deposit } from './store.ts'

/** Calls that clients refetch after a deposit has changed. */
const touchedCalls = ['deposits', 'deposits.show', 'totalbalance', 'user', 'withdrawals.terms']

/** Refreshes the customer's open pages. Call after the commit. */
export function refreshPages({ bus }: Pick<PaymentsContext, 'bus'>, customerId: string): void {
  bus.publish('customer.changed', { customerId, calls: touchedCalls })
}

function valuesOf({ creditedMinor, asset, plan, receiptReason }: Deposit): Record<string, string> {
  return {
    amount: `${assets[asset].symbol}${formatAmount(creditedMinor, asset)}`,
    plan,
    reason: receiptReason ?? '',
    days: String(overpaidChoiceDays),
  }
}

/** Queues an email about a deposit's new state, in the transaction of the change. */
export async function mailUpdate(
  context: PaymentsContext,
  tx: Executor,
  news: DepositUpdate,
  deposit: Deposit,
): Promise<void> {
  await context.identity.write(tx, deposit.customerId, depositMails[news], valuesOf(deposit))
  await afterCommit(tx, () => void recordMail(context, news, deposit))
}

/**
 * Records an email in the audit log. Call after the commit: the log's chain stays locked until the transaction ends,
 * and operators' decisions lock the chain before a deposit.
 */
async function recordMail(
  { operators, db, log }: PaymentsContext,
  news: DepositUpdate,
  { id, customerId }: Deposit,
): Promise<void> {
  try {
    await operators.audit(db, { operatorId: null, action: 'deposits.mail', subject: id, customerId, details: { news } })
  } catch (error) {
    log.warn({ err: error, deposit: id }, 'could not record a deposit email in the audit log')
  }
}
