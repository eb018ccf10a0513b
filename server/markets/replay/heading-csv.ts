import { parseRecordedTime } from './recorded-time.ts'
import { singlePrice, type RecordingFormat, type RowReader } from './recording-format.ts'

const timeNames = [
  'timestamp_ms',
  'timestamp',
  'timestamp_us',
  'gmttime',
  'opentime',
  'open_time',
  'transact_time',
  'datetime',
  'localtime',
  'time',
  'unix',
  'ts',
  'date',
]
const bidNames = ['bid', 'bidprice', 'bid_price', 'best_bid']
const askNames = ['ask', 'askprice', 'ask_price', 'best_ask']
const priceNames = ['price', 'last', 'mid']
const closeNames = ['close', 'closeprice']

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[<>"'\s]/g, '')
    .replace(/\((utc|gmt)\)$/, '')

/**
 * Files whose first line names the columns: this product's own, Dukascopy's ticks and bars, Binance's with headers, and
 * any other CSV with a time and either bid and ask, a price, or a close. Columns may be in any order.
 */
export const headingCsv: RecordingFormat = { name: 'a CSV with a header', recognise }

function recognise(cells: readonly string[]): RowReader | undefined {
  const headings = cells.map(plain)
  if (headings.every((heading) => /^[\d.:+-]*$/.test(heading))) return undefined
  const timeOf = timeReader(headings)
  const [bid, ask, price, close] = [bidNames, askNames, priceNames, closeNames].map((names) =>
    headings.findIndex((heading) => names.includes(heading)),
  )
  if (!timeOf) return undefined
  if (bid! >= 0 && ask! >= 0) return { kind: 'quotes', hasHeading: true, read: quoteReader(timeOf, bid!, ask!, price!) }
  if (close! >= 0) return { kind: 'bars', hasHeading: true, read: (row) => singlePrice(timeOf(row), row[close!]) }
  if (price! >= 0) return { kind: 'trades', hasHeading: true, read: (row) => singlePrice(timeOf(row), row[price!]) }
  return undefined
}

type TimeOf = (row: readonly string[]) => number | undefined

function timeReader(headings: readonly string[]): TimeOf | undefined {
  const date = headings.indexOf('date')
  const time = headings.indexOf('time')
  if (date >= 0 && time >= 0) return (row) => parseRecordedTime(`${row[date] ?? ''} ${row[time] ?? ''}`)
  const found = timeNames.map((name) => headings.indexOf(name)).find((place) => place >= 0)
  return found === undefined ? undefined : (row) => parseRecordedTime(row[found])
}

/**
 * Returns a reader of quotes. MetaTrader omits the side that didn't change, so the reader takes it from the previous
 * row.
 */
function quoteReader(timeOf: TimeOf, bid: number, ask: number, price: number): RowReader['read'] {
  let [lastBid, lastAsk] = ['', '']
  return (row) => {
    const recordedMs = timeOf(row)
    if (recordedMs === undefined) return undefined
    lastBid = row[bid] || lastBid
    lastAsk = row[ask] || lastAsk
    const given = price < 0 ? undefined : row[price]
    return {
      recordedMs,
      bid: row[bid] === undefined ? '' : lastBid,
      ask: row[ask] === undefined ? '' : lastAsk,
      ...(given && { price: given }),
    }
  }
}
