import type { CashAsset } from '../../api/money.ts'
import { convert, usdRate, type Markets, type UsdRate } from '../markets/public.ts'

/** The value of one currency unit in dollars at its last tick: `price` / 10^`scale`. Plain JSON. */
type TickRate = { symbol: string; seq: number; price: string; scale: number }
/** Null for the dollar side. */
export type StoredRate = { from: TickRate | null; to: TickRate | null }

/** Returns the rate between two currencies: null if they are the same, undefined if a price is missing. */
export function rateBetween(
  markets: Pick<Markets, 'lastTick' | 'symbol'>,
  from: CashAsset,
  to: CashAsset,
): StoredRate | null | undefined {
  if (from === to) return null
  const [first, second] = [usdRate(markets, from), usdRate(markets, to)]
  return first && second && { from: stored(first), to: stored(second) }
}

/** Converts an amount at a rate, rounded down. */
export const exchanged = (amountMinor: bigint, rate: StoredRate | null): bigint =>
  rate ? convert(amountMinor, usdRateOf(rate.from), usdRateOf(rate.to)) : amountMinor

const stored = ({ symbol, seq, price, scale }: UsdRate): TickRate | null =>
  symbol === null || seq === null ? null : { symbol, seq, price: String(price), scale }

const dollar: UsdRate = { asset: 'USD', price: 1n, scale: 0, symbol: null, seq: null, atMs: null }

/** The symbol of a currency's rate, such as EURUSD, begins with the currency's code. */
const usdRateOf = (rate: TickRate | null): UsdRate =>
  rate ? { ...rate, asset: rate.symbol.slice(0, 3) as CashAsset, price: BigInt(rate.price), atMs: null } : dollar
