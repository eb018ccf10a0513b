import { currentLocale } from '#i18n'
import { momentFormat } from '../../language/formats.ts'

/** A moment in this browser's zone, such as `5 Jan, 14:05`. */
export const timeText = momentFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The time of day, such as `14:05`. */
export const hourText = momentFormat({ hour: '2-digit', minute: '2-digit' })

/** A sum as it was asked for, with the page's decimal sign and nothing between thousands: `$1250.50`. Text that is no amount stays as it is. */
export function sumText(cur: string, amount: string): string {
  if (!/^\d+(\.\d+)?$/.test(amount)) return cur + amount
  const decimals = amount.split('.')[1]?.length ?? 0
  return (
    cur +
    new Intl.NumberFormat(currentLocale(), { useGrouping: false, minimumFractionDigits: decimals }).format(
      amount as `${number}`,
    )
  )
}
