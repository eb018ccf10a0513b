import { assets, formatScaled, type Asset } from '../../api/money.ts'
import type { Markets } from './types.ts'

/** The value of one unit of an asset in US dollars, `price` × 10^-`scale`, and the tick it comes from. */
export type UsdRate = {
  asset: Asset
  price: bigint
  scale: number
  symbol: string | null
  seq: number | null
  atMs: number | null
}

/** Returns the last published dollar price of an asset; undefined if there is none yet. */
export function usdRate(markets: Pick<Markets, 'lastTick' | 'symbol'>, asset: Asset): UsdRate | undefined {
  if (asset === 'USD') return { asset, price: 1n, scale: 0, symbol: null, seq: null, atMs: null }
  const symbol = `${asset}USD`
  const tick = markets.lastTick(symbol)
  const info = markets.symbol(symbol)
  return tick && info && { asset, price: BigInt(tick.price), scale: info.scale, symbol, seq: tick.seq, atMs: tick.atMs }
}

/** Converts an amount in minor units of `from` to minor units of `to`, rounded down in favour of the house. */
export function convert(amountMinor: bigint, from: UsdRate, to: UsdRate): bigint {
  if (from.asset === to.asset) return amountMinor
  const up = from.price * 10n ** BigInt(to.scale + assets[to.asset].scale)
  const down = to.price * 10n ** BigInt(from.scale + assets[from.asset].scale)
  return (amountMinor * up) / down
}

/**
 * Returns text such as `1 tBTC = 61800.00 USD` for each of the two assets that isn't the dollar; null if the assets
 * are the same.
 */
export function rateWords(from: UsdRate, to: UsdRate): string | null {
  if (from.asset === to.asset) return null
  const words = [from, to]
    .filter(({ symbol }) => symbol !== null)
    .map(
      ({ asset, price, scale }) =>
        `1 ${assets[asset].kind === 'coin' ? assets[asset].symbol : asset} = ${formatScaled(price, scale)} USD`,
    )
  return words.join(', ')
}

/**
 * Returns the value of an amount in minor units of `currency` at the last published prices; undefined if one is
 * missing.
 */
export function worthIn(
  currency: Asset,
  markets: Pick<Markets, 'lastTick' | 'symbol'>,
  amountMinor: bigint,
  asset: Asset,
): bigint | undefined {
  const [from, to] = [usdRate(markets, asset), usdRate(markets, currency)]
  return from && to && convert(amountMinor, from, to)
}

const priceDecimals = 8

/**
 * Returns the price of one unit of an asset in `currency` with eight decimals, rounded down; undefined if there is no
 * price.
 */
export function priceIn(
  currency: Asset,
  markets: Pick<Markets, 'lastTick' | 'symbol'>,
  asset: Asset,
): string | undefined {
  const [from, to] = [usdRate(markets, asset), usdRate(markets, currency)]
  if (!from || !to) return undefined
  const up = from.price * 10n ** BigInt(to.scale + priceDecimals)
  return formatScaled(up / (to.price * 10n ** BigInt(from.scale)), priceDecimals)
}
