/**
 * Number of significant digits in coin amounts. Cash amounts keep their currency's decimals. Source:
 * docs/spec/product.md section 9, docs/spec/truth.md section 6.
 */
export const coinDigits = { miningBalance: 9, planPrice: 5 } as const

/**
 * Returns a decimal truncated to `digits` significant digits, without trailing zeros. The integer part is never
 * shortened.
 */
export function significantDigits(decimal: string, digits: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) return decimal
  const [, sign, whole = '', rest = ''] = match
  const wholeDigits = whole.replace(/^0+/, '').length
  const zerosFirst = wholeDigits > 0 ? 0 : (/^0*/.exec(rest)?.[0].length ?? 0)
  const kept = rest.slice(0, Math.max(0, digits - wholeDigits) + zerosFirst).replace(/0+$/, '')
  return `${sign}${whole}${kept && `.${kept}`}`
}
