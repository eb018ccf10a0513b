import { coinAssets } from '../assets.ts'
import { statesOf, type ActionOf } from './states-of.ts'

/**
 * Withdrawal methods. BTC and ETH are sent on test chains; PayPal and Bank are simulated payouts with a document.
 * Source: docs/spec/product.md section 5.
 */
export const withdrawalMethods = ['BTC', 'ETH', 'PayPal', 'Bank'] as const
export type WithdrawalMethod = (typeof withdrawalMethods)[number]

/** Accounts for overpaid or held coins, by the coin of the refund. */
export const refundAccounts = { BTC: 'Refund BTC', ETH: 'Refund ETH' } as const
/**
 * Accounts that customers can withdraw from: cash accounts by name, mining balances by coin, and refund accounts.
 * Source: docs/spec/product.md section 5.
 */
export const withdrawalAccounts = ['Trading', 'Bonus', ...coinAssets, ...Object.values(refundAccounts)] as const
export type WithdrawalAccount = (typeof withdrawalAccounts)[number]

/** Source: docs/spec/truth.md section 4. */
export const withdrawalStates = ['PENDING', 'APPROVED', 'SENT', 'COMPLETED', 'REFUSED', 'CANCELLED'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** Actions on a withdrawal and the states that allow them. */
export const withdrawalActions = statesOf(withdrawalStates, {
  cancel: ['PENDING'],
  approve: ['PENDING'],
  hold: ['PENDING', 'APPROVED'],
  release: ['PENDING', 'APPROVED'],
  /**
   * A signed transaction may be on its way, so a withdrawal can be refused only after its transaction has provably
   * failed.
   */
  refuse: ['PENDING', 'APPROVED', 'SENT'],
  send: ['APPROVED'],
  retry: ['APPROVED', 'SENT'],
  complete: ['SENT'],
  /** It hasn't ended, and its page shows what it is waiting for. */
  wait: ['PENDING', 'APPROVED', 'SENT'],
})
export type WithdrawalAction = ActionOf<typeof withdrawalActions>

/** The published reasons for refusing a withdrawal. Source: docs/spec/product.md section 4. */
export const refusalReasons = {
  insufficient_funds: 'The account balance doesn’t cover this withdrawal.',
  inaccurate_information: 'Some details of the account or the destination are inaccurate.',
  suspected_financial_crime: 'We cannot rule out financial crime.',
  destination_unusable: 'The destination cannot receive this payment.',
} as const
export type RefusalReason = keyof typeof refusalReasons

/** What an open withdrawal is waiting for, in text for the customer. */
export const withdrawalWaits = {
  address_cooling: 'The address is new. You can use it once its waiting time ends.',
  review: 'We are reviewing this withdrawal.',
  second_approval: 'A second operator has to approve this.',
  approval: 'Waiting for approval.',
  sending: 'On its way to the network.',
  funds: 'Waiting for funds: our wallet doesn’t hold enough right now.',
  chain_away: 'Waiting for the network.',
  frozen: 'The account is frozen. Nothing can be withdrawn from it.',
  failed_on_chain: 'The network didn’t process this transaction. We are looking into it.',
  vanished: 'A chain reorganisation removed the transaction. We sent it again and are tracking it until it confirms.',
} as const
export type WithdrawalWait = keyof typeof withdrawalWaits
