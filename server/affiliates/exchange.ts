import type { CashAsset } from '../../contract/money.ts'
import type { Markets } from '../markets/public.ts'

/** The value of one currency unit in dollars at its last tick: `price` / 10^`scale`. Plain JSON. */
export type TickRate = { symbol: string; seq: number; price: string; scale: number }
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
  return first === undefined || second === undefined ? undefined : { from: first, to: second }
}

function usdRate(markets: Pick<Markets, 'lastTick' | 'symbol'>, asset: CashAsset): TickRate | null | undefined {
  if (asset === 'USD') return null
  const symbol = `${asset}USD`
  const tick = markets.lastTick(symbol)
  const info = markets.symbol(symbol)
  return tick && info && { symbol, seq: tick.seq, price: String(tick.price), scale: info.scale }
}

/** Converts an amount at a rate, rounded down. All cash has two decimals. */
export function exchanged(amountMinor: bigint, rate: StoredRate | null): bigint {
  if (!rate) return amountMinor
  const [fromPrice, fromUnit] = parts(rate.from)
  const [toPrice, toUnit] = parts(rate.to)
  return (amountMinor * fromPrice * toUnit) / (toPrice * fromUnit)
}

function parts(rate: TickRate | null): [price: bigint, unit: bigint] {
  return rate ? [BigInt(rate.price), 10n ** BigInt(rate.scale)] : [1n, 1n]
}
