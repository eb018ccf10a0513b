import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRecording, rowsOf, symbolOfFile } from './recording.ts'
import { parseRecordedTime } from './recorded-time.ts'

const nowMs = Date.UTC(2026, 0, 5)
const firstMs = Date.UTC(2014, 4, 1, 17)
let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'tallystick-recording-'))))
afterEach(() => rmSync(folder, { recursive: true }))

async function read(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  const rows = []
  for await (const { recordedMs, bid, ask, price, source } of rowsOf(openRecording(file, nowMs)))
    rows.push([recordedMs - firstMs, bid, ask, price, source.split('#')[1]])
  return rows
}

/** Two one-minute bars that close at 1.38700 and 1.38710. Each gives one price, at its end. */
const bars = [
  [60_000, 1_387_000, 1_387_000, 1_387_000, '1'],
  [120_000, 1_387_100, 1_387_100, 1_387_100, '2'],
]
const quotes = [
  [0, 1_387_000, 1_387_020, 1_387_010, '1'],
  [500, 1_387_010, 1_387_030, 1_387_020, '2'],
]
const trades = [
  [0, 1_387_000, 1_387_000, 1_387_000, '1'],
  [500, 1_387_010, 1_387_010, 1_387_010, '2'],
]
const [a, b] = [firstMs, firstMs + 60_000]
const klineEnd = '60000,1.0,10,0.5,0.5,0'

describe('a recording with', () => {
  it.each([
    [
      'quotes in our own format',
      `timestamp_ms,price,bid,ask\n${a},1.38701,1.38700,1.38702\n${a + 500},1.38702,1.38701,1.38703\n`,
      quotes,
    ],
    ['trades in our own format', `timestamp_ms,price,size\n${a},1.38700,1\n${a + 500},1.38701,1\n`, trades],
    [
      'bars in our own format',
      `timestamp_ms,open,high,low,close,volume\n${a},1,1,1,1.38700,1\n${b},1,1,1,1.38710,1\n`,
      bars,
    ],
    [
      'Dukascopy ticks from dukascopy-node',
      `timestamp,askPrice,bidPrice,askVolume,bidVolume\n${a},1.38702,1.38700,1,1\n${a + 500},1.38703,1.38701,1,1\n`,
      quotes,
    ],
    [
      'Dukascopy bars from dukascopy-node',
      `timestamp,open,high,low,close,volume\n${a},1,1,1,1.387,1\n${b},1,1,1,1.3871,1\n`,
      bars,
    ],
    [
      'Dukascopy ticks from its site',
      'Gmt time,Ask,Bid,AskVolume,BidVolume\n01.05.2014 17:00:00.000,1.38702,1.38700,1,1\n01.05.2014 ' +
        '17:00:00.500,1.38703,1.38701,1,1\n',
      quotes,
    ],
    [
      'Dukascopy bars from its site',
      'Gmt time,Open,High,Low,Close,Volume\n01.05.2014 17:00:00.000,1,1,1,1.38700,1\n01.05.2014 ' +
        '17:01:00.000,1,1,1,1.38710,1\n',
      bars,
    ],
    [
      'Binance klines',
      `${a},1.1,1.1,1.1,1.38700,5.0,${klineStop(a)},${klineEnd}\n${b},1.1,1.1,1.1,1.38710,5.0,${klineStop(b)},${klineEnd}\n`,
      bars,
    ],
    [
      'Binance klines in microseconds',
      `${a}000,1.1,1.1,1.1,1.38700,5.0,${klineStop(a)}999,${klineEnd}\n${b}000,1.1,1.1,1.1,1.38710,5.0,${klineStop(b)}999,${klineEnd}\n`,
      bars,
    ],
    [
      'Binance klines with a header',
      `open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore\n${a},1,1,1,1.38700,5,1,1,1,1,1,0\n${b},1,1,1,1.38710,5,1,1,1,1,1,0\n`,
      bars,
    ],
    ['Binance trades', `28457,1.38700,4.0,5.5,${a},true,true\n28458,1.38701,4.0,5.5,${a + 500},true,true\n`, trades],
    [
      'Binance trades with a header',
      `id,price,qty,quote_qty,time,is_buyer_maker\n28457,1.38700,4.0,5.5,${a},true\n28458,1.38701,4.0,5.5,${a + 500},true\n`,
      trades,
    ],
    [
      'Binance aggregated trades',
      `26129,1.38700,4.0,27781,27781,${a},true,true\n26130,1.38701,4.0,27782,27782,${a + 500},true,true\n`,
      trades,
    ],
    ['MetaTrader 4 bars', '2014.05.01,17:00,1,1,1,1.38700,9\r\n2014.05.01,17:01,1,1,1,1.38710,9\r\n', bars],
    [
      'MetaTrader 5 bars',
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\r\n2014.05.01\t17:00:00\t1\t1\t1\t1.38700\t1\t0\t2\r\n2014.05.01\t17:01:00\t1\t1\t1\t1.38710\t1\t0\t2\r\n',
      bars,
    ],
    [
      'MetaTrader 5 ticks',
      '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>\r\n2014.05.01\t17:00:00.000\t1.38700\t1.38702\t\t\t6\r\n2014.05.01\t17:00:00.500\t1.38701\t1.38703\t\t\t6\r\n',
      quotes,
    ],
    ['histdata bars', '20140501 120000;1;1;1;1.38700;0\r\n20140501 120100;1;1;1;1.38710;0\r\n', bars],
    ['histdata ticks', '20140501 120000000,1.38700,1.38702,0\r\n20140501 120000500,1.38701,1.38703,0\r\n', quotes],
    [
      'quoted cells with ISO times',
      '"time";"bid";"ask"\n"2014-05-01T17:00:00Z";"1.38700";"1.38702"\n"2014-05-01T19:00:00.500+02:00";"1.38701";"1.38703"\n',
      quotes,
    ],
    ['times in seconds', `timestamp,price\n${a / 1000},1.38700\n${a / 1000}.5,1.38701\n`, trades],
    ['times in nanoseconds', `ts,price\n${a}000000,1.38700\n${a + 500}000000,1.38701\n`, trades],
    ['a header with spaces', `Timestamp_ms, Price, Size\n${a}, 1.38700, 1\n${a + 500}, 1.38701, 1`, trades],
  ])('%s is read', async (_, text, rows) => expect(await read('EURUSD_1.csv', text)).toEqual(rows))

  function klineStop(startMs: number) {
    return startMs + 59_999
  }
})

