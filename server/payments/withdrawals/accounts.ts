import { assets, coinAssets, type Asset, type CashAsset } from '../../../api/money.ts'
import {
  refundAccounts,
  withdrawalAccounts,
  withdrawalMethods,
  type WithdrawalAccount,
  type WithdrawalMethod,
} from '../../../api/states/withdrawal-states.ts'
import { paymentCoins } from '../../../api/states/deposit-states.ts'
import type { ChainCoin } from '../chains/adapter.ts'
import { refundCode } from '../deposits/overpaid.ts'

/** An account to withdraw from, with its display name and its ledger code. */
export type DrawnAccount = { account: WithdrawalAccount; code: string; asset: Asset }

/**
 * Returns the ledger account for a name, ignoring case; undefined for an unknown name. Source: docs/spec/product.md
 * section 5.
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

/** Returns the display name of a ledger code. */
export function accountOfCode(code: string): WithdrawalAccount {
  const refunded = paymentCoins.find((coin) => code === refundCode(coin))
  if (refunded) return refundAccounts[refunded]
  const coin = coinAssets.find((one) => code === `mining:${one}`)
  return coin ?? (code === 'bonus' ? 'Bonus' : 'Trading')
}

export function methodNamed(name: string): WithdrawalMethod | undefined {
  return withdrawalMethods.find((one) => one.toLowerCase() === name.toLowerCase())
}

/** Returns the coin that a method sends; null for simulated payouts. */
export function coinOf(method: WithdrawalMethod): ChainCoin | null {
  return method === 'BTC' || method === 'ETH' ? method : null
}

/** Returns the asset that is paid out: the method's coin, or cash in the customer's currency. */
export function paidAssetOf(method: WithdrawalMethod, currency: CashAsset): Asset {
  return coinOf(method) ?? currency
}

/** Returns the currency symbol of cash, or the test label of a coin. */
export const unitOf = (asset: Asset): string => assets[asset].symbol
