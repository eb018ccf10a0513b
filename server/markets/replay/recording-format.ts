/** A row of a recording. Prices are decimal texts; without `price` it is the middle of bid and ask. */
export type RecordedRow = { recordedMs: number; bid: string; ask: string; price?: string }

/** What a file contains. `quotes` have bid and ask; a trade and a bar have one price. Bars are stamped with their start. */
export type RecordingKind = 'quotes' | 'trades' | 'bars'

/** How the rows of one file are read. */
export type RowReader = {
  kind: RecordingKind
  /** Whether the first line names the columns. */
  hasHeading: boolean
  /** Reads the cells of a row; undefined where the time cannot be read. */
  read(cells: readonly string[]): RecordedRow | undefined
}

/** One form of recording. */
export type RecordingFormat = {
  /** What people call it, for messages. */
  name: string
  /** Returns a reader if the first line has this form. */
  recognise(cells: readonly string[]): RowReader | undefined
}

/** Makes the row of a trade or of a bar's close. */
export function singlePrice(recordedMs: number | undefined, price: string | undefined): RecordedRow | undefined {
  if (recordedMs === undefined) return undefined
  return { recordedMs, bid: price ?? '', ask: price ?? '', price: price ?? '' }
}
