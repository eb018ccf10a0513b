/** A row of a recording. Prices are decimal strings. Without `price`, the price is the midpoint of bid and ask. */
export type RecordedRow = { recordedMs: number; bid: string; ask: string; price?: string }

/**
 * The content of a file. Quotes have bid and ask; trades and bars have one price. A bar carries the time of its start.
 */
type RecordingKind = 'quotes' | 'trades' | 'bars'

/** How to read the rows of one file. */
export type RowReader = {
  kind: RecordingKind
  /** Whether the first line is a header. */
  hasHeading: boolean
  /** Parses the cells of a row; undefined if the time can't be parsed. */
  read(cells: readonly string[]): RecordedRow | undefined
}

/** A recording format. */
export type RecordingFormat = {
  /** The name shown in messages. */
  name: string
  /** Returns a reader if the first line has this format. */
  recognise(cells: readonly string[]): RowReader | undefined
}

/** Returns the row for a trade or for a bar's close. */
export function singlePrice(recordedMs: number | undefined, price: string | undefined): RecordedRow | undefined {
  if (recordedMs === undefined) return undefined
  return { recordedMs, bid: price ?? '', ask: price ?? '', price: price ?? '' }
}
