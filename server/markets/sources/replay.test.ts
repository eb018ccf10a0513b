import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { ConfigError } from '../../platform/config.ts'
import { findSymbol } from '../catalogue.ts'
import { createMarkets, type MarketsModule } from '../markets.ts'
import { parsePrice } from '../price-text.ts'
import { parseReplaySetting, ReplaySource } from './replay.ts'

const recordings = path.resolve(import.meta.dirname, '../../../../shared/data/market')
const rowsOf = (file: string) => readFileSync(path.join(recordings, file), 'utf8').trim().split('\n').slice(1).map((line) => line.split(','))

let platform: TestPlatform
let markets: MarketsModule
beforeEach(async () => void (platform = await createTestPlatform()))
afterEach(async () => {
  await markets?.stop()
  await platform.stop()
})

/** Plays a recording until `untilMs` after its start and gives what was stored of the symbol. */
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
  ])('%s is stored as the file says, with its gaps', async (file, symbol, untilMs) => {
    const { startMs, ticks } = await play(path.join(recordings, file), symbol, untilMs)
    const info = findSymbol(symbol)!
    const rows = rowsOf(file)
    const firstMs = Number(rows[0]![0])
    expect(ticks.length).toBeGreaterThan(100)
    for (const tick of ticks) {
      const [name, row] = tick.source.split('#')
      const [recordedMs, price, bid, ask] = rows[Number(row) - 1]!
      expect(name).toBe(`replay:${path.basename(file)}`)
      expect(tick).toMatchObject({ atMs: startMs + Number(recordedMs) - firstMs, price: parsePrice(price!, info), bid: parsePrice(bid!, info), ask: parsePrice(ask!, info) })
    }
    const due = rows.filter(([at]) => Number(at) - firstMs < untilMs)
    const repeated = due.filter((row, i) => i > 0 && row.join() === due[i - 1]!.join())
    expect(ticks.length).toBe(due.length - repeated.length)
  })

  it('of trades has the traded price on both sides', async () => {
    const { ticks } = await play(path.join(recordings, 'crypto/BTCUSD_trades_20240808T2354.csv'), 'BTCUSD', 10_000)
    expect(ticks[0]).toMatchObject({ bid: 61_837_630, ask: 61_837_630, price: 61_837_630, source: 'replay:BTCUSD_trades_20240808T2354.csv#1' })
  })

  it('plays faster when asked to', async () => {
    const { startMs, ticks } = await play(`${path.join(recordings, 'fx/EURUSD_tick_20140508.csv')}@10`, 'EURUSD', 60_000)
    const rows = rowsOf('fx/EURUSD_tick_20140508.csv')
    const last = ticks.at(-1)!
    const recordedMs = Number(rows[Number(last.source.split('#')[1]) - 1]![0])
    expect(last.atMs - startMs).toBe(Math.floor((recordedMs - Number(rows[0]![0])) / 10))
    expect(recordedMs - Number(rows[0]![0])).toBeGreaterThan(500_000)
  })

  it('ends stale, and its record goes on being complete', async () => {
    const { startMs, ticks } = await play(`${path.join(recordings, 'crypto/BTCUSD_quotes_20240808T2354.csv')}@100`, 'BTCUSD', 30_000)
    expect(ticks.at(-1)!.source).toBe('replay:BTCUSD_quotes_20240808T2354.csv#6601')
    expect(markets.isTradable('BTCUSD', platform.clock.nowMs())).toBe('stale')
    expect(markets.watermarkMs('BTCUSD')).toBe(startMs + 30_000 - 1)
  })

  it('starts again with ?loop', async () => {
    const { ticks } = await play(`${path.join(recordings, 'crypto/BTCUSD_quotes_20240808T2354.csv')}@100?loop`, 'BTCUSD', 10_000)
    expect(ticks.filter((tick) => tick.source.endsWith('#5')).length).toBe(2)
  })
})

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'tallystick-replay-'))))
afterEach(() => rmSync(folder, { recursive: true }))
function write(text: string): string {
  const file = path.join(folder, 'BTCUSD_odd.csv')
  writeFileSync(file, text)
  return file
}

describe('a recording that never comes to an end', () => {
  it('has a heading alone: it plays nothing, and its record is complete', async () => {
    const { startMs, ticks } = await play(`${write('timestamp_ms,price,size\n')}?loop`, 'BTCUSD', 1_000)
    expect(ticks).toEqual([])
    expect(markets.watermarkMs('BTCUSD')).toBe(startMs + 999)
  })
  it('goes back in time: it starts again after its latest row', async () => {
    const { ticks } = await play(`${write('timestamp_ms,price,size\n5000,60000.01,1\n6000,60000.02,1\n1000,60000.03,1\n')}?loop`, 'BTCUSD', 4_500)
    expect(ticks.map((tick) => tick.source.split('#')[1])).toEqual(['1', '2', '1', '2', '1'])
  })
})

it('a folder plays each symbol', () => {
  const source = new ReplaySource(platform, path.join(recordings, 'crypto'))
  expect(source.symbols).toEqual(['BTCUSD', 'ETHUSD', 'LTCUSD'])
})

describe('a setting', () => {
  it('names file, speed and repetition', () => {
    expect(parseReplaySetting('/a/b.csv')).toEqual({ location: '/a/b.csv', speed: 1, loop: false })
    expect(parseReplaySetting('/a/b@c.csv@2.5?loop')).toEqual({ location: '/a/b@c.csv', speed: 2.5, loop: true })
  })
  it.each(['/a/b.csv@0', '/a/b.csv@99999', ''])('%s is refused', (setting) => expect(() => parseReplaySetting(setting)).toThrow(/MARKET/))
  it('is refused where there is no recording', () => {
    expect(() => new ReplaySource(platform, '/nowhere')).toThrow(/no recording/)
    expect(() => new ReplaySource(platform, import.meta.filename)).toThrow(/no file/)
  })
  it.each([
    ['another heading', 'time,price\n', /BTCUSD_odd.csv is no recording of quotes, trades or bars/],
    ['nothing in it', '', /is no recording/],
  ])('is refused for a file with %s', (_, text, line) => {
    expect(() => new ReplaySource(platform, write(text))).toThrow(ConfigError)
    expect(() => new ReplaySource(platform, write(text))).toThrow(line)
  })
})
