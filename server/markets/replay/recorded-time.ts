const digits = /^\d{9,19}(?:\.\d+)?$/
// 2014.05.01, 2014-05-01 or 20140501, with 17:00[:00[.000]] or 170000[000], joined by a space or T, with Z or a time
// zone.
const yearFirst =
  /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?:[ T](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]?(\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/
// 01.05.2014 17:00:00.000, Dukascopy's format.
const dayFirst =
  /^(\d{2})\.(\d{2})\.(\d{4})(?: (\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|GMT(?:[+-]\d{4})?|[+-]\d{2}:?\d{2})?$/

/** Earlier times are treated as misread. */
const earliestMs = Date.UTC(1980, 0, 1)

/**
 * Parses a recorded time to epoch ms: either a count since 1970 whose unit (seconds to nanoseconds) follows from its
 * size, or a date with a time. Without a time zone, the time is UTC. Returns undefined for other text, or for a time
 * before 1980.
 */
export function parseRecordedTime(text: string | undefined): number | undefined {
  const given = text?.trim() ?? ''
  const atMs = digits.test(given) ? countedMs(given) : writtenMs(given)
  return atMs !== undefined && atMs >= earliestMs ? atMs : undefined
}

function countedMs(text: string): number | undefined {
  const count = Number(text)
  if (count < 1e11) return Math.floor(count * 1000)
  if (count < 1e14) return Math.floor(count)
  return Math.floor(count / (count < 1e17 ? 1e3 : 1e6))
}

function writtenMs(text: string): number | undefined {
  const match = yearFirst.exec(text)
  const other = match ? undefined : dayFirst.exec(text)
  if (!match && !other) return undefined
  const [, first, month, last, hour = '0', minute = '0', second = '0', fraction = '', zone] = (match ?? other)!
  const [year, day] = match ? [first, last] : [last, first]
  const parts = [year, month, day, hour, minute, second].map(Number) as [number, number, number, number, number, number]
  const atMs =
    Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4], parts[5]) +
    Number(fraction.padEnd(3, '0').slice(0, 3))
  const back = new Date(atMs)
  if (back.getUTCMonth() !== parts[1] - 1 || back.getUTCDate() !== parts[2] || parts[3] > 23 || parts[4] > 59)
    return undefined
  return atMs - zoneMs(zone)
}

function zoneMs(zone: string | undefined): number {
  const match = /([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000
}
