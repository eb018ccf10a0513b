import { t } from '@lingui/core/macro'
import { currentLocale } from '#i18n'
import type { OwnLimitName } from '../../../api/calls/limits/own-limits.ts'
import { quantityText } from '../../language/formats.ts'

/** Returns each limit's label, the label of its field, and the text shown when no limit is set. */
export const limitWords = (): Record<OwnLimitName, { label: string; field: string; none: string }> => ({
  deposit_day: { label: t`Per day`, field: t`Maximum deposits per day`, none: t`No limit` },
  deposit_week: { label: t`Per week`, field: t`Maximum deposits per week`, none: t`No limit` },
  deposit_month: { label: t`Per month`, field: t`Maximum deposits per month`, none: t`No limit` },
  stake: { label: t`Per trade`, field: t`Maximum stake per trade`, none: t`No limit` },
  loss_day: { label: t`Per day`, field: t`Maximum losses per day`, none: t`No limit` },
  loss_week: { label: t`Per week`, field: t`Maximum losses per week`, none: t`No limit` },
  loss_month: { label: t`Per month`, field: t`Maximum losses per month`, none: t`No limit` },
  session_day: { label: t`Per day`, field: t`Maximum minutes per day`, none: t`No limit` },
  reality: { label: t`Every`, field: t`Minutes between checks`, none: t`No checks` },
})

/** Formats a number of minutes, for example `1 hour 30 minutes`. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    ...(hours > 0 ? [quantityText(hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [quantityText(rest, 'minute')] : []),
  ]
  return new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'narrow' }).format(parts)
}

/** Formats the length of a time-out, given in hours, for example `24 hours`, `3 days` or `6 weeks`. */
export function timeOutText(hours: number): string {
  if (hours < 48) return quantityText(hours, 'hour')
  const days = hours / 24
  return days % 7 === 0 ? quantityText(days / 7, 'week') : quantityText(days, 'day')
}

/** Formats the length of a self-exclusion, given in months, for example `6 months` or `1 year`. 0 is permanent. */
export function exclusionText(months: number): string {
  if (months === 0) return t`Permanently`
  return months < 12 ? quantityText(months, 'month') : quantityText(months / 12, 'year')
}
