import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { candlesOfTicks } from './candles.ts'
import { trimRefused } from './refused/refused-store.ts'
import { createMarketsWorld, type MarketsWorld } from './test-world.ts'
import { hashChainStart, tickHash } from './tick.ts'

let world: MarketsWorld

beforeEach(async () => {
  world = await createMarketsWorld()
})
afterEach(() => world.stop())

describe('`ticks`', () => {
  it('returns the stored ticks in a range with their position in the hash chain', async () => {
    await world.publish(5, 1000, (i) => 1_085_000 + i * 10)
    const { body } = await world.call('ticks', {
      symbol: 'eurusd',
      from: world.startMs + 1000,
      to: world.startMs + 2000,
    })
    expect(body.map((each: { seq: number; price: string }) => [each.seq, each.price])).toEqual([
      [2, '1.085010'],
      [3, '1.085020'],
    ])
    expect(body[1]).toMatchObject({
      id: 'EURUSD-3',
      symbol: 'EURUSD',
      at: world.startMs + 2000,
      bid: '1.085015',
      ask: '1.085025',
      source: 'scripted',
    })
    const first = (await world.call('ticks', { symbol: 'EURUSD', from: world.startMs, to: world.startMs })).body[0]
    expect(first.hash).toBe(
      tickHash(hashChainStart, {
        symbol: 'EURUSD',
        seq: 1,
        atMs: world.startMs,
        bid: 1_084_995,
        ask: 1_085_005,
        price: 1_085_000,
        source: 'scripted',
      }),
    )
  })
  it('returns at most 5,000 ticks', async () => {
    await world.publish(5_100, 10, () => 1_085_000)
    expect(
      (await world.call('ticks', { symbol: 'EURUSD', from: world.startMs, to: world.startMs + 60_000 })).body.length,
    ).toBe(5_000)
  })
})

