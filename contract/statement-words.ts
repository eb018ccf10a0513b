import { assets, type Asset } from './assets.ts'

/** What a kind of ledger transfer is called in a statement. */
export const kindWords: Readonly<Record<string, string>> = {
  practice_grant: 'Practice grant',
  stake: 'Stake of a trade',
  stake_return: 'Stake returned',
  void_return: 'Stake of a void trade returned',
  profit: 'Profit of a trade',
  loss: 'Stake of a lost trade',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  withdrawal_fee: 'Network fee',
  move: 'Moved between accounts',
  conversion: 'Conversion',
  copy_profit_share: 'Profit share of a copied trader',
  affiliate_commission: 'Affiliate commission',
  mining_purchase: 'Mining contract',
  mining_output: 'Mining output',
  mining_refund: 'Mining contract refunded',
  farming_lock: 'Locked in a farming contract',
  farming_return: 'Returned from a farming contract',
  farming_interest: 'Farming interest',
  bonus: 'Bonus',
  fee: 'Fee',
  dust: 'Remainder',
  correction: 'Correction by the operator',
}

/** What a customer's account is called: `trading`, `bonus`, `mining:BTC`. */
export function accountWords(code: string): string {
  const [name = '', coin] = code.split(':')
  const words = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return coin ? `${words} ${coin in assets ? assets[coin as Asset].symbol : coin}` : words
}
