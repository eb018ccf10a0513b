import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { ConfigError } from '../../platform/config.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { findSymbol } from '../catalogue.ts'
import { createMarkets, type MarketsModule } from '../markets.ts'
import { parsePrice } from '../price-text.ts'
import { openRecording } from '../replay/recording.ts'
import { layOut } from '../replay/timeline.ts'
import { parseReplaySetting, ReplaySource } from './replay.ts'
import { recordingPath } from '../../../tests/recorded-market/recording.ts'

const rowsOf = (file: string) =>
  readFileSync(recordingPath(file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

let platform: TestPlatform
let markets: MarketsModule
beforeEach(async () => void (platform = await createTestPlatform()))
afterEach(async () => {
  await markets?.stop()
  await platform.stop()
})

/** Plays a recording until `untilMs` after its start and returns the stored ticks of the symbol. */
async function play(setting: string, symbol: string, untilMs: number) {
  const startMs = platform.clock.nowMs()
  markets = createMarkets(platform, { source: new ReplaySource(platform, setting) })
  await markets.start()
  await markets.flush()
  for (let at = 0; at < untilMs; at += 30_000) await platform.clock.advance(Math.min(30_000, untilMs - at))
  return { startMs, ticks: await markets.ticksBetween(symbol, startMs, startMs + untilMs, 100_000) }
}

describe('a recording', () => {
  it.each([
    ['fx/EURUSD_tick_20140508.csv', 'EURUSD', 600_000],
    ['crypto/BTCUSD_quotes_20240808T2354.csv', 'BTCUSD', 60_000],
  ])('such as %s is stored as it is in the file, including its gaps', async (file, symbol, untilMs) => {
    const { startMs, ticks } = await play(recordingPath(file), symbol, untilMs)
    const info = findSymbol(symbol)!
    const rows = rowsOf(file)
    const firstMs = Number(rows[0]![0])
    expect(ticks.length).toBeGreaterThan(100)
    for (const tick of ticks) {
      const [name, row] = tick.source.split('#')
      const [recordedMs, price, bid, ask] = rows[Number(row) - 1]!
      expect(name).toBe(`replay:${path.basename(file)}`)
      expect(tick).toMatchObject({
        atMs: startMs + Number(recordedMs) - firstMs,
        price: parsePrice(price!, info),
        bid: parsePrice(bid!, info),
        ask: parsePrice(ask!, info),
      })
    }
    const due = rows.filter(([at]) => Number(at) - firstMs < untilMs)
    const repeated = due.filter((row, i) => i > 0 && row.join() === due[i - 1]!.join())
    expect(ticks.length).toBe(due.length - repeated.length)
  })

  it('of trades uses the traded price as bid and ask', async () => {
    const { ticks } = await play(recordingPath('crypto/BTCUSD_trades_20240808T2354.csv'), 'BTCUSD', 10_000)
    expect(ticks[0]).toMatchObject({
      bid: 61_837_630,
      ask: 61_837_630,
      price: 61_837_630,
      source: 'replay:BTCUSD_trades_20240808T2354.csv#1',
    })
  })

  it('plays at a higher speed', async () => {
    const { startMs, ticks } = await play(`${recordingPath('fx/EURUSD_tick_20140508.csv')}@10`, 'EURUSD', 60_000)
    const rows = rowsOf('fx/EURUSD_tick_20140508.csv')
    const last = ticks.at(-1)!
    const recordedMs = Number(rows[Number(last.source.split('#')[1]) - 1]![0])
    expect(last.atMs - startMs).toBe(Math.floor((recordedMs - Number(rows[0]![0])) / 10))
    expect(recordedMs - Number(rows[0]![0])).toBeGreaterThan(500_000)
  })

  it('goes stale at its end, and its watermark keeps advancing', async () => {
    const { startMs, ticks } = await play(
      `${recordingPath('crypto/BTCUSD_quotes_20240808T2354.csv')}@100`,
      'BTCUSD',
      30_000,
    )
    expect(ticks.at(-1)!.source).toBe('replay:BTCUSD_quotes_20240808T2354.csv#6601')
    expect(markets.isTradable('BTCUSD', platform.clock.nowMs())).toBe('stale')
    expect(markets.watermarkMs('BTCUSD')).toBe(startMs + 30_000 - 1)
  })

  it('restarts with ?loop', async () => {
    const { ticks } = await play(
      `${recordingPath('crypto/BTCUSD_quotes_20240808T2354.csv')}@100?loop`,
      'BTCUSD',
      10_000,
    )
    expect(ticks.filter((tick) => tick.source.endsWith('#5')).length).toBe(2)
  })
})

/** A Thursday in 2014. */
const t0 = Date.UTC(2014, 7, 7, 12)
let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'tallystick-replay-'))))
afterEach(() => rmSync(folder, { recursive: true }))
function write(text: string): string {
  const file = path.join(folder, 'BTCUSD_odd.csv')
  writeFileSync(file, text)
  return file
}

