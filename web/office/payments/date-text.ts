import { momentFormat } from '../../language/formats.ts'

/** Formats a date and time in the browser's time zone. */
export const dateTimeText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })
