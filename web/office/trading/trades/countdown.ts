import { t } from '@lingui/core/macro'
import { quantityText } from '../../../language/formats.ts'

/** Formats the time left as minutes and seconds, `0:05` or `3:00`. Rounds up, so that zero means the time is over. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Formats the time left for screen readers: `1 minute 5 seconds`. */
export function countdownWords(leftMs: number): string {
  const total = Math.max(0, Math.ceil(leftMs / 1000))
  const minutes = Math.floor(total / 60)
  const seconds = total % 60
  if (minutes === 0) return quantityText(seconds, 'second')
  return seconds === 0
    ? quantityText(minutes, 'minute')
    : `${quantityText(minutes, 'minute')} ${quantityText(seconds, 'second')}`
}

/** Formats the time until a market opens: `2 d 3 h`, `3 h 12 min`, `4 min 10 s`, `25 s`. */
export function openingText(leftMs: number): string {
  const total = Math.max(0, Math.ceil(leftMs / 1000))
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = total % 60
  if (days > 0) return t`${days} d ${hours} h`
  if (hours > 0) return t`${hours} h ${minutes} min`
  if (minutes > 0) return t`${minutes} min ${seconds} s`
  return t`${seconds} s`
}
