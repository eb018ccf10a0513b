const withDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A moment in this browser's zone, such as `5 Jan, 14:05`. */
export const timeText = (atMs: number): string => withDay.format(atMs)

/** The time of day, such as `14:05`. */
export const hourText = (atMs: number): string => hours.format(atMs)
