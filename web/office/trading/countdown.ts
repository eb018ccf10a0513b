/** Time left as minutes and seconds, `0:05` or `3:00`; a begun second counts whole, so that zero means over. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The same in words, for screen readers: `1 minute 5 seconds`. */
export function countdownWords(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const parts = [count(Math.floor(seconds / 60), 'minute'), count(seconds % 60, 'second')].filter(Boolean)
  return parts.join(' ') || '0 seconds'
}

/** Time until a market opens: `2 d 3 h`, `3 h 12 min`, `4 min 10 s`, `25 s`. */
export function openingText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  if (minutes > 0) return `${minutes} min ${seconds % 60} s`
  return `${seconds} s`
}

function count(value: number, unit: string): string {
  return value === 0 ? '' : `${value} ${unit}${value === 1 ? '' : 's'}`
}
