import { afterAll, beforeAll, expect, it } from 'vitest'
import { tradeIntervals, type TradeRecord } from '../../../api/calls/trading/trading.ts'
import { billionths, RecordedFile } from '../../../tests/e2e/recorded-file.ts'
import { CcxtSource, type CcxtExchange } from '../../markets/sources/ccxt.ts'
import {
  readFrames,
  startLocalBinance,
  type LocalBinance,
  type RecordedFrame,
} from '../../markets/sources/test-local-binance.ts'
import { checkReceipt } from '../records/check-receipt.ts'
import { createTradingWorld, startMs, type TradingWorld } from '../test-world.ts'
import { recordingPath } from '../../../tests/recorded-market/recording.ts'

const recording = recordingPath('raw-ws/binance_spot_btcusdt_20240808.ndjson')
const payoutBps = 8700
/**
 * The price of an actively traded coin is stale after this time. Source: docs/spec/markets.md "Every source passes one
 * gate".
 */
const toleranceMs = 10_000

let binance: LocalBinance
let exchange: CcxtExchange
let world: TradingWorld

beforeAll(async () => {
  binance = await startLocalBinance()
  const prepare = (opened: CcxtExchange) => {
    exchange = opened
    binance.prepare(opened)
  }
  world = await createTradingWorld((platform) => new CcxtSource(platform, 'binance', prepare), {
    limits: { maxOpenTrades: 1_000 },
  })
  await binance.subscribed
})
afterAll(async () => {
  await world.stop()
  await binance.stop()
})

/** Splits frames, in file order, where the best bid or ask changes. Each part has a time offset. */
function partsOf(frames: RecordedFrame[]): { afterMs: number; frames: RecordedFrame[] }[] {
  const parts: ReturnType<typeof partsOf> = []
  let before = ''
  for (const frame of frames) {
    const { b, a } = frame.msg.data
    const quote = frame.msg.stream.endsWith('@bookTicker') ? `${String(b)} ${String(a)}` : before
    if (quote !== before) parts.push({ afterMs: frame.rx_ms - frames[0]!.rx_ms, frames: [] })
    before = quote
    parts.at(-1)!.frames.push(frame)
  }
  return parts
}

/** Advances the clock to a part's time, sends its frames, and waits until their price is published. */
async function play({ afterMs, frames }: ReturnType<typeof partsOf>[number]): Promise<void> {
  const { clock } = world.platform
  const stepMs = startMs + afterMs - clock.nowMs()
  if (stepMs > 0) await clock.advance(stepMs)
  for (const frame of frames) binance.send(frame)
  const { u } = frames.findLast(({ msg }) => msg.stream.endsWith('@bookTicker'))!.msg.data
  const newest = () => (exchange.bidsasks['BTC/USDT'] as { info?: { u?: unknown } } | undefined)?.info?.u
  await expect.poll(newest, { interval: 1, timeout: 10_000 }).toBe(u)
  await world.markets.flush()
}

/**
 * Advances the clock without prices, and waits for the source's watermark; otherwise the feed would count as stopped.
 */
async function pass(ms: number): Promise<void> {
  const { clock } = world.platform
  await clock.advance(ms)
  await expect
    .poll(() => world.markets.watermarkMs('BTCUSD'), { interval: 10, timeout: 10_000 })
    .toBeGreaterThanOrEqual(clock.nowMs() - 2_000)
}

it('settles trades on exchange prices as the recorded frames imply', { timeout: 60_000 }, async () => {
  const { secrete, id } = await world.addCustomer()
  const file = new RecordedFile(recording)
  const placeAt = [0, 700, 4_000, 21_000, 43_000]
  let placed = 0
  for (const part of partsOf(readFrames(recording))) {
    await play(part)
    if (part.afterMs < (placeAt[placed] ?? Infinity)) continue
    placed += 1
    for (const interval of tradeIntervals) {
      for (const TYPE of ['BUY', 'SELL'])
        expect(
          await world.api.call('trade', { symbols: 'BTCUSD', amount: '10.00', interval, TYPE }, { secrete }),
        ).toMatchObject({ status: 200, body: { payoutBps } })
    }
  }
  for (let step = 0; step < 5; step++) await pass(40_000)
  await world.trading.settle()

  const trades: TradeRecord[] = []
  for (const p of ['1', '2', '3', '4', '5']) trades.push(...(await world.api.call('trades', { p }, { secrete })).body)
  expect(trades).toHaveLength(50)
  let balance = 10_000_00
  for (const { type, acceptedAt, expiresAt, strike, exit, status, interval } of trades) {
    const prices = status !== 'VOID' && { strike: billionths(strike!), exit: billionths(exit!) }
    const expected = file.expected(type, acceptedAt, expiresAt, startMs, toleranceMs)
    expect({ status, ...prices }, `${type} of ${interval} s accepted after ${acceptedAt - startMs} ms`).toEqual(
      expected,
    )
    balance += expected.status === 'WON' ? (10_00 * payoutBps) / 10_000 : expected.status === 'LOST' ? -10_00 : 0
  }
  // Both sides of each interval, except the interval that is longer than the recording.
  const decided = trades
    .filter(({ status }) => status === 'WON' || status === 'LOST')
    .map(({ type, interval }) => `${type} ${interval}`)
  expect([...new Set(decided)].sort()).toEqual(
    [5, 10, 30, 60].flatMap((interval) => [`BUY ${interval}`, `SELL ${interval}`]).sort(),
  )
  expect(Number(await world.balance(id))).toBe(balance)
  expect((await world.ledger.reconcile()).breaks).toEqual([])
  // A receipt proves its exit only if a later price is known.
  for (const { id: trade } of trades.slice(-10).filter(({ interval }) => interval <= 30)) {
    const receipt = (await world.api.call('trades.receipt', { id: trade }, { secrete })).body
    expect(checkReceipt(receipt).filter(({ result }) => result !== 'pass')).toEqual([])
  }
})
