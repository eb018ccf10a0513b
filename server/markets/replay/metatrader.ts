import { parseRecordedTime } from './recorded-time.ts'
import { singlePrice, type RecordingFormat } from './recording-format.ts'

/**
 * Bars that MetaTrader 4 exports without a header: 2014.05.01,17:00,open,high,low,close,volume. MetaTrader 5 writes a
 * header, <DATE> <TIME> <OPEN> ..., which `headingCsv` reads. Times are in the broker's server time and are treated as
 * UTC.
 */
export const metaTraderBars: RecordingFormat = {
  name: 'MetaTrader bars',
  recognise(cells) {
    const fits =
      cells.length >= 6 && /^\d{4}\.\d{2}\.\d{2}$/.test(cells[0]!) && /^\d{2}:\d{2}(:\d{2})?$/.test(cells[1]!)
    return fits
      ? {
          kind: 'bars',
          hasHeading: false,
          read: (row) => singlePrice(parseRecordedTime(`${row[0]} ${row[1]}`), row[5]),
        }
      : undefined
  },
}
