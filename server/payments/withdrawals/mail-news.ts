import type { MailText } from '../../platform/mail-texts.ts'
import type { WithdrawalContext } from './context.ts'
import { words } from './price-order.ts'
import type { Withdrawal } from './store.ts'

/** Mails the customer what has become of a withdrawal. After the commit; a mail that cannot be written does not undo it. */
export async function mailNews({ identity, log }: WithdrawalContext, { id, customerId, amountMinor, asset, paidMinor, feeMinor, paidAsset }: Pick<Withdrawal, 'id' | 'customerId' | 'amountMinor' | 'asset' | 'paidMinor' | 'feeMinor' | 'paidAsset'>, text: MailText): Promise<void> {
  try {
    await identity.write(customerId, text, { amount: words(amountMinor, asset), arrives: words(paidMinor - feeMinor, paidAsset) })
  } catch (error) {
    log.warn({ err: error, withdrawal: id }, 'the owner of a withdrawal was not written to')
  }
}
