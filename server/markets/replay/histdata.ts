import { parseRecordedTime } from './recorded-time.ts'
import { singlePrice, type RecordingFormat } from './recording-format.ts'

/** histdata.com uses New York standard time all year, without daylight saving. */
const behindUtcMs = 5 * 3_600_000

const timeOf = (text: string | undefined) => {
  const atMs = parseRecordedTime(text)
  return atMs === undefined ? undefined : atMs + behindUtcMs
}

/** Bars: 20140501 170000;open;high;low;close;volume. */
export const histdataBars: RecordingFormat = {
  name: 'histdata bars',
  recognise(cells) {
    const fits = cells.length >= 5 && /^\d{8} \d{6}$/.test(cells[0]!)
    return fits ? { kind: 'bars', hasHeading: false, read: (row) => singlePrice(timeOf(row[0]), row[4]) } : undefined
  },
}

/** Ticks: 20140501 170000123,bid,ask,volume. */
export const histdataTicks: RecordingFormat = {
  name: 'histdata ticks',
  recognise(cells) {
    const fits = cells.length >= 3 && /^\d{8} \d{9}$/.test(cells[0]!)
    if (!fits) return undefined
    return {
      kind: 'quotes',
      hasHeading: false,
      read(row) {
        const recordedMs = timeOf(row[0])
        return recordedMs === undefined ? undefined : { recordedMs, bid: row[1] ?? '', ask: row[2] ?? '' }
      },
    }
  },
}
