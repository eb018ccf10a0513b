import { momentFormat } from '../../language/formats.ts'

const momentText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** A point in time in the visitor's zone, written as the page's language does. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{momentText(at)}</time>
}
