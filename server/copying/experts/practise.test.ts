import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '../../../api/call.ts'
import type { copyingCalls } from '../../../api/calls/copying/copying.ts'
import type { TradeRecord } from '../../../api/calls/trading/trading.ts'
import { experts } from '../../../api/experts.ts'
import { createTestPlatform } from '../../../tests/harness.ts'
import { createIdentity } from '../../identity/public.ts'
import { createLedger } from '../../ledger/public.ts'
import { createMarkets, scriptedSource } from '../../markets/public.ts'
import { createOperators } from '../../operators/public.ts'
import { createStillClock } from '../../platform/time/clock.ts'
import type { CopyingContext } from '../context.ts'
import { listStoredExperts } from './experts-store.ts'
import { createExperts } from './practise.ts'
import { strategyOf } from '../strategies/strategies.ts'
import { allSymbols, createCopyingWorld, startMs, type Copier, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let ada: Copier
/** A scripted world in which every symbol has past prices. */
let practised: CopyingWorld
beforeAll(async () => {
  practised = await createCopyingWorld(
    (second) =>
      100_000 + Math.round(60 * Math.sin(second / 97) + 25 * Math.sin(second / 13) + 9 * Math.sin(second / 3)) * 10,
    allSymbols,
  )
  // Waves with a trend: closes leave their range from time to time, in both directions.
  world = await createCopyingWorld(
    (second) => 100_000 + Math.round(60 * Math.sin(second / 97) + 25 * Math.sin(second / 13)) * 10,
  )
  ada = await world.addCopier()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).breaks).toEqual([])
  await world.stop()
  await practised.stop()
})

const tradesOf = async (tid: string) =>
  (await world.as(ada, 'traders.record', { tid })).body.trades as OutputOf<
    (typeof copyingCalls)['traders.record']
  >['trades']

it('counts neither experts nor their trades in the public figures', async () => {
  const { identity, trading } = practised
  expect(await identity.figures()).toMatchObject({ customers: 0 })
  expect((await trading.figures(0, [])).won).toBeGreaterThan(0)
  expect(await trading.figures(0, await identity.simulatedAccounts())).toMatchObject({ settled: 0 })
})

it('runs an expert over the hours before its creation, with its rule and the normal settlement', async () => {
  const trades = await tradesOf('breakwater')
  expect(trades.length).toBeGreaterThan(5)
  for (const { by, acceptedAt, expiresAt, status, symbol } of trades) {
    expect(by).toBe('strategy')
    expect(acceptedAt % 30_000).toBe(0)
    expect(expiresAt).toBeLessThanOrEqual(startMs)
    expect(status).not.toBe('OPEN')
    expect(['BTCUSD', 'ETHUSD']).toContain(symbol)
  }
  const [first] = (await world.as(ada, 'traders.show', { tid: 'breakwater' })).body.lastTrades as TradeRecord[]
  expect(first!.strike).not.toBeNull()
  // An expert whose symbols have no price history can't practise.
  expect(await tradesOf('pendulum')).toEqual([])
})

it('decides on an order without any later price', async () => {
  const { pool } = world.platform
  const { rows } = await pool.query(
    `SELECT key, type, accepted_at_ms FROM trading.trades WHERE key LIKE 'strategy breakwater BTCUSD %' ORDER BY id`,
  )
  for (const { key, type, accepted_at_ms: at } of rows) {
    expect(key).toBe(`strategy breakwater BTCUSD ${at}`)
    const { rows: seen } = await pool.query(
      `SELECT at_ms, price FROM markets.ticks WHERE symbol = 'BTCUSD' AND at_ms >= $1 AND at_ms < $2 ORDER BY at_ms`,
      [Number(at) - 21 * 30_000, at],
    )
    const close = Number(seen.at(-1).price)
    const channel = seen
      .filter(({ at_ms: then }) => Number(then) < Number(at) - 30_000)
      .map(({ price }) => Number(price))
    expect(type === 'BUY' ? close > Math.max(...channel) : close < Math.min(...channel)).toBe(true)
  }
})

