import { moneyOf } from '../../../api/sentences/sentences.ts'
import { assets, formatAmount, parseAmount, type Asset, type CashAsset } from '../../../api/money.ts'
import { paymentCoins } from '../../../api/states/deposit-states.ts'
import { refundAccounts, type WithdrawalMethod } from '../../../api/states/withdrawal-states.ts'
import { Refused } from '../../platform/http/refused.ts'
import { toMinor } from '../chains/units.ts'
import type { ChainCoin } from '../chains/adapter.ts'
import { accountNamed, coinOf, methodNamed, paidAssetOf, unitOf, type DrawnAccount } from './accounts.ts'
import { fromWallet, type WithdrawalContext } from './context.ts'
import { convert, rateWords, usdRate, type UsdRate } from '../../markets/public.ts'

export type OrderFields = { method: string; account: string; amount: string }

/** An order with its fee and payout at the current rates. */
export type PricedOrder = {
  method: WithdrawalMethod
  account: DrawnAccount
  amountMinor: bigint
  paidAsset: Asset
  paidMinor: bigint
  feeMinor: bigint
  arrivesMinor: bigint
  /** In US cents, for the daily limit. */
  usdMinor: bigint
  rates: UsdRate[]
  rateWords: string | null
}

/**
 * Smallest payout in minor units. Below it, spending the coins would cost more than they are worth, or nodes refuse the
 * payment as dust.
 */
const smallestPayment: Record<ChainCoin, bigint> = { BTC: 1_000n, ETH: 1_000n }

/**
 * Reads the method, account and amount of an order. Throws `missing_fields`, `unknown_method`, `unknown_account`,
 * `refund_method`, `bad_amount`.
 */
export function readOrder(
  { method: methodName, account: accountName, amount }: OrderFields,
  currency: CashAsset,
): { method: WithdrawalMethod; account: DrawnAccount; amountMinor: bigint } {
  if (!methodName || !accountName || !amount) throw new Refused('missing_fields')
  const method = methodNamed(methodName)
  if (!method) throw new Refused('unknown_method', {}, { method: 'choose_method' })
  const account = accountNamed(accountName, currency)
  if (!account) throw new Refused('unknown_account', {}, { account: 'choose_withdrawal_account' })
  const refundedCoin = paymentCoins.find((coin) => account.account === refundAccounts[coin])
  if (refundedCoin && refundedCoin !== method)
    throw new Refused(
      'refund_method',
      { coin: refundedCoin },
      { method: { phrase: 'choose_only', values: { choice: refundedCoin } } },
    )
  const amountMinor = parseAmount(amount, account.asset)
  const decimals = assets[account.asset].scale
  if (!amountMinor)
    throw new Refused('bad_amount', { decimals }, { amount: { phrase: 'amount_decimals', values: { decimals } } })
  return { method, account, amountMinor }
}

/**
 * Returns the current fee and payout for an order. The network fee is the chain's estimate for a plain payment and is
 * deducted from the payout. Throws `no_wallet`, `no_rate`, `amount_too_small`.
 */
export async function priceOrder(
  { chains, markets }: WithdrawalContext,
  order: ReturnType<typeof readOrder>,
  currency: CashAsset,
): Promise<PricedOrder> {
  const { method, account, amountMinor } = order
  const paidAsset = paidAssetOf(method, currency)
  const coin = coinOf(method)
  const feeMinor = coin ? await networkFee(chains, coin) : 0n
  const [from, to, usd] = [account.asset, paidAsset, 'USD' as const].map(
    (asset) => usdRate(markets, asset) ?? missingRate(asset),
  ) as [UsdRate, UsdRate, UsdRate]
  const paidMinor = convert(amountMinor, from, to)
  const least = coin ? smallestPayment[coin] : 1n
  if (paidMinor < feeMinor + least) {
    throw new Refused(
      'amount_too_small',
      { fee: moneyOf(feeMinor, paidAsset), min: moneyOf(least, paidAsset) },
      { amount: 'fee_not_covered' },
    )
  }
  const rates = [from, to].filter((rate, index) => rate.symbol !== null && (index === 0 || rate.asset !== from.asset))
  return {
    method,
    account,
    amountMinor,
    paidAsset,
    paidMinor,
    feeMinor,
    arrivesMinor: paidMinor - feeMinor,
    usdMinor: convert(amountMinor, from, usd),
    rates,
    rateWords: rateWords(from, to),
  }
}

function missingRate(asset: Asset): never {
  throw new Refused('no_rate', { asset: unitOf(asset) })
}

/** Returns the network fee charged for a withdrawal of this coin, in minor units, rounded up. Throws `no_wallet`. */
export async function networkFee({ adapters }: WithdrawalContext['chains'], coin: ChainCoin): Promise<bigint> {
  const { typicalUnits } = await fromWallet(coin, () => adapters[coin].estimateFee())
  return minorRoundedUp(coin, typicalUnits)
}

/** Converts chain units to the ledger's minor units, rounded up, for amounts that we pay. */
export function minorRoundedUp(coin: ChainCoin, amountUnits: bigint): bigint {
  const { minor, restUnits } = toMinor(coin, amountUnits)
  return restUnits > 0n ? minor + 1n : minor
}

/** Returns an amount with its unit, such as `$12.50` or `0.0001 tBTC`. */
export function words(minor: bigint, asset: Asset): string {
  const amount = formatAmount(minor, asset)
  return assets[asset].kind === 'cash' ? `${unitOf(asset)}${amount}` : `${amount} ${unitOf(asset)}`
}
