import type { MailText } from '../../platform/mail-texts.ts'
import type { WithdrawalContext } from './context.ts'
import { words } from './price-order.ts'
import type { Withdrawal } from './store.ts'

/** Mails the customer what has become of a withdrawal. After the commit. */
export async function mailNews({ identity }: Pick<WithdrawalContext, 'identity'>, { customerId, amountMinor, asset, paidMinor, feeMinor, paidAsset }: Pick<Withdrawal, 'customerId' | 'amountMinor' | 'asset' | 'paidMinor' | 'feeMinor' | 'paidAsset'>, text: MailText): Promise<void> {
  await identity.write(customerId, text, { amount: words(amountMinor, asset), arrives: words(paidMinor - feeMinor, paidAsset) })
}
