// Doesn't import zod, which the pages don't load.

/**
 * Assets of the ledger and the decimals of their minor units. Cash is play money, coins are test coins
 * (docs/spec/truth.md section 1). Source: docs/spec/money.md ("Amounts are integers in the asset's minor unit").
 */
export const assets = {
  USD: { scale: 2, symbol: '$', kind: 'cash', label: 'practice dollars' },
  EUR: { scale: 2, symbol: '€', kind: 'cash', label: 'practice euros' },
  GBP: { scale: 2, symbol: '£', kind: 'cash', label: 'practice pounds' },
  BTC: { scale: 8, symbol: 'tBTC', kind: 'coin', label: 'test bitcoin' },
  ETH: { scale: 9, symbol: 'tETH', kind: 'coin', label: 'test ether' },
  LTC: { scale: 8, symbol: 'tLTC', kind: 'coin', label: 'practice litecoin' },
  XRP: { scale: 6, symbol: 'tXRP', kind: 'coin', label: 'practice XRP' },
  ZEC: { scale: 8, symbol: 'tZEC', kind: 'coin', label: 'practice zcash' },
  XMR: { scale: 8, symbol: 'tXMR', kind: 'coin', label: 'practice monero' },
} as const

export type Asset = keyof typeof assets
export const cashAssets = ['USD', 'EUR', 'GBP'] as const
export type CashAsset = (typeof cashAssets)[number]
export const coinAssets = ['BTC', 'ETH', 'LTC', 'XRP', 'ZEC', 'XMR'] as const
export type CoinAsset = (typeof coinAssets)[number]

/** The largest amount of one call. With 15 digits before the point, every sum fits in a 64-bit integer. */
export const amountPattern = /^(?:0|[1-9]\d{0,14})(?:\.(\d{1,9}))?$/

/**
 * Returns the minor units of a decimal text, or `undefined` if it isn't a plain decimal or has more decimals than the
 * asset.
 */
export function parseAmount(text: string, asset: Asset): bigint | undefined {
  const match = amountPattern.exec(text)
  if (!match) return undefined
  const decimals = match[1] ?? ''
  const { scale } = assets[asset]
  if (decimals.replace(/0+$/, '').length > scale) return undefined
  const whole = text.split('.')[0]!
  const minor = BigInt(whole + decimals.slice(0, scale).padEnd(scale, '0'))
  return minor <= 9_000_000_000_000_000_000n ? minor : undefined
}

/** Returns the decimal text of minor units with all decimals of the asset: 1000n USD is `10.00`. */
export function formatAmount(minor: bigint, asset: Asset): string {
  return formatScaled(minor, assets[asset].scale)
}

/** Returns the decimal text of an integer that counts units of 10 to the power of minus `scale`. */
export function formatScaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const sign = value < 0n ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/**
 * Converts an amount for the calls that docs/spec/product.md section 7 specifies with bare numbers. Nothing calculates
 * with the result.
 */
export const asBareNumber = (decimal: string): number => Number(decimal)

/** Divides two amounts, for a percentage. The result is never converted back to an amount. */
export const ratioOf = (partMinor: bigint, wholeMinor: bigint): number => Number(partMinor) / Number(wholeMinor)
