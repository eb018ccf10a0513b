import type { OwnLimitName } from '../../../contract/own-limits.ts'

/** What each limit is called on the page, and what its field asks for. */
export const limitWords: Record<OwnLimitName, { label: string; field: string; of: string; none?: string }> = {
  deposit_day: { label: 'A day', field: 'Most you deposit in a day', of: 'deposited today' },
  deposit_week: { label: 'A week', field: 'Most you deposit in a week', of: 'deposited this week' },
  deposit_month: { label: 'A month', field: 'Most you deposit in a month', of: 'deposited this month' },
  stake: { label: 'Each trade', field: 'Most you stake on one trade', of: '' },
  loss_day: { label: 'A day', field: 'Most you lose in a day', of: 'lost today' },
  loss_week: { label: 'A week', field: 'Most you lose in a week', of: 'lost this week' },
  loss_month: { label: 'A month', field: 'Most you lose in a month', of: 'lost this month' },
  session_day: { label: 'A day', field: 'Most minutes in a day', of: 'today' },
  reality: { label: 'Every', field: 'Minutes between two checks', of: '', none: 'No checks' },
}

/** `1 hour 30 minutes`. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`, (rest > 0 || hours === 0) && `${rest} ${rest === 1 ? 'minute' : 'minutes'}`]
  return parts.filter(Boolean).join(' ')
}

/** `24 hours`, `3 days`, `6 weeks`. */
export function timeOutText(hours: number): string {
  if (hours < 48) return `${hours} hours`
  const days = hours / 24
  if (days % 7 !== 0) return `${days} days`
  return days === 7 ? '1 week' : `${days / 7} weeks`
}

/** `6 months`, `1 year`, `for ever`. */
export function exclusionText(months: number): string {
  if (months === 0) return 'For ever'
  if (months < 12) return `${months} months`
  return months === 12 ? '1 year' : `${months / 12} years`
}
