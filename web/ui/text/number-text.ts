import { currentLocale, signFollowsAmount } from '#i18n'

const signs = new Map<string, { group: string; point: string }>()

/** Returns a locale's group and decimal separators. */
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
 * Groups the integer digits of a decimal text in the page's language: in English, `10000.50` is `10,000.50`. Works on
 * text, so that no amount passes through a float.
 */
export function groupDigits(decimal: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  if (!whole) return decimal
  const { group, point } = signsOf(currentLocale())
  return `${sign === '-' ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, group)}${rest && point + rest}`
}

/**
 * Formats a decimal amount with its unit in the page's language: `$10,000.50`, in German `10.000,50 $`. Units longer
 * than a sign always follow the amount: `0.50000000 tBTC`.
 */
export function moneyText(amount: string, unit: string): string {
  return withUnit(groupDigits(amount), unit)
}

/** The signs of cash currencies, whose amounts some calls return with the code. */
const cashSigns: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' }

/** Adds a unit to an amount that is already formatted. A minus stays in front of both. A code becomes its sign. */
export function withUnit(text: string, given: string): string {
  const unit = cashSigns[given] ?? given
  if (unit.length !== 1 || signFollowsAmount()) return `${text}\u00a0${unit}`
  return text.startsWith('−') ? `−${unit}${text.slice(1)}` : unit + text
}

/** Formats a price in the page's language, without a unit: `61,800.00`, in German `61.800,00`. */
export const priceText = (price: string): string => groupDigits(price)

/**
 * Formats a cash balance with its currency's two decimals: 10942.7 is `10,942.70`. Source: docs/spec/truth.md section
 * 6.
 */
export function balanceText(value: number): string {
  return groupDigits(value.toFixed(2))
}

/** Formats basis points as a percentage in the page's language: 8500 is `85%`, -45 is `−0.45%`, in German `−0,45 %`. */
export function percentText(basisPoints: number, decimals?: number): string {
  const percent = basisPoints / 100
  return withPercent(groupDigits(percent.toFixed(decimals ?? (Number.isInteger(percent) ? 0 : 2))))
}

/** Adds a percent sign to a figure that is already formatted: `85%`, in German `85 %`. */
export const withPercent = (figure: string): string => (signFollowsAmount() ? `${figure}\u00a0%` : `${figure}%`)
