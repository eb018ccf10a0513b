import { t } from '@lingui/core/macro'
import { assets, type Asset } from '../../../contract/assets.ts'

/**
 * Returns the label of each kind of ledger transfer in the page's language. The English is `kindWords` of the contract.
 */
export const kindNames = (): Readonly<Record<string, string>> => ({
  practice_grant: t`Practice grant`,
  stake: t`Stake of a trade`,
  stake_return: t`Stake returned`,
  void_return: t`Stake of a void trade returned`,
  profit: t`Profit of a trade`,
  loss: t`Stake of a lost trade`,
  deposit: t`Deposit`,
  withdrawal: t`Withdrawal`,
  withdrawal_fee: t`Network fee`,
  move: t`Moved between accounts`,
  conversion: t`Conversion`,
  copy_profit_share: t`Profit share of a copied trader`,
  affiliate_commission: t`Affiliate commission`,
  mining_purchase: t`Mining contract`,
  mining_output: t`Mining output`,
  mining_refund: t`Mining contract refunded`,
  farming_lock: t`Locked in a farming contract`,
  farming_return: t`Returned from a farming contract`,
  farming_interest: t`Farming interest`,
  bonus: t`Bonus`,
  fee: t`Fee`,
  dust: t`Remainder`,
  correction: t`Correction by the operator`,
})

const accountNames = (): Readonly<Record<string, string>> => ({ trading: t`Trading`, bonus: t`Bonus` })

/** Returns the name of a customer's account in the page's language. The English is `accountWords` of the contract. */
export function accountName(code: string): string {
  const [name = '', coin] = code.split(':')
  const symbol = coin !== undefined && coin in assets ? assets[coin as Asset].symbol : coin
  if (name === 'mining' && symbol) return t`Mining ${symbol}`
  if (name === 'refund' && symbol) return t`Refund ${symbol}`
  return accountNames()[code] ?? code
}
