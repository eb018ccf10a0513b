import { momentFormat } from './formats.ts'
import { dateTimeText } from './time-text.ts'

const timeToSecondText = momentFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** Shows a time in the visitor's time zone, to the second if `seconds` is set. Hovering shows the exact time. */
export function Time({ at, seconds = false }: { at: string; seconds?: boolean }) {
  return (
    <time dateTime={at} title={at} suppressHydrationWarning>
      {seconds ? timeToSecondText(at) : dateTimeText(at)}
    </time>
  )
}
