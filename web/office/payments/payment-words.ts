import { t } from '@lingui/core/macro'
import type { DepositState } from '../../../api/states/deposit-states.ts'
import { refundAccounts, type WithdrawalAccount, type WithdrawalMethod } from '../../../api/states/withdrawal-states.ts'

/**
 * Returns the label of each deposit state in the page's language. The English labels equal `depositStateWords`
 * (api/states/deposit-states.ts).
 */
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

/** Shown after the upload of a receipt. The English text is `paymentReceiptPendingText` (deposit-states.ts). */
export const paymentReceiptPendingWords = () => t`PAYMENT PENDING APPROVAL. YOU WILL BE NOTIFIED ONCE APPROVED.`

/** Returns the name of a withdrawal method. Coin codes and brands are the same in every language. */
export const methodText = (method: WithdrawalMethod): string => (method === 'Bank' ? t`Bank` : method)

const wallets = (): Record<WithdrawalMethod, string> => ({
  BTC: t`Bitcoin wallet`,
  ETH: t`Ethereum wallet`,
  PayPal: 'PayPal',
  Bank: t`Bank account`,
})

/** Returns the label of an entry in the address book. Entries without their own label are named after their method. */
export const entryLabel = ({ label, method }: { label: string; method: WithdrawalMethod }): string =>
  label === method ? wallets()[method] : label

/** Returns the name of a cash account; undefined for a mining balance, which uses the name of its coin. */
export const cashAccountText = (account: WithdrawalAccount): string | undefined =>
  account === 'Trading' ? t`Trading` : account === 'Bonus' ? t`Bonus` : undefined

/** Returns the name of a refund account; undefined for any other account. */
export const refundText = (account: WithdrawalAccount): string | undefined =>
  account === refundAccounts.BTC ? t`Refund in tBTC` : account === refundAccounts.ETH ? t`Refund in tETH` : undefined
