import { formatScaled } from '../../api/money.ts'
import type { SymbolInfo } from './catalogue.ts'

const plainDecimal = /^(\d{1,15})(?:\.(\d+))?$/

/**
 * Parses a decimal such as `1.391075` to a whole number of the symbol's smallest steps. Extra decimals are rounded half
 * up. Returns `undefined` if the text isn't a plain positive decimal.
 */
export function parsePrice(text: string, info: Pick<SymbolInfo, 'scale'>): number | undefined {
  const match = plainDecimal.exec(text.trim())
  if (!match) return undefined
  const decimals = match[2] ?? ''
  const whole = Number(match[1]! + decimals.slice(0, info.scale).padEnd(info.scale, '0'))
  const price = decimals.charCodeAt(info.scale) >= 0x35 ? whole + 1 : whole
  return Number.isSafeInteger(price) ? price : undefined
}

/**
 * Does the same as `parsePrice` for numbers from exchange clients. Their shortest decimal form is what the exchange
 * sent.
 */
export function priceOfNumber(value: number | undefined | null, info: Pick<SymbolInfo, 'scale'>): number | undefined {
  if (value === undefined || value === null || !Number.isFinite(value) || value <= 0) return undefined
  const text = String(value)
  return parsePrice(text.includes('e') ? value.toFixed(12) : text, info)
}

/** Formats a price for responses, with all of the symbol's decimals. */
export function priceText(info: Pick<SymbolInfo, 'scale'>, price: number): string {
  return formatScaled(BigInt(price), info.scale)
}
