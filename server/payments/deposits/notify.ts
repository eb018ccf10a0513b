import { assets, formatAmount } from '../../../contract/money.ts'
import type { PaymentsContext } from '../context.ts'
import type { Deposit } from './store.ts'

/** Calls that answer anew when a deposit has moved. */
const touchedCalls = ['deposits', 'deposits.show', 'totalbalance', 'user']

/** Tells the customer's open pages. After the commit. */
export function tellCustomer({ bus }: Pick<PaymentsContext, 'bus'>, customerId: string): void {
  bus.publish('customer.changed', { customerId, calls: touchedCalls })
}

export type DepositNews = 'credited' | 'reversed' | 'receipt_declined'

const texts: Record<DepositNews, (deposit: Deposit) => { subject: string; text: string }> = {
  credited: ({ creditedMinor, asset, plan }) => ({
    subject: 'Your deposit is confirmed',
    text: `${assets[asset].symbol}${formatAmount(creditedMinor, asset)} of practice money has been credited to your trading account (plan ${plan}).`,
  }),
  reversed: ({ plan }) => ({
    subject: 'Your deposit was taken back',
    text: `The payment of your deposit (plan ${plan}) has left the test chain, so its credit was taken back. Your account is frozen until an operator has looked at it.`,
  }),
  receipt_declined: ({ plan, receiptReason }) => ({
    subject: 'Your payment receipt was declined',
    text: `The receipt of your deposit (plan ${plan}) was declined: ${receiptReason}\nA payment that arrives on the test chain is credited all the same.`,
  }),
}

/** Mails what has become of a deposit. After the commit; a mail that cannot be sent does not undo it. */
export async function mailNews(context: PaymentsContext, news: DepositNews, deposit: Deposit): Promise<void> {
  const { identity, mail, operators, db, log } = context
  try {
    await operators.audit(db, { operatorId: null, action: 'deposits.mail', subject: deposit.id, customerId: deposit.customerId, details: { news } })
    const person = await identity.details(deposit.customerId)
    if (person?.email) mail.send({ to: person.email, ...texts[news](deposit) })
  } catch (error) {
    log.warn({ err: error, deposit: deposit.id }, 'deposit mail not sent')
  }
}