const text = `timestamp_ms,price,size\r\n${a},1.38700,1\r\n${a + 500},1.38701,1\r\n`
describe('a file', () => {
  it.each([
    ['with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['in UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['in UTF-16, big-endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['compressed by gzip', gzipSync(text)],
    ['in a zip archive', zipOf('EURUSD.csv', text)],
  ])('%s is read', async (_, bytes) => expect(await read('EURUSD.csv', bytes)).toEqual(trades))

  it('that ends in the middle of a row is read without a price from that row', async () => {
    const rows = await read('EURUSD.csv', `${text}${a + 900}`)
    expect(rows.slice(0, 2)).toEqual(trades)
    expect(rows[2]?.[3] ?? Number.NaN).toBeNaN()
  })

  it.each([
    ['EURUSD.csv', 'EURUSD'],
    ['eurusd-tick-2019-01-13.csv', 'EURUSD'],
    ['BTCUSDT-1m-2024-01.zip', 'BTCUSD'],
    ['DAT_ASCII_EURUSD_M1_201405.csv', 'EURUSD'],
    ['EURUSDM1.csv', 'EURUSD'],
    ['AAPL_1m.csv', 'AAPL'],
    ['GOOG_1m.csv', undefined],
  ])('named %s contains %s', (name, symbol) => expect(symbolOfFile(`/somewhere/${name}`)?.symbol).toBe(symbol))
})

describe('a time', () => {
  it.each(['', 'abc', '5000', '2014-13-01 00:00', '2014.05.01 25:00', '-1399000000000'])('%s is invalid', (given) =>
    expect(parseRecordedTime(given)).toBeUndefined(),
  )
})

/** Returns a zip archive of one compressed file. */
function zipOf(name: string, content: string): Buffer {
  const packed = deflateRawSync(content)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([20, 0]),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}
