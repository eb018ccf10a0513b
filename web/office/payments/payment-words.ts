import { t } from '@lingui/core/macro'
import type { DepositState } from '../../../contract/deposit-states.ts'
import { refundAccounts, type WithdrawalAccount, type WithdrawalMethod } from '../../../contract/withdrawal-states.ts'

/** Where a deposit stands, in the page's language. The English is `depositStateWords` of the contract. */
export const depositStateTexts = (): Record<DepositState, string> => ({
  quoted: t`Waiting for your payment`,
  pending_approval: t`Pending approval`,
  seen: t`Payment seen`,
  confirming: t`Confirming`,
  partial: t`Partly paid`,
  credited: t`CONFIRMED`,
  expired: t`Expired`,
  cancelled: t`Cancelled`,
  reversed: t`Reversed`,
})

/** Shown after the upload of a receipt. The English is `receiptPendingText` of the contract. */
export const receiptPendingWords = () => t`PAYMENT PENDING APPROVAL. YOU WILL BE NOTIFIED ONCE APPROVED.`

/** A way out by its name: codes of coins and brands are the same in every language. */
export const methodText = (method: WithdrawalMethod): string => (method === 'Bank' ? t`Bank` : method)

/** A cash account by its name; undefined for a mining balance, which is named by its coin. */
export const cashAccountText = (account: WithdrawalAccount): string | undefined =>
  account === 'Trading' ? t`Trading` : account === 'Bonus' ? t`Bonus` : undefined

/** The name of an account with coins to send back; undefined for another account. */
export const refundText = (account: WithdrawalAccount): string | undefined =>
  account === refundAccounts.BTC ? t`Refund in tBTC` : account === refundAccounts.ETH ? t`Refund in tETH` : undefined
