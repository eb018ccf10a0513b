import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { ConfigError } from '../../platform/config.ts'
import { createMarkets } from '../markets.ts'
import { SimulatedSource } from '../simulator/simulated.ts'
import { readCommitments } from '../simulator/store.ts'
import { verifyHour } from '../simulator/verify.ts'
import { scriptedSource } from '../source.ts'
import { createSource } from './create-source.ts'
import { MixedSource, namedSymbols, shareSymbols } from './mixed.ts'

let platform: TestPlatform
beforeEach(async () => void (platform = await createTestPlatform()))
afterEach(() => platform.stop())

it('feeds each symbol from exactly one source, and the simulated prices still follow from their seed', async () => {
  const live = scriptedSource(['BTCUSD', 'ETHUSD'])
  const simulated = new SimulatedSource(platform, { historyHours: 1 })
  const source = new MixedSource(
    shareSymbols([
      { source: live, only: ['BTCUSD'] },
      { source: simulated, only: undefined },
    ]),
  )
  const markets = createMarkets(platform, { source })
  const startMs = platform.clock.nowMs()
  await markets.start()
  await platform.clock.advance(60_000)
  live.push(
    { symbol: 'BTCUSD', atMs: startMs + 60_000, bid: 70_000_000, ask: 70_000_000, price: 70_000_000 },
    { symbol: 'ETHUSD', atMs: startMs + 60_000, bid: 1, ask: 1, price: 1 },
  )
  await markets.flush()
  const sourcesOf = async (symbol: string) =>
    new Set((await markets.ticksBetween(symbol, startMs, startMs + 60_000)).map((tick) => tick.source))
  expect(await sourcesOf('BTCUSD')).toEqual(new Set(['scripted']))
  for (const symbol of ['ETHUSD', 'EURUSD', 'AAPL']) expect(await sourcesOf(symbol)).toEqual(new Set(['simulated']))
  expect([source.nameOf('BTCUSD'), source.nameOf('ETHUSD'), source.symbols.length]).toEqual([
    'scripted',
    'simulated',
    39,
  ])
  expect(markets.watermarkMs('EURUSD')).toBeGreaterThanOrEqual(startMs + 60_000)

  await platform.clock.advance(2 * 3_600_000)
  await simulated.maintain()
  const hour = Math.floor(startMs / 3_600_000)
  const published = await readCommitments(platform.pool, 1, hour)
  expect(published.map((each) => each.hour)).toEqual([hour + 1, hour])
  const ticks = new Map(
    await Promise.all(
      ['ETHUSD', 'EURUSD'].map(
        async (symbol) =>
          [symbol, await markets.ticksBetween(symbol, hour * 3_600_000, (hour + 1) * 3_600_000 - 1)] as const,
      ),
    ),
  )
  // The clock jumped over most of the hour, so only this check fails.
  expect(
    verifyHour(published[1]!, published[0], ticks)
      .filter(({ holds }) => !holds)
      .map(({ name }) => name),
  ).toEqual(['every second has a tick, or a published refusal'])
  await markets.stop()
})

it('marks a seam when another source takes over a symbol', async () => {
  const run = async (names: string[]) => {
    const sources = names.map((name) => ({ ...scriptedSource(['EURUSD']), name }))
    const { createMetrics } = await import('../../platform/metrics.ts')
    const markets = createMarkets({ ...platform, metrics: createMetrics(false) }, { source: sources[0]! })
    await markets.start()
    await platform.clock.advance(1000)
    sources[0]!.push({
      symbol: 'EURUSD',
      atMs: platform.clock.nowMs(),
      bid: 1_085_000,
      ask: 1_085_000,
      price: 1_085_000,
    })
    await markets.flush()
    await markets.stop()
  }
  const reasons = async () =>
    (await platform.pool.query<{ reason: string }>('SELECT reason FROM markets.seams')).rows.map(({ reason }) => reason)
  await run(['a'])
  await run(['a'])
  expect(await reasons()).toEqual([])
  await run(['b'])
  expect(await reasons()).toEqual(['the source changed from a to b'])
})

it('starts the simulated market with the configured hours of history', async () => {
  const source = createSource({ ...platform, config: { ...platform.config, market: 'simulated:2' } })
  const markets = createMarkets(platform, { source })
  await markets.start()
  await markets.stop()
  const { rows } = await platform.pool.query('SELECT min(at_ms) AS oldest FROM markets.candles WHERE width_s = 3600')
  const hourMs = 3_600_000
  expect(Number(rows[0].oldest)).toBe(Math.floor(platform.clock.nowMs() / hourMs) * hourMs - 2 * hourMs)
})

it('assigns the symbols according to the setting', () => {
  const created = (market: string) => createSource({ ...platform, config: { ...platform.config, market } })
  const mixed = created('ccxt:kraken[BTCUSD,ethusd]+simulated')
  expect(mixed.name).toBe('ccxt:kraken+simulated')
  expect(['BTCUSD', 'LTCUSD', 'EURUSD'].map((symbol) => mixed.nameOf!(symbol))).toEqual([
    'ccxt:kraken',
    'simulated',
    'simulated',
  ])
  expect(['BTCUSD', 'EURUSD'].map((symbol) => mixed.hoursOf!(symbol))).toEqual(['calendar', 'always'])
  expect(created('simulated[forex]').symbols.length).toBe(15)
  expect(namedSymbols('crypto').length).toBe(12)
})

describe('live prices', () => {
  const alpaca = { alpacaKeyId: 'key', alpacaSecret: 'secret' }
  const created = (market: string) => createSource({ ...platform, config: { ...platform.config, ...alpaca, market } })

  it.each(['ccxt:kraken', 'alpaca', 'alpaca[stocks]+ccxt:kraken', 'ccxt:kraken+simulated[EURUSD]'])(
    'from %s are refused, because a currency has no rate',
    (market) => {
      expect(() => created(market)).toThrow(ConfigError)
      expect(() => created(market)).toThrow(/^MARKET: [^\n]*GBPUSD[^\n]*\+simulated[^\n]*$/)
    },
  )

  it.each(['ccxt:kraken+simulated', 'ccxt:kraken+simulated[forex]', 'alpaca+simulated'])(
    'from %s have a rate for every currency',
    (market) => {
      expect(created(market).symbols).toEqual(expect.arrayContaining(['EURUSD', 'GBPUSD']))
    },
  )
})

it.each(['simulated+ccxt:kraken', 'ccxt:kraken[NOPE]+simulated', 'simulated+simulated'])('%s is refused', (market) => {
  expect(() => createSource({ ...platform, config: { ...platform.config, market } })).toThrow(ConfigError)
})
