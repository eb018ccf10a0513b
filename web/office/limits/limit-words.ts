import { t } from '@lingui/core/macro'
import { currentLocale } from '#i18n'
import type { OwnLimitName } from '../../../api/calls/limits/own-limits.ts'
import { quantityText } from '../../language/formats.ts'

type LimitWords = {
  label: string
  field: string
  /** Shown when no limit is set. */
  none: string
  /** Values that the form offers: money, or minutes. */
  suggested: readonly string[]
}

/** Returns each limit's texts and suggested values. */
export const limitWords = (): Record<OwnLimitName, LimitWords> => ({
  deposit_day: {
    label: t`Per day`,
    field: t`Maximum deposits per day`,
    none: t`No limit`,
    suggested: ['50', '200', '1000'],
  },
  deposit_week: {
    label: t`Per week`,
    field: t`Maximum deposits per week`,
    none: t`No limit`,
    suggested: ['200', '1000', '5000'],
  },
  deposit_month: {
    label: t`Per month`,
    field: t`Maximum deposits per month`,
    none: t`No limit`,
    suggested: ['500', '2000', '10000'],
  },
  stake: { label: t`Per trade`, field: t`Maximum stake per trade`, none: t`No limit`, suggested: ['10', '25', '100'] },
  loss_day: { label: t`Per day`, field: t`Maximum losses per day`, none: t`No limit`, suggested: ['20', '50', '200'] },
  loss_week: {
    label: t`Per week`,
    field: t`Maximum losses per week`,
    none: t`No limit`,
    suggested: ['50', '200', '500'],
  },
  loss_month: {
    label: t`Per month`,
    field: t`Maximum losses per month`,
    none: t`No limit`,
    suggested: ['100', '500', '1000'],
  },
  session_day: {
    label: t`Per day`,
    field: t`Maximum minutes per day`,
    none: t`No limit`,
    suggested: ['30', '60', '120'],
  },
  reality: { label: t`Every`, field: t`Minutes between checks`, none: t`No checks`, suggested: ['15', '30', '60'] },
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
