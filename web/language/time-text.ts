import { momentFormat } from './formats.ts'

/** Formats a date and time in the browser's time zone, such as `5 Jan 2026, 14:05`. */
export const dateTimeText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Formats a day in the browser's time zone, such as `5 Jan 2026`. */
export const dayText = momentFormat({ dateStyle: 'medium' })

/** Formats the time of day, such as `14:05`. */
export const hourText = momentFormat({ hour: '2-digit', minute: '2-digit' })
