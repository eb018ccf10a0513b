import { currentLocale } from '#i18n'

/** Writes a moment (epoch milliseconds, an ISO text or a date) in the page's language. */
export type MomentText = (at: number | string | Date) => string

/**
 * A way to write dates and times, made once and used in whatever language the page has. Without `timeZone` it is the
 * reader's own, which a page rendered on the server does not know: name one there.
 */
export function momentFormat(options: Intl.DateTimeFormatOptions): MomentText {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at) => {
    const locale = currentLocale()
    if (!formats.has(locale)) formats.set(locale, new Intl.DateTimeFormat(locale, options))
    return formats.get(locale)!.format(typeof at === 'string' ? new Date(at) : at)
  }
}

/**
 * A number with a unit in words, `12 minutes`: `quantityText(12, 'minute')`. At most `decimals` digits behind the
 * point.
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