describe('a recording that loops', () => {
  it('restarts after its latest row, even if a row goes back in time', async () => {
    const { ticks } = await play(
      `${write(`timestamp_ms,price,size\n${t0 + 5000},60000.01,1\n${t0 + 6000},60000.02,1\n${t0 + 1000},60000.03,1\n`)}?loop`,
      'BTCUSD',
      4_500,
    )
    expect(ticks.map((tick) => tick.source.split('#')[1])).toEqual(['1', '2', '1', '2', '1'])
  })
})

describe('at any speed', () => {
  it.each([10, 60, 100])('@%i stores the same rows as @1', async (speed) => {
    // A quiet minute, then news that moves the price by 0.7%.
    const rows = Array.from(
      { length: 240 },
      (_, i) => `${t0 + i * 500},${(17_300 + (i % 7) + (i > 120 ? 110 : 0) + (i === 130 ? 900 : 0)).toFixed(2)},1`,
    )
    const file = write(['timestamp_ms,price,size', ...rows].join('\n'))
    const rowsOf = (ticks: readonly { source: string }[]) => ticks.map(({ source }) => source.split('#')[1])
    const slow = await play(file, 'BTCUSD', 121_000)
    await markets.stop()
    await platform.stop()
    platform = await createTestPlatform()
    const fast = await play(`${file}@${speed}`, 'BTCUSD', Math.ceil(121_000 / speed) + 1000)
    expect(rowsOf(slow.ticks).length).toBeGreaterThan(200)
    expect(rowsOf(fast.ticks)).toEqual(rowsOf(slow.ticks))
  })
})

describe('a restart', () => {
  const recording = recordingPath('crypto/BTCUSD_quotes_20240808T2354.csv')
  const restart = async (setting: string) => {
    await markets.stop()
    markets = createMarkets(
      { ...platform, metrics: createMetrics(false) },
      { source: new ReplaySource(platform, setting) },
    )
    await markets.start()
    await markets.flush()
  }
  const seams = async () => (await platform.pool.query('SELECT symbol, at_ms, epoch, reason FROM markets.seams')).rows

  it('continues where the recording would be without it, and skips rows that were due in the meantime', async () => {
    const { startMs } = await play(recording, 'BTCUSD', 30_000)
    await markets.stop()
    await platform.clock.advance(10_000)
    await restart(recording)
    await platform.clock.advance(10_000)
    const ticks = await markets.ticksBetween('BTCUSD', startMs, startMs + 50_000, 100_000)
    const rows = rowsOf('crypto/BTCUSD_quotes_20240808T2354.csv')
    for (const tick of ticks)
      expect(tick.atMs).toBe(startMs + Number(rows[Number(tick.source.split('#')[1]) - 1]![0]) - Number(rows[0]![0]))
    const offsets = ticks.map((tick) => tick.atMs - startMs)
    expect(offsets.filter((at) => at > 30_000 && at < 40_000)).toEqual([])
    expect(offsets.filter((at) => at >= 40_000).length).toBeGreaterThan(20)
    expect(await seams()).toEqual([])
  })

  it('with a changed recording marks a seam', async () => {
    const text = (price: number) =>
      `timestamp_ms,price,size\n${Array.from({ length: 60 }, (_, i) => `${t0 + i * 1000},${price + i}.00,1`).join('\n')}\n`
    const file = write(text(60_000))
    await play(file, 'BTCUSD', 20_000)
    write(text(50_000))
    await restart(file)
    await platform.clock.advance(5_000)
    const seamMs = platform.clock.nowMs() - 5_000
    expect(await seams()).toEqual([
      { symbol: 'BTCUSD', at_ms: BigInt(seamMs), epoch: 1, reason: 'the recording begins' },
    ])
    expect(markets.lastTick('BTCUSD')).toMatchObject({ price: 50_005_000, source: expect.stringContaining('#6') })
  })
})

