const dayMinutes = 24 * 60
const maxWindows = 4
const pattern = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*(([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/** Minutes of the UTC day, `from` inclusive and `to` exclusive. Crosses midnight if `to` is before `from`. */
export type Window = { from: number; to: number }

/**
 * Parses hours such as `08:00-12:00, 22:00-02:00`. Returns no windows for an empty text, and undefined for invalid
 * hours.
 */
export function readHours(text: string): Window[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length > maxWindows) return undefined
  const windows: Window[] = []
  for (const part of parts) {
    const found = pattern.exec(part)
    if (!found) return undefined
    const window = {
      from: Number(found[1]) * 60 + Number(found[2]),
      to: found[3] === '24:00' ? dayMinutes : Number(found[4]) * 60 + Number(found[5]),
    }
    if (window.from === window.to) return undefined
    windows.push(window)
  }
  return windows
}

export function hoursText(windows: readonly Window[]): string {
  return windows.map(({ from, to }) => `${timeText(from)}-${timeText(to)}`).join(', ')
}

function timeText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Returns whether a time is in one of the windows. Always true without windows. */
export function isWithin(windows: readonly Window[], atMs: number): boolean {
  const minute = Math.floor(atMs / 60_000) % dayMinutes
  return (
    windows.length === 0 ||
    windows.some(({ from, to }) => (from < to ? minute >= from && minute < to : minute >= from || minute < to))
  )
}
