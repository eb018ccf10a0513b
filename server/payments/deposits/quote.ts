import type { CashAsset } from '../../../api/money.ts'
import type { PaymentCoin } from '../../../api/states/deposit-states.ts'
import type { Markets } from '../../markets/public.ts'
import { convert, usdRate, type UsdRate } from '../../markets/public.ts'

/** The rates of a coin and a currency at the same moment, each with its tick. */
export type QuoteRate = { coin: UsdRate; cash: UsdRate }

/**
 * Returns the current rate; undefined if the coin has no fresh price. A currency whose market is closed uses its last
 * price.
 */
export function rateNow(
  markets: Pick<Markets, 'lastTick' | 'symbol' | 'isTradable'>,
  coin: PaymentCoin,
  asset: CashAsset,
  nowMs: number,
): QuoteRate | undefined {
  if (markets.isTradable(`${coin}USD`, nowMs) !== 'live') return undefined
  const [coinRate, cash] = [usdRate(markets, coin), usdRate(markets, asset)]
  return coinRate && cash && { coin: coinRate, cash }
}

const digits = 6

/**
 * Converts an amount of cash to the coin's minor units, rounded up to six significant digits. Source:
 * docs/spec/product.md section 9.
 */
export function coinsFor(amountMinor: bigint, rate: QuoteRate): bigint {
  const below = convert(amountMinor, rate.cash, rate.coin)
  const exact = cashFor(below, rate) < amountMinor ? below + 1n : below
  const step = 10n ** BigInt(Math.max(0, exact.toString().length - digits))
  return ((exact + step - 1n) / step) * step
}

/** Returns the value of coins at a rate, in minor units of cash, rounded down. */
export function cashFor(coinMinor: bigint, { coin, cash }: QuoteRate): bigint {
  return convert(coinMinor, coin, cash)
}

type StoredUsdRate = Omit<UsdRate, 'price'> & { price: string }
export type StoredRate = { coin: StoredUsdRate; cash: StoredUsdRate }

export const storedRate = ({ coin, cash }: QuoteRate): StoredRate => ({
  coin: { ...coin, price: String(coin.price) },
  cash: { ...cash, price: String(cash.price) },
})
