import { momentFormat } from './formats.ts'

/** Formats a date and time in the browser's time zone, such as `5 Jan 2026, 14:05`. */
export const dateTimeText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time in the browser's time zone, such as `5 Jan, 14:05`. */
export const timeText = momentFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Formats the time of day, such as `14:05`. */
export const hourText = momentFormat({ hour: '2-digit', minute: '2-digit' })
