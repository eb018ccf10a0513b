import { assets, coinAssets, type Asset, type CashAsset } from '../../../contract/money.ts'
import {
  refundAccounts,
  withdrawalAccounts,
  withdrawalMethods,
  type WithdrawalAccount,
  type WithdrawalMethod,
} from '../../../contract/withdrawal-states.ts'
import { paymentCoins } from '../../../contract/deposit-states.ts'
import type { ChainCoin } from '../chains/adapter.ts'
import { refundCode } from '../deposits/overpaid.ts'

/** An account to draw on: its name for the person, its place in the ledger. */
export type DrawnAccount = { account: WithdrawalAccount; code: string; asset: Asset }

/**
 * The ledger's account behind a name, in whichever case it is written. Undefined for an unknown name. Source:
 * docs/spec/product.md section 5.
 */
export function accountNamed(name: string, currency: CashAsset): DrawnAccount | undefined {
  const account = withdrawalAccounts.find((one) => one.toLowerCase() === name.toLowerCase())
  if (!account) return undefined
  if (account === 'Trading' || account === 'Bonus') return { account, code: account.toLowerCase(), asset: currency }
  if (account === 'Refund BTC' || account === 'Refund ETH') {
    const coin = account === refundAccounts.BTC ? 'BTC' : 'ETH'
    return { account, code: refundCode(coin), asset: coin }
  }
  return { account, code: `mining:${account}`, asset: account }
}

/** The name of the account that a ledger code stands for. */
export function accountOfCode(code: string): WithdrawalAccount {
  const refunded = paymentCoins.find((coin) => code === refundCode(coin))
  if (refunded) return refundAccounts[refunded]
  const coin = coinAssets.find((one) => code === `mining:${one}`)
  return coin ?? (code === 'bonus' ? 'Bonus' : 'Trading')
}

export function methodNamed(name: string): WithdrawalMethod | undefined {
  return withdrawalMethods.find((one) => one.toLowerCase() === name.toLowerCase())
}

/** The coin that a method sends; null for simulated payouts. */
export function coinOf(method: WithdrawalMethod): ChainCoin | null {
  return method === 'BTC' || method === 'ETH' ? method : null
}

/** What is paid out: the coin of the method, or cash in the customer's currency. */
export function paidAssetOf(method: WithdrawalMethod, currency: CashAsset): Asset {
  return coinOf(method) ?? currency
}

/** The sign of cash, the test label of a coin. */
export const unitOf = (asset: Asset): string => assets[asset].symbol
