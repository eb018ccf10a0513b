import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { rulesBrokenBy } from '../../tests/tampering.ts'
import { rollUpCandles } from './history.ts'
import { createMarkets, type MarketsModule } from './markets.ts'
import { insertReadyCandles } from './candle-store.ts'
import { findPriceBreaks, scriptedSource } from './public.ts'

// Simulates someone with all database rights who changes prices. `npm run reconcile` must detect it.

let platform: TestPlatform
let markets: MarketsModule
beforeAll(async () => {
  platform = await createTestPlatform()
  const source = scriptedSource(['EURUSD', 'BTCUSD'])
  markets = createMarkets(platform, { source })
  await markets.start()
  // Leaves room in the first hour for candles from before the record begins.
  await platform.clock.advance(600_000)
  const startMs = platform.clock.nowMs()
  for (let turn = 0; turn < 30; turn += 1) {
    const price = 1_085_000 + (turn % 5) * 10
    source.push({ symbol: 'EURUSD', atMs: startMs + turn * 10_000, bid: price - 5, ask: price + 5, price })
  }
  await platform.clock.advance(300_000)
  source.through(platform.clock.nowMs())
  await markets.flush()
  await rollUpCandles(platform.pool, platform.clock.nowMs())
})
afterAll(async () => {
  await markets.stop()
  await platform.stop()
})

const broken = (...statements: string[]) =>
  rulesBrokenBy(platform, { name: 'prices', find: (tx) => findPriceBreaks(tx) }, ...statements)
const [link, head, minute, hour] = [
  'tick follows the one before',
  'hash chain ends with the last tick',
  'candle follows from ticks',
  'hour follows from minutes',
]

describe('the price checks', () => {
  it('find no breaks if nothing was altered', async () => {
    const { rows } = await platform.pool.query(
      'SELECT width_s, count(*)::int AS candles FROM markets.candles GROUP BY 1 ORDER BY 1',
    )
    expect(rows[0]).toMatchObject({ width_s: 60 })
    expect(rows[0].candles).toBeGreaterThanOrEqual(5)
    expect(await broken()).toEqual([])
  })

  it.each([
    'seq = seq + 100',
    'at_ms = at_ms + 1',
    'bid = bid - 1',
    'ask = ask + 1',
    'price = price + 1',
    `source = 'other'`,
    `hash = sha256('x')`,
    `symbol = 'BTCUSD'`,
  ])('report a tick with a changed value: %s', async (change) =>
    expect(await broken(`UPDATE markets.ticks SET ${change} WHERE symbol = 'EURUSD' AND seq = 15`)).toContain(link),
  )

  it('report a tick that was deleted in the middle or at the end', async () => {
    expect(await broken(`DELETE FROM markets.ticks WHERE seq = 15`)).toContain(link)
    expect(await broken(`DELETE FROM markets.ticks WHERE seq = 30`)).toContain(head)
  })

  it('report a hash chain head that was moved or deleted', async () => {
    expect(await broken(`UPDATE markets.heads SET at_ms = at_ms + 1 WHERE symbol = 'EURUSD'`)).toEqual([head])
    expect(await broken(`DELETE FROM markets.heads WHERE symbol = 'EURUSD'`)).toEqual([head])
  })

  it('report a record whose watermark, or the mark that protects it, was changed', async () => {
    expect(await broken(`UPDATE markets.heads SET complete_ms = complete_ms + 1 WHERE symbol = 'EURUSD'`)).toEqual([
      'watermark is the one that the feed stored',
    ])
    expect(await broken(`UPDATE markets.heads SET complete_mark = sha256('x') WHERE symbol = 'BTCUSD'`)).toEqual([
      'watermark is the one that the feed stored',
    ])
  })

  it.each([
    'open = open + 1',
    'high = high + 1',
    'low = low - 1',
    'close = close - 1',
    'ticks = ticks + 1',
    'at_ms = at_ms + 1',
  ])('report a candle with a changed value: %s', async (change) => {
    const first = `SELECT min(at_ms) FROM markets.candles WHERE width_s = 60`
    expect(
      await broken(`UPDATE markets.candles SET ${change} WHERE width_s = 60 AND at_ms = (${first}) + 120000`),
    ).toContain(minute)
    expect(await broken(`UPDATE markets.candles SET ${change} WHERE width_s = 3600`)).toContain(hour)
  })

  it('report a candle that was added or deleted', async () => {
    const invented = `INSERT INTO markets.candles VALUES ('BTCUSD', 60, 60000, 1, 1, 1, 1, 1)`
    expect(await broken(invented)).toEqual([hour])
    expect(
      await broken(
        `DELETE FROM markets.candles WHERE width_s = 60 AND at_ms = (SELECT max(at_ms) FROM markets.candles)`,
      ),
    ).toContain(minute)
  })

  it('accept precomputed candles before and after the candles computed from ticks, even if added twice', async () => {
    const {
      rows: [first],
    } = await platform.pool.query<{ at_ms: bigint }>(
      `SELECT min(at_ms) AS at_ms FROM markets.candles WHERE symbol = 'EURUSD' AND width_s = 60`,
    )
    const ready = [3, -12].map((minutes, at) => ({
      symbol: 'EURUSD',
      atMs: Number(first!.at_ms) - minutes * 60_000,
      open: 1_084_000 + at,
      high: 1_090_000,
      low: 1_080_000,
      close: 1_084_001,
      ticks: 60,
    }))
    await insertReadyCandles(platform.pool, ready)
    await insertReadyCandles(platform.pool, ready)
    expect(await broken()).not.toContain(hour)
    const { rows } = await platform.pool.query(
      `SELECT open, high, close, ticks FROM markets.candles WHERE symbol = 'EURUSD' AND width_s = 3600`,
    )
    expect(rows).toEqual([{ open: 1_084_000n, high: 1_090_000n, close: 1_084_001n, ticks: 150 }])
  })
})
