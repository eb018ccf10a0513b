// Must not import zod: pages import this file, and they don't load zod.

/**
 * Assets in the ledger and the number of decimals in their minor units. Cash is play money and coins are test coins
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

/** Returns how pages show an asset beside an amount: the sign of cash, the label of a test coin. */
export const unitOf = (asset: string): string => assets[asset as Asset].symbol

export const cashAssets = ['USD', 'EUR', 'GBP'] as const
export type CashAsset = (typeof cashAssets)[number]
export const coinAssets = ['BTC', 'ETH', 'LTC', 'XRP', 'ZEC', 'XMR'] as const
export type CoinAsset = (typeof coinAssets)[number]

/** Matches an amount in decimal text: at most 15 digits before the point and nine after it. */
export const amountPattern = /^(?:0|[1-9]\d{0,14})(?:\.(\d{1,9}))?$/

/**
 * Converts decimal text to minor units. Returns `undefined` if the text isn't a plain decimal, has more decimals than
 * the asset, or exceeds 9 × 10^18 minor units.
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

/** Converts minor units to decimal text with all of the asset's decimals: 1000n USD is `10.00`. */
export function formatAmount(minor: bigint, asset: Asset): string {
  return formatScaled(minor, assets[asset].scale)
}

/** Converts an integer that counts units of 10 to the power of minus `scale` to decimal text. */
export function formatScaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const sign = value < 0n ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/**
 * Converts an amount to a number, for calls that return bare numbers as docs/spec/product.md section 7 specifies. The
 * result is never used in calculations.
 */
export const asBareNumber = (decimal: string): number => Number(decimal)

/** Divides two amounts to compute a percentage. The result is never converted back to an amount. */
export const ratioOf = (partMinor: bigint, wholeMinor: bigint): number => Number(partMinor) / Number(wholeMinor)
