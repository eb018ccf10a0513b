import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMarketsWorld, type MarketsWorld } from './test-world.ts'

let world: MarketsWorld

beforeEach(async () => {
  world = await createMarketsWorld()
})
afterEach(() => world.stop())

it('`symbols` lists the catalogue with state, price and change', async () => {
  await world.publish(3, 1000, (i) => 1_085_000 + i * 100)
  const { status, body } = await world.call('symbols')
  expect(status).toBe(200)
  expect(body.length).toBe(39)
  expect(body.find((each: { symbol: string }) => each.symbol === 'EURUSD')).toMatchObject({
    id: 'EURUSD',
    class: 'forex',
    scale: 6,
    tickSize: '0.000001',
    payoutBps: 9000,
    staleAfterMs: 30_000,
    state: 'live',
    opensAt: null,
    source: 'scripted',
    price: '1.085200',
    at: world.startMs + 2000,
  })
  expect(body.find((each: { symbol: string }) => each.symbol === 'AAPL')).toMatchObject({
    state: 'stale',
    price: null,
    at: null,
    changeBps: null,
  })
})

it('`symbols.trends` lists the closing price of each of the last 24 hours', async () => {
  const hourMs = 3_600_000
  const firstHourMs = Math.floor(world.startMs / hourMs) * hourMs - 30 * hourMs
  await world.platform.pool.query(
    `INSERT INTO markets.candles (symbol, width_s, at_ms, open, high, low, close, ticks)
     SELECT 'EURUSD', 3600, $1::bigint + n * 3600000::bigint, 1, 9, 1, 1000 + n, 5 FROM generate_series(0, 29) n`,
    [firstHourMs],
  )
  const { status, body } = await world.call('symbols.trends')
  expect(status).toBe(200)
  expect(body.find((one: { symbol: string }) => one.symbol === 'AAPL')).toEqual({
    id: 'AAPL',
    symbol: 'AAPL',
    closes: [],
  })
  const { closes } = body.find((one: { symbol: string }) => one.symbol === 'EURUSD')
  expect(closes.at(-1)).toBe(1029)
  expect([23, 24]).toContain(closes.length)
})

it('`symbols.payouts` lists every payout rate that was offered, the newest of a symbol first', async () => {
  const changed = await createMarketsWorld({
    payoutChanges: async () => [
      { fromMs: 1_000, payoutOf: (symbolClass) => (symbolClass === 'forex' ? 8_500 : null) },
      { fromMs: 2_000, payoutOf: (symbolClass) => (symbolClass === 'forex' ? 8_700 : null) },
    ],
  })
  try {
    const { body } = await changed.call('symbols.payouts')
    const of = (symbol: string) => body.filter((one: { symbol: string }) => one.symbol === symbol)
    expect(of('EURUSD')).toEqual([
      { id: 'EURUSD-2000', symbol: 'EURUSD', payoutBps: 8_700, from: 2_000 },
      { id: 'EURUSD-1000', symbol: 'EURUSD', payoutBps: 8_500, from: 1_000 },
      { id: 'EURUSD-0', symbol: 'EURUSD', payoutBps: 9_000, from: 0 },
    ])
    expect(of('BTCUSD')).toHaveLength(1)
  } finally {
    await changed.stop()
  }
})

it('`rates` returns each coin’s rate in dollars, or 0 if it has no price', async () => {
  world.source.push({ symbol: 'BTCUSD', atMs: world.startMs, bid: 61_837_630, ask: 61_837_640, price: 61_837_635 })
  await world.markets.flush()
  const { body } = await world.call('rates')
  expect(body.map((each: { symbol: string; rate: string }) => [each.symbol, each.rate])).toEqual([
    ['BTC', '61837.635'],
    ['ETH', '0'],
    ['LTC', '0'],
    ['XRP', '0'],
    ['ZEC', '0'],
    ['XMR', '0'],
  ])
  expect(body.slice(0, 2).map((each: { state: string; source: string }) => [each.state, each.source])).toEqual([
    ['live', 'scripted'],
    ['stale', 'scripted'],
  ])
})

it('`symbols` marks symbols without a source', async () => {
  const { body } = await world.call('symbols')
  const feedOf = (symbol: string) => body.find((each: { symbol: string }) => each.symbol === symbol).feed
  expect([feedOf('EURUSD'), feedOf('AAPL')]).toEqual(['playing', 'unfed'])
})
