import { momentFormat } from '../../language/formats.ts'

/** A time in words of this browser's zone. */
export const dateTimeText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })
