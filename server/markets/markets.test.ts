import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { createMarkets, type MarketsModule } from './markets.ts'
import { scriptedSource, type ScriptedSource } from './source.ts'
import { storeBatch } from './store.ts'
import { hashChainStart, findBrokenLink, tickHash, type Tick } from './tick.ts'

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

/** Pushes prices one second apart, moves the clock to the last price and stores them. */
async function run(symbol: string, ...prices: number[]): Promise<number> {
  const startMs = platform.clock.nowMs()
  source.push(...prices.map((price, i) => quote(symbol, startMs + seconds(i), price)))
  await platform.clock.advance(seconds(prices.length - 1))
  source.through(platform.clock.nowMs())
  await markets.flush()
  return startMs
}

/**
 * Returns the database sessions that lead the feed in this database. Other tests have leaders in other databases of the
 * same server.
 */
const leaders = async () =>
  (
    await platform.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
  ).rows.map(({ pid }) => pid)

describe('the tick record', () => {
  it('is stored before it is published, numbered without gaps and linked by hashes', async () => {
    const published: number[] = []
    markets.onTick((ticks) => published.push(...ticks.map((tick) => tick.seq)))
    const startMs = await run('EURUSD', 1_085_000, 1_085_010, 1_085_020)
    const ticks = await markets.ticksBetween('EURUSD', startMs, startMs + seconds(5))
    expect(ticks.map((tick) => [tick.seq, tick.atMs - startMs, tick.price])).toEqual([
      [1, 0, 1_085_000],
      [2, 1000, 1_085_010],
      [3, 2000, 1_085_020],
    ])
    expect(published).toEqual([1, 2, 3])
    expect(findBrokenLink(hashChainStart, ticks)).toBeUndefined()
    expect(
      findBrokenLink(
        hashChainStart,
        ticks.map((tick) => (tick.seq === 2 ? { ...tick, price: 1 } : tick)),
      )?.seq,
    ).toBe(2)
    expect(findBrokenLink(hashChainStart, [ticks[0]!, ticks[2]!])?.seq).toBe(3)
  })

  it('returns a run of ticks and the hash of the tick before it', async () => {
    await run('EURUSD', 1_085_000, 1_085_010, 1_085_020, 1_085_030, 1_085_040)
    const { before, ticks } = await markets.ticksAround('EURUSD', 3, 1, 1)
    expect(ticks.map((tick) => tick.seq)).toEqual([2, 3, 4])
    expect(findBrokenLink(before, ticks)).toBeUndefined()
    expect((await markets.ticksAround('EURUSD', 1, 5, 0)).before).toBe(hashChainStart)
  })

  it('refuses changes, even in its partitions', async () => {
    await run('EURUSD', 1_085_000)
    const { rows } = await platform.pool.query<{ part: string }>(
      `SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'markets.ticks'::regclass ORDER BY 1`,
    )
    const parts = rows.map(({ part }) => part)
    expect(parts).toEqual(['markets.ticks_20260105', 'markets.ticks_20260106'])
    for (const change of [
      'UPDATE markets.ticks SET price = 1',
      'DELETE FROM markets.ticks',
      'UPDATE markets.ticks_20260105 SET price = 1',
      'DELETE FROM markets.ticks_20260105',
    ]) {
      await expect(platform.owner.query(change), change).rejects.toThrow(/append-only/)
    }
    for (const table of ['markets.ticks', ...parts, 'markets.heads'])
      await expect(platform.owner.query(`TRUNCATE ${table}`), table).rejects.toThrow(/append-only/)
    await markets.stop()
    // Retries, because a session reports a failure before it releases the lock that it took for this statement.
    const refusedAsChange = (text: string) =>
      vi.waitFor(() => expect(platform.owner.query(text), text).rejects.toThrow(/append-only/), { timeout: 10_000 })
    await refusedAsChange(
      `INSERT INTO markets.ticks_20260105
       SELECT symbol, seq + 1, at_ms + 1, bid, ask, price, source, hash FROM markets.ticks`,
    )
    for (const change of ['seq = 0', `hash = decode(repeat('ab', 32), 'hex')`, 'complete_ms = 0'])
      await refusedAsChange(`UPDATE markets.heads SET ${change}`)
  })

  it('accepts only ticks that extend it, and only from the leading session', async () => {
    const startMs = await run('EURUSD', 1_085_000, 1_085_010)
    const { ticks } = await markets.ticksAround('EURUSD', 2, 0, 0)
    const head = ticks[0]!
    const append = async (change: Partial<Tick>) => {
      const placed = { ...head, seq: 3, atMs: startMs + 1001, ...change }
      const client = await platform.pool.connect()
      await storeBatch(client, {
        ticks: [{ ...placed, hash: change.hash ?? tickHash(head.hash, placed) }],
        complete: {},
        states: [],
        refused: [],
        counts: [],
        source: undefined,
      }).finally(() => client.release())
    }
    await expect(append({})).rejects.toThrow('another session leads the price feed')
    await markets.stop()
    for (const wrong of [{ seq: 2 }, { seq: 4 }, { atMs: startMs + 1000 }, { hash: 'ab'.repeat(32) }]) {
      await expect(append(wrong), JSON.stringify(wrong)).rejects.toThrow(/does not extend the record/)
    }
    await append({})
    await expect(append({ atMs: startMs + 1002 })).rejects.toThrow(/does not extend the record/)
    await markets.start()
    source.push(quote('EURUSD', startMs + 2000, 1_085_020))
    await markets.flush()
    const stored = await markets.ticksBetween('EURUSD', startMs, startMs + 9000)
    expect(stored.map((each) => each.seq)).toEqual([1, 2, 3, 4])
    expect(findBrokenLink(hashChainStart, stored)).toBeUndefined()
  })

  it('continues where it ended when another process becomes the leader', async () => {
    await run('EURUSD', 1_085_000, 1_085_010)
    const secondSource = scriptedSource(['EURUSD'])
    const second = createMarkets({ ...platform, metrics: await createTestPlatformMetrics() }, { source: secondSource })
    await second.start()
    secondSource.push(quote('EURUSD', platform.clock.nowMs() + 1, 1_085_020))
    await second.flush()
    expect(second.lastTick('EURUSD')?.seq).toBe(2)
    await markets.stop()
    await expect
      .poll(() => {
        secondSource.push(quote('EURUSD', platform.clock.nowMs() + 5, 1_085_030))
        return second.flush().then(() => second.lastTick('EURUSD')?.seq)
      })
      .toBe(3)
    await second.stop()
    const ticks = await markets.ticksBetween('EURUSD', 0, platform.clock.nowMs() + 10)
    expect(findBrokenLink(hashChainStart, ticks)).toBeUndefined()
    await markets.start()
  })

  it('gets a new leader quickly: waiting processes always try four times a second', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const second = createMarkets(
      { ...platform, metrics: await createTestPlatformMetrics() },
      { source: scriptedSource(['EURUSD']) },
    )
    await second.start()
    const pauses = () =>
      timers.mock.calls.map(([, ms]) => ms).filter((ms) => [250, 500, 1_000, 2_000].includes(ms ?? 0))
    await expect.poll(() => pauses().length, { timeout: 5_000 }).toBeGreaterThan(2)
    expect(new Set(pauses())).toEqual(new Set([250]))
    timers.mockRestore()
    await second.stop()
  })

  it('gets a leader again after the database connection breaks', async () => {
    await run('EURUSD', 1_085_000)
    for (const leader of await leaders()) await platform.pool.query('SELECT pg_terminate_backend($1)', [leader])
    await expect
      .poll(
        () => {
          source.push(quote('EURUSD', platform.clock.nowMs() + 1, 1_085_010))
          return markets.flush().then(() => markets.lastTick('EURUSD')?.seq)
        },
        { timeout: 10_000 },
      )
      .toBe(2)
  })
})

