import { assets, type Asset } from '../assets.ts'

/** Names of ledger transfer kinds in a statement. */
export const kindWords: Readonly<Record<string, string>> = {
  practice_grant: 'Practice grant',
  stake: 'Trade stake',
  stake_return: 'Stake returned',
  void_return: 'Stake returned (void trade)',
  profit: 'Trade profit',
  loss: 'Lost stake',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  withdrawal_fee: 'Network fee',
  move: 'Transfer between accounts',
  conversion: 'Conversion',
  copy_profit_share: 'Profit share to a copied trader',
  affiliate_commission: 'Affiliate commission',
  mining_purchase: 'Mining contract',
  mining_output: 'Mining output',
  mining_refund: 'Mining contract refund',
  farming_lock: 'Locked in a yield contract',
  farming_return: 'Returned from a yield contract',
  farming_interest: 'Yield interest',
  bonus: 'Bonus',
  fee: 'Fee',
  dust: 'Rounding remainder',
  correction: 'Operator correction',
}

/** Returns the display name of a customer's account, such as `trading`, `bonus` or `mining:BTC`. */
export function accountWords(code: string): string {
  const [name = '', coin] = code.split(':')
  if (name === 'farming') return 'Yield'
  const words = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return coin ? `${words} ${coin in assets ? assets[coin as Asset].symbol : coin}` : words
}
