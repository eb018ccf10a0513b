import { t } from '@lingui/core/macro'
import { assets, unitOf } from '../../api/assets.ts'

/**
 * Returns the label of each kind of ledger transfer in the page's language. The English labels equal `kindWords`
 * (api/sentences/statement-words.ts).
 */
export const kindNames = (): Readonly<Record<string, string>> => ({
  practice_grant: t`Practice grant`,
  stake: t`Trade stake`,
  stake_return: t`Stake returned`,
  void_return: t`Stake returned (void trade)`,
  profit: t`Trade profit`,
  loss: t`Lost stake`,
  deposit: t`Deposit`,
  withdrawal: t`Withdrawal`,
  withdrawal_fee: t`Network fee`,
  move: t`Transfer between accounts`,
  conversion: t`Conversion`,
  copy_profit_share: t`Profit share to a copied trader`,
  affiliate_commission: t`Affiliate commission`,
  mining_purchase: t`Mining contract`,
  mining_output: t`Mining output`,
  mining_refund: t`Mining contract refund`,
  farming_lock: t`Locked in a yield contract`,
  farming_return: t`Returned from a yield contract`,
  farming_interest: t`Yield interest`,
  bonus: t`Bonus`,
  fee: t`Fee`,
  dust: t`Rounding remainder`,
  correction: t`Operator correction`,
})

const accountNames = (): Readonly<Record<string, string>> => ({
  trading: t`Trading`,
  bonus: t`Bonus`,
  farming: t({ message: 'Yield', comment: 'an account' }),
})

/**
 * Returns the name of a customer's account in the page's language. The English names come from `accountWords`
 * (api/sentences/statement-words.ts).
 */
export function accountName(code: string): string {
  const [name = '', coin] = code.split(':')
  const symbol = coin !== undefined && coin in assets ? unitOf(coin) : coin
  if (name === 'mining' && symbol) return t`Mining ${symbol}`
  if (name === 'refund' && symbol) return t`Refund ${symbol}`
  return accountNames()[code] ?? code
}
