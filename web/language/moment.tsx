import { momentFormat } from './formats.ts'

const momentText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Shows a time in the visitor's time zone, formatted for the page's language. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{momentText(at)}</time>
}