it.each(['breakwater', 'pendulum', 'shoreline', 'crossing', 'tailwind', 'steadfast'])(
  'places a trade for every signal from %s’s rule, at any candle width',
  async (id) => {
    const expert = experts.find((each) => each.id === id)!
    const strategy = strategyOf(expert.strategy)!
    const widthMs = strategy.candleS * 1000
    const { createdAtMs } = (await listStoredExperts(practised.platform.db)).find((each) => each.id === id)!
    const expected: string[] = []
    for (const symbol of expert.symbols) {
      const candles = await practised.markets.candlesBetween(symbol, widthMs, startMs - 3_600_000, startMs)
      const firstMs = (await practised.markets.ticksBetween(symbol, startMs - 3_600_000, startMs, 1))[0]!.atMs
      for (let atMs = Math.ceil(firstMs / widthMs) * widthMs + 1; atMs <= createdAtMs - 180_000; atMs++) {
        const endMs = Math.ceil(atMs / widthMs) * widthMs
        atMs = endMs
        if (endMs > createdAtMs - 180_000) break
        const seen = candles.filter((candle) => candle.atMs < endMs).slice(-strategy.lookback)
        if (seen.at(-1)?.atMs === endMs - widthMs && strategy.decide({ symbol, candles: seen, atMs: endMs }))
          expected.push(`strategy ${id} ${symbol} ${endMs}`)
      }
    }
    const { rows } = await practised.platform.pool.query<{ key: string }>(
      'SELECT key FROM trading.trades WHERE key LIKE $1',
      [`strategy ${id} %`],
    )
    expect(rows.map(({ key }) => key).sort()).toEqual(expected.sort())
    if (['pendulum', 'shoreline'].includes(id))
      expect(expected.filter((key) => Number(key.split(' ')[3]) % 30_000 !== 0).length).toBeGreaterThan(0)
  },
)

it('lets only experts trade on past prices', async () => {
  const part = { shard: ada.shard, customerId: ada.id, asset: 'USD', stakeMinor: 10_00n, freeBps: -1 } as const
  const terms = { symbol: 'BTCUSD', type: 'BUY', intervalS: 60, key: 'strategy x', copyKey: 'copy x' } as const
  await expect(world.trading.placeTogether(terms, [part], startMs - 600_000)).rejects.toThrow(
    'only an expert may practise',
  )
})

it.each(['ledger.post', 'the insert'])(
  'creates each expert and its capital once when the first start is interrupted before %s',
  async (cut) => {
    const platform = await createTestPlatform({ PRACTICE_GRANT: '0.00' }, createStillClock(startMs))
    const ledger = createLedger(platform)
    const identity = createIdentity(platform, { ledger, operators: createOperators(platform, { ledger }) })
    const markets = createMarkets(platform, { source: scriptedSource([]) })
    const context = { ...platform, ledger, identity, markets } as unknown as CopyingContext
    const post: CopyingContext['ledger']['post'] = async (...given) => {
      if (cut === 'the insert') await ledger.post(...given)
      throw new Error('killed')
    }
    await expect(createExperts({ ...context, ledger: { ...ledger, post } })).rejects.toThrow('killed')
    expect(await listStoredExperts(platform.db)).toEqual([])
    await createExperts(context)
    await createExperts(context)
    const stored = await listStoredExperts(platform.db)
    expect(stored.map(({ id }) => id).sort()).toEqual(experts.map(({ id }) => id).sort())
    expect((await identity.simulatedAccounts()).sort()).toEqual(stored.map(({ customerId }) => customerId).sort())
    for (const { customerId: owner } of stored)
      expect((await ledger.balance({ owner, code: 'trading', asset: 'USD' })).balanceMinor).toBe(10_000_00n)
    await identity.stop()
    await platform.stop()
  },
)
