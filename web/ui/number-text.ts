import { currentLocale } from '#i18n'

const signs = new Map<string, { group: string; point: string }>()

/** What a language sets between thousands and before decimals. */
function signsOf(locale: string) {
  let known = signs.get(locale)
  if (!known) {
    const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8)
    const part = (type: string) => parts.find((one) => one.type === type)!.value
    known = { group: part('group'), point: part('decimal') }
    signs.set(locale, known)
  }
  return known
}

/**
 * Groups the digits before the point of a decimal text as the page's language does: in English, `10000.50` is `10,000.50`.
 * Works on text, so that no digit of an amount passes through a float.
 */
export function groupDigits(decimal: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  if (!whole) return decimal
  const { group, point } = signsOf(currentLocale())
  return `${sign === '-' ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, group)}${rest && point + rest}`
}

/**
 * A balance in six significant digits, never with more than two decimals, whole units always whole: 9990.5 is
 * `9,990.50`, 12345.67 is `12,345.7`, 1234567 is `1,234,567`. Source: product.md section 9, display precision.
 */
export function balanceText(value: number): string {
  const wholeDigits = Math.trunc(Math.abs(value)).toString().length
  const decimals = Math.min(2, Math.max(0, 6 - wholeDigits))
  return groupDigits(value.toFixed(decimals))
}

/** Basis points as a percentage: 8500 is `85 %`, -45 is `−0.45 %`. */
export function percentText(basisPoints: number, decimals?: number): string {
  const percent = basisPoints / 100
  return `${groupDigits(percent.toFixed(decimals ?? (Number.isInteger(percent) ? 0 : 2)))}\u00a0%`
}
