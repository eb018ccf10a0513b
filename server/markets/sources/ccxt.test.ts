import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { createClock } from '../../platform/time/clock.ts'
import { findSymbol } from '../catalogue.ts'
import { createMarkets, type MarketsModule } from '../markets.ts'
import { parsePrice } from '../price-text.ts'
import { CcxtSource } from './ccxt.ts'
import { readFrames, startLocalBinance, type LocalBinance, type RecordedFrame } from './test-local-binance.ts'
import { recordingPath } from '../../../tests/recorded-market/recording.ts'

const info = findSymbol('BTCUSD')!

let platform: TestPlatform
let binance: LocalBinance
let markets: MarketsModule
let frames: RecordedFrame[]

beforeEach(async () => {
  frames = readFrames(recordingPath('raw-ws/binance_spot_btcusdt_20240808.ndjson'))
  platform = await createTestPlatform({}, createClock())
  binance = await startLocalBinance()
  markets = createMarkets(platform, { source: new CcxtSource(platform, 'binance', binance.prepare) })
  await markets.start()
})
afterEach(async () => {
  await markets.stop()
  await binance.stop()
  await platform.stop()
})

const quoteOf = ({ msg }: RecordedFrame) => [
  parsePrice(String(msg.data['b']), info),
  parsePrice(String(msg.data['a']), info),
]
const stored = () => markets.ticksBetween('BTCUSD', 0, platform.clock.nowMs() + 10_000)
const isQuote = (frame: RecordedFrame) => frame.msg.stream.endsWith('@bookTicker')

/** Sends a few frames at a time and waits until the quote of the last one is stored. */
async function play(some: RecordedFrame[]): Promise<void> {
  for (const [i, frame] of some.entries()) {
    binance.send(frame)
    if (i % 5 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const last = some.findLast(isQuote)!
  await expect
    .poll(
      async () => {
        await markets.flush()
        const tick = markets.lastTick('BTCUSD')
        return tick && [tick.bid, tick.ask]
      },
      { timeout: 10_000, interval: 20 },
    )
    .toEqual(quoteOf(last))
}

it('stores the best bid and ask from recorded Binance frames as ccxt reads them', async () => {
  const streams = await binance.subscribed
  expect(streams.sort()).toEqual(['btcusdt@bookTicker', 'ethusdt@bookTicker'])
  const sent = frames.slice(0, 1_500)
  await play(sent)
  const ticks = await stored()
  const quotes = sent.filter(isQuote).map(quoteOf)
  expect(ticks.length).toBeGreaterThan(50)
  // Every tick is a recorded quote, in the recorded order.
  let at = -1
  for (const tick of ticks) {
    at = quotes.findIndex(([bid, ask], i) => i > at && bid === tick.bid && ask === tick.ask)
    expect(at).toBeGreaterThanOrEqual(0)
    expect(tick).toMatchObject({ price: (tick.bid + tick.ask) / 2, source: 'ccxt:binance/BTC/USDT' })
  }
  expect(markets.isTradable('BTCUSD', platform.clock.nowMs())).toBe('live')
  expect(markets.isTradable('XMRUSD', platform.clock.nowMs())).toBe('stale')
})

it('reconnects after the exchange drops the connection', async () => {
  await binance.subscribed
  await play(frames.slice(0, 20))
  binance.drop()
  await expect.poll(() => binance.connections(), { timeout: 10_000 }).toBe(2)
  await expect
    .poll(
      async () => {
        binance.send(frames[40]!)
        await markets.flush()
        return (await stored()).length
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(5)
})

it('advances the watermark without prices, so that open trades can settle', async () => {
  const before = platform.clock.nowMs()
  await expect.poll(() => markets.watermarkMs('BTCUSD'), { timeout: 10_000 }).toBeGreaterThan(before)
  expect(markets.watermarkMs('BTCUSD')).toBeLessThan(platform.clock.nowMs())
})

it('refuses an exchange that ccxt does not support', () => {
  expect(() => new CcxtSource(platform, 'nowhere')).toThrow(/MARKET: ccxt has no exchange nowhere/)
  expect(() => new CcxtSource(platform, '..')).toThrow(/MARKET/)
})
