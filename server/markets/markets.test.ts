import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { createMarkets, type MarketsModule } from './markets.ts'
import { scriptedSource, type ScriptedSource } from './source.ts'
import { chainStart, findBrokenLink } from './tick.ts'

let platform: TestPlatform
let source: ScriptedSource
let markets: MarketsModule
const seconds = (count: number) => count * 1000

beforeEach(async () => {
  platform = await createTestPlatform()
  source = scriptedSource(['EURUSD', 'BTCUSD'])
  markets = createMarkets(platform, { source })
  await markets.start()
})
afterEach(async () => {
  await markets.stop()
  await platform.stop()
})

const quote = (symbol: string, atMs: number, price: number) => ({ symbol, atMs, bid: price - 5, ask: price + 5, price })

/** Pushes prices a second apart from now on, moves the clock to the last and stores them. */
async function run(symbol: string, ...prices: number[]): Promise<number> {
  const startMs = platform.clock.nowMs()
  source.push(...prices.map((price, i) => quote(symbol, startMs + seconds(i), price)))
  await platform.clock.advance(seconds(prices.length - 1))
  source.through(platform.clock.nowMs())
  await markets.flush()
  return startMs
}

describe('the tick record', () => {
  it('is stored before it is told, counted without gaps and chained', async () => {
    const told: number[] = []
    markets.onTick((ticks) => told.push(...ticks.map((tick) => tick.seq)))
    const startMs = await run('EURUSD', 1_085_000, 1_085_010, 1_085_020)
    const ticks = await markets.ticksBetween('EURUSD', startMs, startMs + seconds(5))
    expect(ticks.map((tick) => [tick.seq, tick.atMs - startMs, tick.price])).toEqual([[1, 0, 1_085_000], [2, 1000, 1_085_010], [3, 2000, 1_085_020]])
    expect(told).toEqual([1, 2, 3])
    expect(findBrokenLink(chainStart, ticks)).toBeUndefined()
    expect(findBrokenLink(chainStart, ticks.map((tick) => (tick.seq === 2 ? { ...tick, price: 1 } : tick)))?.seq).toBe(2)
    expect(findBrokenLink(chainStart, [ticks[0]!, ticks[2]!])?.seq).toBe(3)
  })

  it('gives a run of ticks with the hash before it', async () => {
    await run('EURUSD', 1_085_000, 1_085_010, 1_085_020, 1_085_030, 1_085_040)
    const { before, ticks } = await markets.ticksAround('EURUSD', 3, 1, 1)
    expect(ticks.map((tick) => tick.seq)).toEqual([2, 3, 4])
    expect(findBrokenLink(before, ticks)).toBeUndefined()
    expect((await markets.ticksAround('EURUSD', 1, 5, 0)).before).toBe(chainStart)
  })

  it('refuses to be changed', async () => {
    await run('EURUSD', 1_085_000)
    await expect(platform.pool.query('UPDATE markets.ticks SET price = 1')).rejects.toThrow(/append-only/)
    await expect(platform.pool.query('DELETE FROM markets.ticks')).rejects.toThrow(/append-only/)
  })

  it('goes on where it ended when another process takes the lead', async () => {
    await run('EURUSD', 1_085_000, 1_085_010)
    const secondSource = scriptedSource(['EURUSD'])
    const second = createMarkets({ ...platform, metrics: (await createTestPlatformMetrics()) }, { source: secondSource })
    await second.start()
    secondSource.push(quote('EURUSD', platform.clock.nowMs() + 1, 1_085_020))
    await second.flush()
    expect(second.lastTick('EURUSD')?.seq).toBe(2)
    await markets.stop()
    await expect.poll(() => {
      secondSource.push(quote('EURUSD', platform.clock.nowMs() + 5, 1_085_030))
      return second.flush().then(() => second.lastTick('EURUSD')?.seq)
    }).toBe(3)
    await second.stop()
    const ticks = await markets.ticksBetween('EURUSD', 0, platform.clock.nowMs() + 10)
    expect(findBrokenLink(chainStart, ticks)).toBeUndefined()
    await markets.start()
  })

  it('takes up the lead again after the database connection broke', async () => {
    await run('EURUSD', 1_085_000)
    await platform.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()`)
    await expect.poll(() => {
      source.push(quote('EURUSD', platform.clock.nowMs() + 1, 1_085_010))
      return markets.flush().then(() => markets.lastTick('EURUSD')?.seq)
    }, { timeout: 10_000 }).toBe(2)
  })
})

describe('what is complete', () => {
  it('is what the source has promised, and everything for symbols without a source', async () => {
    const startMs = platform.clock.nowMs()
    source.push(quote('EURUSD', startMs + 500, 1_085_000))
    await markets.flush()
    expect(markets.watermarkMs('EURUSD')).toBe(startMs + 499)
    source.through(startMs + 700)
    await markets.flush()
    expect(markets.watermarkMs('EURUSD')).toBe(startMs + 700)
    await platform.clock.advance(seconds(60))
    expect(markets.watermarkMs('AAPL')).toBe(startMs + seconds(60))
    expect(markets.watermarkMs('EURUSD')).toBe(startMs + 700)
  })

  it('takes no tick any more', async () => {
    const startMs = await run('EURUSD', 1_085_000, 1_085_010)
    source.push(quote('EURUSD', startMs + seconds(1), 1_085_050))
    await markets.flush()
    expect((await markets.ticksBetween('EURUSD', startMs, startMs + seconds(9))).length).toBe(2)
    const metrics = await platform.metrics.registry.metrics()
    expect(metrics).toContain('tallystick_ticks_refused_total{reason="late"} 1')
  })
})

it('tells live symbols from stale ones', async () => {
  expect(markets.isTradable('EURUSD', platform.clock.nowMs())).toBe('stale')
  await run('EURUSD', 1_085_000)
  const lastMs = markets.lastTick('EURUSD')!.atMs
  expect(markets.isTradable('EURUSD', lastMs + seconds(30))).toBe('live')
  expect(markets.isTradable('EURUSD', lastMs + seconds(30) + 1)).toBe('stale')
})

it('keeps to the calendar with a source of real prices', async () => {
  await markets.stop()
  const real = scriptedSource(['AAPL', 'BTCUSD'], 'calendar')
  const second = createMarkets({ ...platform, metrics: await createTestPlatformMetrics() }, { source: real })
  expect(second.isTradable('AAPL', Date.UTC(2026, 0, 5, 12))).toBe('closed')
  expect(second.isTradable('AAPL', Date.UTC(2026, 0, 5, 15))).toBe('stale')
  expect(second.isTradable('BTCUSD', Date.UTC(2026, 0, 4, 12))).toBe('stale')
})

describe('strike and exit', () => {
  type Found = { idx: number; strike: bigint | null; exit: bigint | null; strike_at_ms: bigint | null; exit_at_ms: bigint | null; strike_seq: bigint; exit_seq: bigint }
  const find = async (orders: [symbol: string, acceptedMs: number, expiresMs: number][]) => {
    const { rows } = await platform.pool.query<Found>('SELECT * FROM markets.strike_and_exit($1, $2, $3) ORDER BY idx', [
      orders.map((order) => order[0]),
      orders.map((order) => order[1]),
      orders.map((order) => order[2]),
    ])
    return rows
  }

  it('are the first tick after acceptance and the last at or before expiry', async () => {
    const t = await run('EURUSD', 100_000, 100_010, 100_020, 100_030, 100_040, 100_050)
    const rows = await find([
      ['EURUSD', t, t + 5000],
      ['EURUSD', t - 1, t + 4999],
      ['EURUSD', t + 1500, t + 1900],
      ['EURUSD', t + 5000, t + 10_000],
      ['AAPL', t, t + 5000],
      ['EURUSD', t + 500, t + 1000],
    ])
    expect(rows.map((row) => [row.idx, row.strike, row.exit])).toEqual([
      [1, 100_010n, 100_050n],
      [2, 100_000n, 100_040n],
      [3, null, null],
      [4, null, null],
      [5, null, null],
      [6, 100_010n, 100_010n],
    ])
    expect(rows[0]).toMatchObject({ strike_seq: 2n, strike_at_ms: BigInt(t + 1000), exit_seq: 6n, exit_at_ms: BigInt(t + 5000) })
  })

  it('of ticks in the same millisecond are the first and the last in their order', async () => {
    const t = platform.clock.nowMs()
    source.push(quote('EURUSD', t + 1000, 100_000), quote('EURUSD', t + 1000, 100_020), quote('EURUSD', t + 2000, 100_030), quote('EURUSD', t + 2000, 100_010))
    await markets.flush()
    const [row] = await find([['EURUSD', t, t + 2000]])
    expect(row).toMatchObject({ strike: 100_000n, exit: 100_010n })
  })

  it('agree with a search through all ticks, for random orders', async () => {
    const prices = Array.from({ length: 120 }, (_, i) => 1_000_000 + ((i * 7919) % 50) * 10)
    const t = await run('BTCUSD', ...prices)
    const ticks = await markets.ticksBetween('BTCUSD', t, t + seconds(200))
    const orders = Array.from({ length: 500 }, (_, i): [string, number, number] => {
      const accepted = t - 2000 + ((i * 104_729) % 120_000)
      return ['BTCUSD', accepted, accepted + [5, 10, 30, 60, 180][i % 5]! * 1000]
    })
    const rows = await find(orders)
    const expected = orders.map(([, accepted, expires]) => {
      const within = ticks.filter((tick) => tick.atMs > accepted && tick.atMs <= expires)
      return [within[0]?.seq, within.at(-1)?.seq].map((seq) => (seq === undefined ? null : BigInt(seq)))
    })
    expect(rows.map((row) => [row.strike_seq, row.exit_seq])).toEqual(expected)
  })
})

async function createTestPlatformMetrics() {
  const { createMetrics } = await import('../platform/metrics.ts')
  return createMetrics(false)
}
