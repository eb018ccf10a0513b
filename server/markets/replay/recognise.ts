import { binanceAggregates, binanceKlines, binanceTrades } from './binance.ts'
import { headingCsv } from './heading-csv.ts'
import { histdataBars, histdataTicks } from './histdata.ts'
import { metaTraderBars } from './metatrader.ts'
import type { RecordingFormat, RowReader } from './recording-format.ts'

const formats: readonly RecordingFormat[] = [
  headingCsv,
  binanceKlines,
  binanceTrades,
  binanceAggregates,
  metaTraderBars,
  histdataBars,
  histdataTicks,
]

/** Description of the supported formats, for the message that refuses a recording. */
export const wanted =
  'a header such as timestamp_ms,price,bid,ask or timestamp,open,high,low,close,volume, ' +
  'or a file from Dukascopy, Binance, MetaTrader or histdata'

/** A reader, and how to split the lines of its file into cells. */
export type RecognisedFile = RowReader & { split(line: string): string[] }

/** Returns a reader for a file that starts with `firstLine`; undefined for an unknown format. */
export function recogniseFile(firstLine: string): RecognisedFile | undefined {
  const separator = ['\t', ';', ','].find((each) => firstLine.includes(each))
  if (!separator) return undefined
  const split = (line: string) => line.split(separator).map(unquoted)
  const cells = split(firstLine)
  for (const format of formats) {
    const reader = format.recognise(cells)
    if (reader) return { ...reader, split }
  }
  return undefined
}

function unquoted(cell: string): string {
  const trimmed = cell.trim()
  return trimmed.startsWith('"') && trimmed.endsWith('"') && trimmed.length > 1 ? trimmed.slice(1, -1).trim() : trimmed
}
