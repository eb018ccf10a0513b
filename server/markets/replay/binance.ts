import { parseRecordedTime } from './recorded-time.ts'
import { singlePrice, type RecordingFormat } from './recording-format.ts'

const isCount = (text: string | undefined) => /^\d{12,17}$/.test(text ?? '')
const isDecimal = (text: string | undefined) => /^\d+\.\d+$/.test(text ?? '')
const isId = (text: string | undefined) => /^\d+$/.test(text ?? '')

/**
 * Klines from data.binance.vision, without a header: open time, open, high, low, close, volume, close time, ... Times
 * are in milliseconds before 2025 and in microseconds from 2025 on.
 */
export const binanceKlines: RecordingFormat = {
  name: 'Binance klines',
  recognise(cells) {
    const fits = cells.length >= 11 && isCount(cells[0]) && cells.slice(1, 5).every(isDecimal) && isCount(cells[6])
    return fits
      ? { kind: 'bars', hasHeading: false, read: (row) => singlePrice(parseRecordedTime(row[0]), row[4]) }
      : undefined
  },
}

/** Trades without a header: ID, price, quantity, quote quantity, time, ... */
export const binanceTrades: RecordingFormat = {
  name: 'Binance trades',
  recognise(cells) {
    const fits =
      cells.length >= 6 &&
      isId(cells[0]) &&
      isDecimal(cells[1]) &&
      isDecimal(cells[2]) &&
      isDecimal(cells[3]) &&
      isCount(cells[4])
    return fits
      ? { kind: 'trades', hasHeading: false, read: (row) => singlePrice(parseRecordedTime(row[4]), row[1]) }
      : undefined
  },
}

/** Aggregated trades without a header: ID, price, quantity, first ID, last ID, time, ... */
export const binanceAggregates: RecordingFormat = {
  name: 'Binance aggregated trades',
  recognise(cells) {
    const fits =
      cells.length >= 7 &&
      isId(cells[0]) &&
      isDecimal(cells[1]) &&
      isDecimal(cells[2]) &&
      isId(cells[3]) &&
      isId(cells[4]) &&
      isCount(cells[5])
    return fits
      ? { kind: 'trades', hasHeading: false, read: (row) => singlePrice(parseRecordedTime(row[5]), row[1]) }
      : undefined
  },
}
