import { t } from '@lingui/core/macro'
import { currentLocale } from '#i18n'
import type { OwnLimitName } from '../../../contract/own-limits.ts'
import { quantityText } from '../../language/formats.ts'

/** What each limit is called on the page, what its field asks for, and what is said where there is none. */
export const limitWords = (): Record<OwnLimitName, { label: string; field: string; none: string }> => ({
  deposit_day: { label: t`A day`, field: t`Most you deposit in a day`, none: t`No limit` },
  deposit_week: { label: t`A week`, field: t`Most you deposit in a week`, none: t`No limit` },
  deposit_month: { label: t`A month`, field: t`Most you deposit in a month`, none: t`No limit` },
  stake: { label: t`Each trade`, field: t`Most you stake on one trade`, none: t`No limit` },
  loss_day: { label: t`A day`, field: t`Most you lose in a day`, none: t`No limit` },
  loss_week: { label: t`A week`, field: t`Most you lose in a week`, none: t`No limit` },
  loss_month: { label: t`A month`, field: t`Most you lose in a month`, none: t`No limit` },
  session_day: { label: t`A day`, field: t`Most minutes in a day`, none: t`No limit` },
  reality: { label: t`Every`, field: t`Minutes between two checks`, none: t`No checks` },
})

/** `1 hour 30 minutes`. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    ...(hours > 0 ? [quantityText(hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [quantityText(rest, 'minute')] : []),
  ]
  return new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'narrow' }).format(parts)
}

/** `24 hours`, `3 days`, `6 weeks`. */
export function timeOutText(hours: number): string {
  if (hours < 48) return quantityText(hours, 'hour')
  const days = hours / 24
  return days % 7 === 0 ? quantityText(days / 7, 'week') : quantityText(days, 'day')
}

/** `6 months`, `1 year`, `for ever`. */
export function exclusionText(months: number): string {
  if (months === 0) return t`For ever`
  return months < 12 ? quantityText(months, 'month') : quantityText(months / 12, 'year')
}
