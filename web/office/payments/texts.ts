import { withUnit } from '../../ui/text/number-text.ts'
import { currentLocale } from '#i18n'
import { momentFormat } from '../../language/formats.ts'

/** Formats a time in the browser's time zone, such as `5 Jan, 14:05`. */
export const timeText = momentFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Formats the time of day, such as `14:05`. */
export const hourText = momentFormat({ hour: '2-digit', minute: '2-digit' })

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
