const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A time in words of this browser's zone. */
export const dateTimeText = (atMs: number): string => dateTimeFormat.format(atMs)