describe('a leader that loses its connection in the middle of an insert', () => {
  /** Blocks inserts, lets one wait, and ends the leading session. Resolves when there is a leader again. */
  async function loseLeadWhileStoring(holder: PoolClient): Promise<void> {
    const waiting = async () =>
      (
        await platform.pool.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rowCount
    await holder.query('BEGIN; LOCK TABLE markets.ticks IN SHARE MODE')
    source.push(quote('EURUSD', platform.clock.nowMs() + 500, 1_085_010))
    await expect.poll(waiting).toBe(1)
    const [before] = await leaders()
    void platform.clock.advance(seconds(1))
    await platform.pool.query('SELECT pg_terminate_backend($1)', [before])
    await expect.poll(async () => (await leaders()).filter((pid) => pid !== before).length, { timeout: 10_000 }).toBe(1)
  }

  it('neither forks the hash chain nor adds ticks before the watermark', async () => {
    const startMs = await run('EURUSD', 1_085_000)
    const holder = await platform.owner.connect()
    let completeAtTheTime: Tick[]
    try {
      await loseLeadWhileStoring(holder)
      await expect.poll(() => markets.watermarkMs('EURUSD')).toBe(startMs + 999)
      completeAtTheTime = await markets.ticksBetween('EURUSD', 0, startMs + 999)
      source.push(quote('EURUSD', startMs + 1500, 1_085_020), quote('EURUSD', startMs + 2000, 1_085_030))
    } finally {
      holder.release(true)
    }
    await expect.poll(() => markets.lastTick('EURUSD')?.atMs).toBe(startMs + 2000)
    const ticks = await markets.ticksBetween('EURUSD', 0, startMs + seconds(9))
    expect(findBrokenLink(hashChainStart, ticks)).toBeUndefined()
    expect(ticks.map((tick) => tick.seq)).toEqual([1, 2, 3])
    expect(ticks.filter((tick) => tick.atMs <= startMs + 999)).toEqual(completeAtTheTime)
  })
})

describe('readiness', () => {
  it('starts with the feed’s first batch and ends when the feed falls silent', async () => {
    await expect.poll(() => markets.ready()).toBe(true)
    const monotonicMs = vi.spyOn(platform.clock, 'monotonicMs')
    monotonicMs.mockReturnValue(performance.now() + 11_000)
    expect(markets.ready()).toBe(false)
    monotonicMs.mockRestore()
    await markets.stop()
    expect(markets.ready()).toBe(false)
    await markets.start()
  })

  it('waits for a source that has not started', async () => {
    await markets.stop()
    const begun = Promise.withResolvers<void>()
    const late = { ...scriptedSource(['EURUSD']), start: () => begun.promise }
    const second = createMarkets({ ...platform, metrics: await createTestPlatformMetrics() }, { source: late })
    await second.start()
    await expect.poll(() => second.watermarkMs('AAPL')).toBeGreaterThan(0)
    expect(second.ready()).toBe(false)
    begun.resolve()
    await expect.poll(() => second.ready()).toBe(true)
    await second.stop()
  })
})

describe('the watermark', () => {
  it('is kept by the next leader, regardless of its clock', async () => {
    const startMs = await run('EURUSD', 1_085_000)
    source.through(startMs + 700)
    await markets.flush()
    await markets.stop()
    await markets.start()
    source.push(quote('EURUSD', startMs + 700, 1_085_010), quote('EURUSD', startMs + 701, 1_085_020))
    await markets.flush()
    expect(
      (await markets.ticksBetween('EURUSD', startMs, startMs + seconds(9))).map((tick) => tick.atMs - startMs),
    ).toEqual([0, 701])
  })

  it('is set by the source, and follows the clock for symbols without a source', async () => {
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

  it('causes ticks at or before it to be refused', async () => {
    const startMs = await run('EURUSD', 1_085_000, 1_085_010)
    source.push(quote('EURUSD', startMs + seconds(1), 1_085_050))
    await markets.flush()
    expect((await markets.ticksBetween('EURUSD', startMs, startMs + seconds(9))).length).toBe(2)
    const metrics = await platform.metrics.registry.metrics()
    expect(metrics).toContain('tallystick_ticks_refused_total{reason="late"} 1')
  })
})

it('checks the first price after a restart against the last one before it', async () => {
  await run('EURUSD', 1_085_000, 1_085_010, 1_085_000)
  await markets.stop()
  await platform.clock.advance(seconds(5))
  await markets.start()
  const nowMs = platform.clock.nowMs()
  source.push(quote('EURUSD', nowMs + 1, 1_285_000), quote('EURUSD', nowMs + 2, 1_085_020))
  await markets.flush()
  expect((await markets.ticksBetween('EURUSD', nowMs, nowMs + seconds(1))).map((tick) => tick.price)).toEqual([
    1_085_020,
  ])
  expect(await markets.refusedOfEachReason('EURUSD', nowMs, nowMs + seconds(1), 10)).toMatchObject([
    { price: 1_285_000, reason: 'jump' },
  ])
})

it('distinguishes live from stale symbols', async () => {
  expect(markets.isTradable('EURUSD', platform.clock.nowMs())).toBe('stale')
  await run('EURUSD', 1_085_000)
  const lastMs = markets.lastTick('EURUSD')!.atMs
  expect(markets.isTradable('EURUSD', lastMs + seconds(30))).toBe('live')
  expect(markets.isTradable('EURUSD', lastMs + seconds(30) + 1)).toBe('stale')
})

it('follows the calendar with a source of real prices', async () => {
  await markets.stop()
  const real = scriptedSource(['AAPL', 'BTCUSD'], 'calendar')
  const second = createMarkets({ ...platform, metrics: await createTestPlatformMetrics() }, { source: real })
  expect(second.isTradable('AAPL', Date.UTC(2026, 0, 5, 12))).toBe('closed')
  expect(second.isTradable('AAPL', Date.UTC(2026, 0, 5, 15))).toBe('stale')
  expect(second.isTradable('BTCUSD', Date.UTC(2026, 0, 4, 12))).toBe('stale')
})

describe('strike and exit', () => {
  type Found = {
    idx: number
    strike: bigint | null
    exit: bigint | null
    strike_at_ms: bigint | null
    exit_at_ms: bigint | null
    strike_seq: bigint
    exit_seq: bigint
  }
  const find = async (orders: [symbol: string, acceptedMs: number, expiresMs: number][]) => {
    const { rows } = await platform.pool.query<Found>(
      'SELECT * FROM markets.strike_and_exit($1, $2, $3) ORDER BY idx',
      [orders.map((order) => order[0]), orders.map((order) => order[1]), orders.map((order) => order[2])],
    )
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
    expect(rows[0]).toMatchObject({
      strike_seq: 2n,
      strike_at_ms: BigInt(t + 1000),
      exit_seq: 6n,
      exit_at_ms: BigInt(t + 5000),
    })
  })

  it('are the first and the last by sequence number if several ticks share a millisecond', async () => {
    const t = platform.clock.nowMs()
    source.push(
      quote('EURUSD', t + 1000, 100_000),
      quote('EURUSD', t + 1000, 100_020),
      quote('EURUSD', t + 2000, 100_030),
      quote('EURUSD', t + 2000, 100_010),
    )
    await markets.flush()
    const [row] = await find([['EURUSD', t, t + 2000]])
    expect(row).toMatchObject({ strike: 100_000n, exit: 100_010n })
  })

  it('match a search through all ticks, for random orders', async () => {
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
