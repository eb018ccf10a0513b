import { currentLocale, currentTimeZone } from '#i18n'

/** Formats a moment (epoch milliseconds, an ISO text or a date) in the page's language. */
export type MomentText = (at: number | string | Date) => string

/**
 * Returns a function that formats dates and times in the page's language. Without `timeZone` it uses the reader's time
 * zone, which the server has only for signed-in readers: set it for public pages.
 */
export function momentFormat(options: Intl.DateTimeFormatOptions): MomentText {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at) => {
    const locale = currentLocale()
    const timeZone = options.timeZone ?? currentTimeZone()
    const key = `${locale} ${timeZone}`
    if (!formats.has(key))
      formats.set(key, new Intl.DateTimeFormat(locale, { ...options, ...(timeZone && { timeZone }) }))
    return formats.get(key)!.format(typeof at === 'string' ? new Date(at) : at)
  }
}

/** Formats a date: 30 April 2024. */
export const longDayText = momentFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Formats a number with its unit: `quantityText(12, 'minute')` returns `12 minutes`. Shows at most `decimals`
 * decimal places.
 */
export function quantityText(
  value: number,
  unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year',
  decimals = 0,
): string {
  return new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: decimals,
  }).format(value)
}
