import type { PhraseCode } from '../../../api/sentences/sentences.ts'
import type { SymbolInfo } from '../catalogue.ts'
import marketHours from './market-hours.json' with { type: 'json' }

/** A market's regular week in its local time zone, and its exceptions. Data and licence: market-hours.json. */
type Calendar = {
  timezone: string
  /** Sessions by weekday, starting with Sunday, as pairs of `HH:MM`; `24:00` is the end of the day. */
  weekly: string[][][]
  holidays: string[]
  earlyCloses: Record<string, string>
  lateOpens: Record<string, string>
}

export type CalendarName = SymbolInfo['calendar']

const calendars: Record<Exclude<CalendarName, 'always'>, Calendar> = {
  us_equity: marketHours.us_equity,
  forex: marketHours.forex,
}
const holidays = { us_equity: new Set(marketHours.us_equity.holidays), forex: new Set(marketHours.forex.holidays) }

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time in `timezone` at `atMs`, encoded as epoch ms as if it were UTC. Decision 29. */
function wallMs(timezone: string, atMs: number): number {
  let format = formats.get(timezone)
  if (!format) {
    const digits = '2-digit' as const
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    })
    formats.set(timezone, format)
  }
  const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second'])
}

/**
 * Returns the moment at which local time in `timezone` is `wall`. A time that daylight saving skips maps to the moment
 * after the gap.
 */
function momentOf(timezone: string, wall: number): number {
  const first = wall - (wallMs(timezone, wall) - wall)
  return wall - (wallMs(timezone, first) - first)
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** Returns the sessions of one local day, in minutes of local time. `dayStart` is midnight, encoded as in `wallMs`. */
function sessionsOf(name: Exclude<CalendarName, 'always'>, dayStart: number): { start: number; end: number }[] {
  const calendar = calendars[name]
  const date = new Date(dayStart).toISOString().slice(0, 10)
  if (holidays[name].has(date)) return []
  const opens = calendar.lateOpens[date] ? minutesOf(calendar.lateOpens[date]) : 0
  const closes = calendar.earlyCloses[date] ? minutesOf(calendar.earlyCloses[date]) : 24 * 60
  return calendar.weekly[new Date(dayStart).getUTCDay()]!.map(([start, end]) => ({
    start: Math.max(opens, minutesOf(start!)),
    end: Math.min(closes, minutesOf(end!)),
  })).filter(({ start, end }) => start < end)
}

/** Returns whether the real market of a calendar is in its regular session at `atMs`. */
export function isOpen(name: CalendarName, atMs: number): boolean {
  if (name === 'always') return true
  const wall = wallMs(calendars[name].timezone, atMs)
  const dayStart = wall - (wall % dayMs)
  const minute = (wall - dayStart) / 60_000
  return sessionsOf(name, dayStart).some(({ start, end }) => minute >= start && minute < end)
}

/**
 * Returns when the market opens next, in epoch ms; `null` if it is open at `atMs` or doesn't open within three weeks.
 */
export function nextOpen(name: CalendarName, atMs: number): number | null {
  if (name === 'always' || isOpen(name, atMs)) return null
  const { timezone } = calendars[name]
  const wall = wallMs(timezone, atMs)
  for (let dayStart = wall - (wall % dayMs), days = 0; days < 21; days += 1, dayStart += dayMs) {
    for (const { start } of sessionsOf(name, dayStart)) {
      const opensAt = momentOf(timezone, dayStart + start * 60_000)
      if (opensAt > atMs) return opensAt
    }
  }
  return null
}

/** Returns the phrase for the regular trading hours. */
export const hoursPhraseOf = (name: CalendarName): PhraseCode =>
  name === 'us_equity' || name === 'forex' ? `hours_${name}` : 'hours_always'
