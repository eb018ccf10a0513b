import { overpaidChoiceDays } from '../../../contract/deposit-states.ts'
import { assets, formatAmount } from '../../../contract/money.ts'
import type { PaymentsContext } from '../context.ts'
import { depositMails, type DepositNews } from './mails.ts'
import type { Deposit } from './store.ts'

/** Calls that answer anew when a deposit has moved. */
const touchedCalls = ['deposits', 'deposits.show', 'totalbalance', 'user', 'withdrawals.terms']

/** Tells the customer's open pages. After the commit. */
export function tellCustomer({ bus }: Pick<PaymentsContext, 'bus'>, customerId: string): void {
  bus.publish('customer.changed', { customerId, calls: touchedCalls })
}

function valuesOf({ creditedMinor, asset, plan, receiptReason }: Deposit): Record<string, string> {
  return { amount: `${assets[asset].symbol}${formatAmount(creditedMinor, asset)}`, plan, reason: receiptReason ?? '', days: String(overpaidChoiceDays) }
}

/** Mails what has become of a deposit. After the commit; a mail that cannot be sent does not undo it. */
export async function mailNews(context: PaymentsContext, news: DepositNews, deposit: Deposit): Promise<void> {
  const { identity, operators, db, log } = context
  try {
    await operators.audit(db, { operatorId: null, action: 'deposits.mail', subject: deposit.id, customerId: deposit.customerId, details: { news } })
    await identity.write(deposit.customerId, depositMails[news], valuesOf(deposit))
  } catch (error) {
    log.warn({ err: error, deposit: deposit.id }, 'deposit mail not sent')
  }
}