describe('`candles`', () => {
  it.each([
    ['1s', 60],
    ['5s', 300],
    ['1m', 240],
    ['5m', 48],
    ['15m', 16],
    ['1h', 4],
    ['4h', 1],
    ['1d', 1],
  ])('of %s match the ticks, complete or not', async (interval, limit) => {
    const priceOf = (i: number) => 1_085_000 + ((i * 7919) % 41) * 5
    await world.publish(5_000, 2_890, priceOf)
    const { status, body } = await world.call('candles', { symbol: 'EURUSD', interval, limit: String(limit) })
    expect(status).toBe(200)
    const widthMs =
      { '1s': 1, '5s': 5, '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400, '1d': 86_400 }[interval]! * 1000
    expect(body.length).toBeGreaterThan(0)
    expect(body.length).toBeLessThanOrEqual(limit as number)
    for (const candle of body) {
      const inside = Array.from({ length: 5_000 }, (_, i) => ({
        at: world.startMs + i * 2_890,
        price: priceOf(i),
      })).filter(({ at }) => at >= candle.at && at < candle.at + widthMs)
      const values = inside.map(({ price }) => price)
      expect(
        [candle.open, candle.high, candle.low, candle.close].map((text: string) => Math.round(Number(text) * 1e6)),
      ).toEqual([values[0], Math.max(...values), Math.min(...values), values.at(-1)])
      expect(candle.ticks).toBe(values.length)
    }
  })
  it('of a busy symbol include every tick up to the newest', async () => {
    // 100 ticks per second, always three in the same millisecond, and an hour without ticks in the middle.
    const pushed = Array.from({ length: 60_000 }, (_, i) => ({
      atMs: world.startMs + Math.floor(i / 3) * 30 + (i < 30_000 ? 0 : 3_600_000),
      price: 1_085_000 + ((i * 7919) % 41),
    }))
    for (let from = 0; from < pushed.length; from += 10_000) {
      world.source.push(
        ...pushed
          .slice(from, from + 10_000)
          .map(({ atMs, price }) => ({ symbol: 'EURUSD', atMs, bid: price - 5, ask: price + 5, price })),
      )
      await world.markets.flush()
    }
    const newestMs = pushed.at(-1)!.atMs
    const ticks = await world.markets.ticksBetween('EURUSD', world.startMs, newestMs, 100_000)
    expect(ticks.length).toBe(60_000)
    expect(await world.markets.candlesBetween('EURUSD', 5_000, world.startMs, world.startMs + 7_200_000)).toEqual(
      candlesOfTicks(ticks, 5_000),
    )
    // Before and after the complete minutes are rolled up.
    for (const rolledUp of [false, true]) {
      if (rolledUp) world.source.through(newestMs)
      await world.platform.clock.advance(rolledUp ? 10_000 : newestMs - world.startMs)
      for (const [interval, widthMs, limit] of [
        ['1s', 1_000, 1_000],
        ['5s', 5_000, 1_000],
        ['15s', 15_000, 500],
        ['15s', 15_000, 40],
        ['1m', 60_000, 500],
        ['1h', 3_600_000, 24],
      ] as const) {
        const { body } = await world.call('candles', {
          symbol: 'EURUSD',
          interval,
          limit: String(limit),
          to: String(newestMs),
        })
        const text = (price: number) => (price / 1e6).toFixed(6)
        const expected = candlesOfTicks(ticks, widthMs)
          .slice(-limit)
          .map(({ atMs, open, high, low, close, ticks: count }) => ({
            id: `EURUSD-${interval}-${atMs}`,
            at: atMs,
            open: text(open),
            high: text(high),
            low: text(low),
            close: text(close),
            ticks: count,
          }))
        expect(JSON.stringify(body) === JSON.stringify(expected), interval).toBe(true)
      }
    }
  })
  it('from the past end at the requested time', async () => {
    await world.publish(600, 1000, (i) => 1_085_000 + i)
    const { body } = await world.call('candles', {
      symbol: 'EURUSD',
      interval: '1m',
      limit: '3',
      to: String(world.startMs + 5 * 60_000),
    })
    expect(body.map((each: { at: number }) => (each.at - world.startMs) / 60_000)).toEqual([3, 4, 5])
  })
  it.each(['15s', '1m', '1h'] as const)(
    'of %s reach back over a weekend without prices to the oldest price',
    async (interval) => {
      const weekendMs = 2 * 86_400_000
      await world.publish(400, 30_000, (i) => 1_085_000 + i)
      await world.platform.clock.advance(weekendMs)
      await world.publish(400, 30_000, (i) => 1_086_000 + i)
      const seen: number[] = []
      for (let to = String(world.platform.clock.nowMs()); ;) {
        const { body } = await world.call('candles', { symbol: 'EURUSD', interval, limit: '7', to })
        if (body.length === 0) break
        seen.unshift(...body.map(({ at }: { at: number }) => at))
        to = String(body[0].at - 1)
      }
      const ticks = await world.markets.ticksBetween('EURUSD', 0, world.platform.clock.nowMs())
      expect(ticks.length).toBe(800)
      expect(seen).toEqual(
        candlesOfTicks(ticks, { '15s': 15_000, '1m': 60_000, '1h': 3_600_000 }[interval]).map(({ atMs }) => atMs),
      )
    },
  )
})

it('`markets.commitments` is empty without a simulated market', async () => {
  expect((await world.call('markets.commitments')).body).toEqual([])
})

describe('`prices.refused`', () => {
  it('returns prices that the gate refused, with the reason', async () => {
    await world.publish(3, 1000, () => 1_085_000)
    world.source.push({
      symbol: 'EURUSD',
      atMs: world.startMs + 2500,
      bid: 1_184_995,
      ask: 1_185_005,
      price: 1_185_000,
      source: 'scripted#7',
    })
    world.source.push(
      { symbol: 'EURUSD', atMs: world.startMs + 2600, bid: 1_085_005, ask: 1_084_995, price: 1_085_000 },
      { symbol: 'EURUSD', atMs: world.startMs + 2700, bid: Number.NaN, ask: 5, price: 5 },
    )
    await world.markets.flush()
    const { body } = await world.call('prices.refused', {
      symbol: 'EURUSD',
      from: world.startMs,
      to: world.startMs + 60_000,
    })
    expect(body).toMatchObject([
      { at: world.startMs + 2700, bid: null, reason: 'not_a_price' },
      { at: world.startMs + 2600, bid: '1.085005', ask: '1.084995', reason: 'crossed' },
      { at: world.startMs + 2500, price: '1.185000', reason: 'jump', source: 'scripted#7' },
    ])
    expect(
      (await world.call('prices.refused', { symbol: 'BTCUSD', from: world.startMs, to: world.startMs + 60_000 })).body,
    ).toEqual([])
    const counts = (await world.call('prices.refused.counts')).body
    expect(counts.map((each: { reason: string; count: number }) => [each.reason, each.count]).sort()).toEqual([
      ['crossed', 1],
      ['jump', 1],
      ['not_a_price', 1],
    ])
  })
  it('keeps the newest of each reason, so that rare ones aren’t displaced, and records what is missing', async () => {
    await world.publish(3, 1000, () => 1_085_000)
    world.source.push({
      symbol: 'EURUSD',
      atMs: world.startMs + 2100,
      bid: 1_184_995,
      ask: 1_185_005,
      price: 1_185_000,
      source: 'scripted#7',
    })
    world.source.push(
      ...Array.from({ length: 20 }, (_, i) => ({
        symbol: 'EURUSD',
        atMs: world.startMs + 2200 + i,
        bid: 2,
        ask: 1,
        price: 1,
      })),
    )
    await world.markets.flush()
    expect(await world.markets.refusedGapsEnd('EURUSD')).toBeUndefined()
    await trimRefused(world.platform.pool, 5)
    await trimRefused(world.platform.pool, 5)
    const { body } = await world.call('prices.refused', {
      symbol: 'EURUSD',
      from: world.startMs,
      to: world.startMs + 60_000,
    })
    expect(body.filter(({ reason }: { reason: string }) => reason === 'crossed')).toHaveLength(5)
    expect(body.at(-1)).toMatchObject({ reason: 'jump', at: world.startMs + 2100 })
    expect(await world.markets.refusedGapsEnd('EURUSD')).toBe(world.startMs + 2214)
  })
  it('lists a rare reason in a batch dominated by a common one', async () => {
    await world.publish(3, 1000, () => 1_085_000)
    world.source.push(
      ...Array.from({ length: 600 }, (_, i) => ({
        symbol: 'EURUSD',
        atMs: world.startMs + 2100 + i,
        bid: 2,
        ask: 1,
        price: 1,
      })),
    )
    world.source.push({
      symbol: 'EURUSD',
      atMs: world.startMs + 2900,
      bid: 1_184_995,
      ask: 1_185_005,
      price: 1_185_000,
      source: 'scripted#7',
    })
    await world.markets.flush()
    const { body } = await world.call('prices.refused', {
      symbol: 'EURUSD',
      from: world.startMs,
      to: world.startMs + 60_000,
    })
    expect(body[0]).toMatchObject({ reason: 'jump' })
    expect(await world.markets.refusedGapsEnd('EURUSD')).toBe(world.startMs + 2699)
  })
  it('keeps a symbol’s newest refused prices', async () => {
    await world.publish(1, 1000, () => 1_085_000)
    world.source.push(
      ...Array.from({ length: 20 }, (_, i) => ({
        symbol: 'EURUSD',
        atMs: world.startMs + 10 + i,
        bid: 2,
        ask: 1,
        price: 1,
      })),
    )
    await world.markets.flush()
    await trimRefused(world.platform.pool, 5)
    const { body } = await world.call('prices.refused', {
      symbol: 'EURUSD',
      from: world.startMs,
      to: world.startMs + 60_000,
    })
    expect(body.map(({ at }: { at: number }) => at - world.startMs)).toEqual([29, 28, 27, 26, 25])
  })
})

it('raises an alarm while the prices of a symbol are missing', async () => {
  const kinds = async () => (await world.platform.alarms.open()).map(({ kind, details }) => [kind, details])
  await world.publish(2, 1000, () => 1_085_000)
  expect(await kinds()).toEqual([])
  for (let step = 0; step < 30; step += 1) await world.platform.clock.advance(10_000)
  expect(await kinds()).toEqual([['prices_stopped', { symbols: 'EURUSD, BTCUSD' }]])
  const nowMs = world.platform.clock.nowMs()
  world.source.push(
    ...['EURUSD', 'BTCUSD'].map((symbol) => ({
      symbol,
      atMs: nowMs,
      bid: 1_085_000,
      ask: 1_085_000,
      price: 1_085_000,
    })),
  )
  await world.markets.flush()
  await world.platform.clock.advance(5_000)
  expect(await kinds()).toEqual([])
})

describe('refusals', () => {
  it.each(['ticks', 'candles', 'prices.refused'] as const)('unknown_symbol: %s', async (name) => {
    const { status, body } = await world.call(name, { symbol: 'NOPE', from: '0', to: '1', interval: '1m' })
    expect([status, body]).toEqual([
      400,
      { type: 'warning', code: 'unknown_symbol', msg: 'The symbol NOPE doesn’t exist.', details: { symbol: 'NOPE' } },
    ])
  })
  it.each([
    ['5', '4'],
    ['-1', '5'],
    ['0', '9000000000000000'],
  ])('bad_range: ticks from %s to %s', async (from, to) => {
    const { status, body } = await world.call('ticks', { symbol: 'EURUSD', from, to })
    expect([status, body.code]).toEqual([400, 'bad_range'])
  })
  it('bad_range: prices.refused', async () => {
    expect(await world.call('prices.refused', { symbol: 'EURUSD', from: '5', to: '4' })).toMatchObject({
      status: 400,
      body: { code: 'bad_range' },
    })
  })
  it.each([
    ['ticks', { symbol: 'EURUSD', from: 'NaN', to: '1' }],
    ['ticks', { symbol: 'EURUSD', from: '0', to: '1e300' }],
    ['candles', { symbol: 'EURUSD', interval: '7m' }],
    ['candles', { symbol: 'EURUSD', interval: '1m', limit: '100000' }],
    ['candles', { symbol: 'x'.repeat(99), interval: '1m' }],
    ['markets.commitments', { p: '0' }],
  ])('bad_input: %s %o', async (name, input) => {
    const { status, body } = await world.call(name as string, input as Record<string, string>)
    expect([status, body.code]).toEqual([400, 'bad_input'])
  })
})
