import { withUnit } from './number-text.ts'
import { currentLocale } from '#i18n'

/**
 * Formats an amount as entered, with the page's decimal separator and no thousands separators, such as `$1250.50`.
 * Returns other text unchanged.
 */
export function sumText(cur: string, amount: string): string {
  if (!/^\d+(\.\d+)?$/.test(amount)) return withUnit(amount, cur)
  const decimals = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(currentLocale(), { useGrouping: false, minimumFractionDigits: decimals })
  return withUnit(format.format(amount as `${number}`), cur)
}