describe('a bad row in the middle', () => {
  const rowsWith = (bad: string) =>
    `timestamp_ms,price,size\n${Array.from({ length: 20 }, (_, i) => (i === 10 ? bad : `${t0 + i * 1000},60000.0${i % 10},1`)).join('\n')}\n`
  it.each(['abc,60000.01,1', `${Date.UTC(2100, 0)},60000.01,1`])(
    '%s is skipped and counted, and the other rows are played',
    async (bad) => {
      const source = new ReplaySource(platform, write(rowsWith(bad)))
      const startMs = platform.clock.nowMs()
      markets = createMarkets(platform, { source })
      await markets.start()
      await markets.flush()
      for (let second = 0; second < 25; second += 5) await platform.clock.advance(5_000)
      expect((await markets.ticksBetween('BTCUSD', startMs, startMs + 25_000)).length).toBe(19)
      expect(source.statusOf('BTCUSD')).toEqual({ status: 'ended', skipped: 1 })
    },
  )
})

it('stores all ticks of a clock jump, even if they exceed the limit for unstored ticks', async () => {
  const rows = Array.from({ length: 110_000 }, (_, i) => `${t0 + i * 10},${(60_000 + (i % 50) / 100).toFixed(2)},1`)
  const startMs = platform.clock.nowMs()
  markets = createMarkets(platform, {
    source: new ReplaySource(platform, write(['timestamp_ms,price,size', ...rows].join('\n'))),
  })
  await markets.start()
  await markets.flush()
  await platform.clock.advance(1_200_000)
  expect((await markets.ticksBetween('BTCUSD', startMs, startMs + 1_200_000, 200_000)).length).toBe(110_000)
})

