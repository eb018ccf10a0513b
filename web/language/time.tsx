import { momentFormat } from './formats.ts'

const timeText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })
const timeToSecondText = momentFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** Shows a time in the visitor's time zone, to the second if `seconds` is set. Hovering shows the exact time. */
export function Time({ at, seconds = false }: { at: string; seconds?: boolean }) {
  return (
    <time dateTime={at} title={at}>
      {seconds ? timeToSecondText(at) : timeText(at)}
    </time>
  )
}
