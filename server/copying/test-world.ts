import { copyingCalls } from '../../api/calls/copying/copying.ts'
import { identityCalls } from '../../api/calls/identity/identity.ts'
import { limitsCalls } from '../../api/calls/limits/limits.ts'
import { marketsCalls } from '../../api/calls/markets/markets.ts'
import type { CashAsset } from '../../api/money.ts'
import { robotCalls } from '../../api/calls/copying/robot.ts'
import { tradingCalls } from '../../api/calls/trading/trading.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { createIdentity, type Identity } from '../identity/public.ts'
import { createLedger, type Ledger } from '../ledger/public.ts'
import { createLimits, type Limits } from '../limits/public.ts'
import { createMarkets, scriptedSource, type Markets } from '../markets/public.ts'
import { createOperators } from '../operators/public.ts'
import { signInOperator } from '../operators/test-operator.ts'
import { createStillClock } from '../platform/time/clock.ts'
import { shardOf } from '../platform/random.ts'
import { createTrading, type Trading } from '../trading/public.ts'
import { createCopying, type Copying } from './public.ts'

const hourMs = 3_600_000
export const startMs = Date.UTC(2026, 0, 5, 12)
export const allSymbols = ['BTCUSD', 'ETHUSD', 'EURUSD', 'GBPUSD', 'NVDA'] as const
type Symbol = (typeof allSymbols)[number]
export type Copier = { id: string; shard: number; secrete: string }

/**
 * Experts and copying with real modules and a real database. The clock advances only on demand, and the test publishes
 * prices.
 */
export type CopyingWorld = {
  platform: TestPlatform
  ledger: Ledger
  markets: Markets
  identity: Identity
  limits: Limits
  trading: Trading
  copying: Copying
  call: TestApi['call']
  /** Serves the calls on a free port and resolves with the URL. */
  listen(): Promise<string>
  as(customer: Copier, name: string, input?: Record<string, unknown>): ReturnType<TestApi['call']>
  operator(): Promise<string>
  addCopier(balanceMinor?: bigint, currency?: CashAsset): Promise<Copier>
  balance(customer: Pick<Copier, 'id'>, currency?: CashAsset): Promise<bigint>
  /** Advances the clock and publishes a symbol's price at the new time. */
  price(symbol: Symbol, afterMs: number, price: number): Promise<void>
  /**
   * Places an expert's order at the current price, publishes its strike and, at its expiry, a higher or lower exit
   * price, and then settles it.
   */
  round(expertId: string, key: string, move: 'up' | 'down', type?: 'BUY' | 'SELL'): Promise<void>
  settle(): Promise<void>
  stop(): Promise<void>
}

/**
 * `past`: publishes a price of each of `pastSymbols` for every second of the previous hour, for experts to practise on.
 */
export async function createCopyingWorld(
  past?: (second: number) => number,
  pastSymbols: readonly Symbol[] = ['BTCUSD', 'ETHUSD'],
): Promise<CopyingWorld> {
  const clock = createStillClock(startMs)
  const platform = await createTestPlatform({ PRACTICE_GRANT: '0.00' }, clock)
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const identity = createIdentity(platform, { ledger, operators })
  const source = scriptedSource(allSymbols)
  if (past) source.warmUpMs = hourMs
  const markets = createMarkets(platform, { source })
  const limits = createLimits(platform, { identity })
  const trading = createTrading(platform, {
    ledger,
    markets,
    customer: identity.customer,
    orderRules: limits.orderRules,
    manyOrderRules: limits.manyOrderRules,
  })
  limits.readFrom({ tradingResult: trading.resultSince, depositedSince: async () => 0n })
  const copying = createCopying(platform, { ledger, markets, trading, identity, limits, operators })
  const calls = { ...identityCalls, ...tradingCalls, ...limitsCalls, ...marketsCalls, ...copyingCalls, ...robotCalls }
  const { calls: identityBindings } = identity
  const api = await serveCalls(
    platform,
    calls,
    { ...identityBindings, ...trading.calls, ...limits.calls, ...markets.calls, ...copying.calls },
    limits.countingTime(identity.sessionOf),
    operators.operatorOf,
  )
  await ledger.start()
  await markets.start()
  for (let second = -3_599; past && second < 0; second++) {
    for (const symbol of pastSymbols)
      source.push({
        symbol,
        atMs: startMs + second * 1000,
        bid: past(second) - 10,
        ask: past(second) + 10,
        price: past(second),
      })
  }
  for (const symbol of allSymbols) source.push({ symbol, atMs: startMs, bid: 99_990, ask: 100_010, price: 100_000 })
  source.through(startMs, allSymbols)
  await markets.flush()
  await trading.start()
  await copying.start()
  await copying.practised()
  let people = 0
  const world: CopyingWorld = {
    platform,
    ledger,
    markets,
    identity,
    limits,
    trading,
    copying,
    call: api.call,
    listen: () => api.http.listen({ port: 0, host: '127.0.0.1' }),
    as: (customer, name, input = {}) => api.call(name, input, { secrete: customer.secrete }),
    operator: () => signInOperator(platform, operators, 'owner'),
    async addCopier(balanceMinor = 1_000_00n, currency = 'USD') {
      people++
      const { customerId: id } = await identity.addCustomer({
        email: `copier-${people}@example.org`,
        name: 'Some Copier',
        country: 'United Kingdom',
        phone: `+44 20 7946 ${String(people).padStart(4, '0')}`,
        currency,
      })
      if (balanceMinor > 0n)
        await ledger.post([
          {
            debit: { house: 'practice_grants' },
            credit: { owner: id, code: 'trading' },
            asset: currency,
            amountMinor: balanceMinor,
            kind: 'practice_grant',
          },
        ])
      return { id, shard: shardOf(id), secrete: await identity.openSession(id) }
    },
    balance: async ({ id }, currency = 'USD') =>
      (await ledger.balance({ owner: id, code: 'trading', asset: currency })).balanceMinor,
    async price(symbol, afterMs, price) {
      await clock.advance(afterMs)
      source.push({ symbol, atMs: clock.nowMs(), bid: price - 10, ask: price + 10, price })
      source.through(clock.nowMs(), allSymbols)
      await markets.flush()
    },
    async round(expertId, key, move, type = 'BUY') {
      await world.price('BTCUSD', 1_000, 100_000)
      await copying.placeOrder(expertId, { symbol: 'BTCUSD', type, intervalS: 5, key })
      await world.price('BTCUSD', 1_000, 100_000)
      await world.price('BTCUSD', 4_000, move === 'up' ? 100_100 : 99_900)
      await world.settle()
    },
    async settle() {
      await trading.settle()
      await copying.settleCopies()
    },
    async stop() {
      await copying.stop()
      await api.stop()
      await trading.stop()
      await markets.stop()
      await limits.stop()
      await identity.stop()
      await ledger.stop()
      await platform.stop()
    },
  }
  return world
}