describe('a folder', () => {
  const named = (name: string, firstMs: number, prices: number, everyMs = 1000) =>
    writeFileSync(
      path.join(folder, name),
      `timestamp_ms,price,size\n${Array.from({ length: prices }, (_, i) => `${firstMs + i * everyMs},1.08${i % 10},1`).join('\n')}\n`,
    )

  it('keeps its symbols aligned, and starts recordings from another time at once', async () => {
    named('EURUSD_a.csv', t0, 30)
    named('GBPUSD.csv', t0 + 10_000, 10)
    named('NZDUSD.csv', t0 - 400 * 86_400_000, 10)
    const { startMs } = await play(folder, 'EURUSD', 20_000)
    const first = async (symbol: string) =>
      (await markets.ticksBetween(symbol, startMs, startMs + 20_000, 1))[0]!.atMs - startMs
    expect([await first('EURUSD'), await first('GBPUSD'), await first('NZDUSD')]).toEqual([0, 10_000, 0])
  })
  it('reports which symbols are waiting for their recording and which have ended', async () => {
    named('EURUSD.csv', t0, 600)
    named('GBPUSD.csv', t0 + 300_000, 600)
    const source = new ReplaySource(platform, folder)
    markets = createMarkets(platform, { source })
    await markets.start()
    await markets.flush()
    const states = () => ['EURUSD', 'GBPUSD'].map((symbol) => source.statusOf(symbol)!.status)
    expect(states()).toEqual(['playing', 'waiting'])
    await platform.clock.advance(300_000)
    expect(states()).toEqual(['playing', 'playing'])
    await platform.clock.advance(400_000)
    expect(states()).toEqual(['ended', 'playing'])
  })
  it('keeps a weekend-long gap between two files, but shortens a longer one', () => {
    named('EURUSD_1.csv', t0, 10)
    named('EURUSD_2.csv', t0 + 2 * 86_400_000, 10)
    named('EURUSD_3.csv', t0 + 30 * 86_400_000, 10)
    const [track] = layOut(
      [1, 2, 3].map((n) => openRecording(path.join(folder, `EURUSD_${n}.csv`), platform.clock.nowMs())),
    )
    expect(track!.offsetOf(t0 + 2 * 86_400_000)).toBe(2 * 86_400_000)
    expect(track!.offsetOf(t0 + 30 * 86_400_000)).toBe(2 * 86_400_000 + 9_000 + 1_000)
  })
  it('is refused if two files of a symbol cover the same time', () => {
    named('EURUSD_a.csv', t0, 10)
    named('EURUSD_b.csv', t0 + 5_000, 10)
    expect(() => new ReplaySource(platform, folder)).toThrow(
      'EURUSD_a.csv and EURUSD_b.csv cover the same time for EURUSD',
    )
  })
})

describe('a setting', () => {
  it('consists of file, speed and loop', () => {
    expect(parseReplaySetting('/a/b.csv')).toEqual({ location: '/a/b.csv', speed: 1, loop: false })
    expect(parseReplaySetting('/a/b@c.csv@2.5?loop')).toEqual({ location: '/a/b@c.csv', speed: 2.5, loop: true })
  })
  it.each(['/a/b.csv@0', '/a/b.csv@99999', ''])('%s is refused', (setting) =>
    expect(() => parseReplaySetting(setting)).toThrow(/MARKET/),
  )
  it('is refused without a recording', () => {
    expect(() => new ReplaySource(platform, '/nowhere')).toThrow(/no recording/)
    expect(() => new ReplaySource(platform, import.meta.filename)).toThrow(/has a known symbol in its name/)
  })
  it.each([
    [
      'an unknown header',
      'when,what\n1,2\n',
      /BTCUSD_odd.csv starts with "when,what". Expected: a header such as timestamp_ms,price,bid,ask/,
    ],
    ['no content', '', /is empty/],
    ['only a header', 'timestamp_ms,price,size\n', /has a header but no rows/],
    [
      'a missing column',
      `timestamp_ms,price,bid,ask\n${t0},1.1,1.2\n${t0 + 1000},1.1,1.2\n`,
      /unreadable rows, such as "1407/,
    ],
    [
      'times in the year 2100',
      `timestamp_ms,price,size\n${Date.UTC(2100, 0)},1.1,1\n${Date.UTC(2100, 1)},1.1,1\n`,
      /unreadable rows/,
    ],
    [
      'the newest row first',
      `timestamp_ms,price,size\n${t0 + 9000},1.1,1\n${t0 + 5000},1.1,1\n${t0},1.1,1\n`,
      /goes back in time/,
    ],
    [
      'bars too far apart',
      `timestamp_ms,open,high,low,close,volume\n${t0},1,1,1,1,1\n${t0 + 60_000},1,1,1,1,1\n`,
      /a price every 60 seconds.*Play it at @6 or faster/,
    ],
    ['an image', '\u0089PNG\r\n', /starts with/],
  ])('is refused for a file with %s', (_, text, line) => {
    expect(() => new ReplaySource(platform, write(text))).toThrow(ConfigError)
    expect(() => new ReplaySource(platform, write(text))).toThrow(line)
  })
})
