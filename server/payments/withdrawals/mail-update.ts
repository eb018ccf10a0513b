import type { Executor } from '../../platform/database/database.ts'
import type { MailText } from '../../platform/mail/mail-texts.ts'
import type { WithdrawalContext } from './context.ts'
import { words } from './price-order.ts'
import type { Withdrawal } from './store.ts'

type Mailed = Pick<Withdrawal, 'customerId' | 'amountMinor' | 'asset' | 'paidMinor' | 'feeMinor' | 'paidAsset'>

/** Queues an email about a withdrawal's new state, in the transaction of the change. */
export async function mailUpdate(
  { identity }: Pick<WithdrawalContext, 'identity'>,
  tx: Executor,
  withdrawal: Mailed,
  text: MailText,
): Promise<void> {
  const { customerId, amountMinor, asset, paidMinor, feeMinor, paidAsset } = withdrawal
  await identity.write(tx, customerId, text, {
    amount: words(amountMinor, asset),
    arrives: words(paidMinor - feeMinor, paidAsset),
  })
}
