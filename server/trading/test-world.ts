import { customerActivityCalls } from '../../api/calls/trading/customer-activity.ts'
import { guessCalls } from '../../api/calls/trading/guess.ts'
import { workspaceCalls } from '../../api/calls/trading/workspace.ts'
import { activityCalls } from '../../api/calls/trading/activity.ts'
import { tradingDeskCalls } from '../../api/calls/trading/trading-desk.ts'
import { tradingCalls } from '../../api/calls/trading/trading.ts'
import type { CashAsset } from '../../api/money.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { createLedger, type Ledger } from '../ledger/public.ts'
import { createMarkets, scriptedSource, type ScriptedSource, type Source } from '../markets/public.ts'
import { createOperators } from '../operators/public.ts'
import { createStillClock } from '../platform/time/clock.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import { createTransparency, type Transparency } from '../transparency/public.ts'
import { defaultLimits, type TradingLimits } from './orders/limits.ts'
import { createTrading, type OrderRulesFinder, type Trading } from './public.ts'

export const startMs = Date.UTC(2026, 0, 5, 12)
/** ID of the operator with `operatorSecret`. */
const operatorId = '01890000-0000-7000-8000-00000000000a'
/** Session secret of an operator who may view alarms. */
export const operatorSecret = 'secret-of-an-operator'

/** Trading with a real ledger, markets and database, and a clock that advances only on demand. For tests. */
export type TradingWorld = {
  platform: TestPlatform
  ledger: Ledger
  markets: ReturnType<typeof createMarkets>
  trading: Trading
  /** The log that receipts are proven by. It advances only on demand, and has no signer until then. */
  transparency: Transparency
  api: TestApi
  /** Adds a customer with this balance. Returns the session secret and the ID. */
  addCustomer(balanceMinor?: bigint, currency?: CashAsset): Promise<{ secrete: string; id: string }>
  revoke(secrete: string): void
  balance(id: string, currency?: CashAsset): Promise<bigint>
  stop(): Promise<void>
}

/** `source`: a price source, a setting that names one, or a function that creates one. */
export async function createTradingWorld(
  source: Source | { MARKET: string } | ((platform: TestPlatform) => Source),
  given: { limits?: Partial<TradingLimits>; startAtMs?: number; orderRules?: OrderRulesFinder } = {},
): Promise<TradingWorld> {
  const clock = createStillClock(given.startAtMs ?? startMs)
  const platform = await createTestPlatform('MARKET' in source ? source : {}, clock)
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const markets = createMarkets(
    platform,
    'MARKET' in source ? {} : { source: typeof source === 'function' ? source(platform) : source },
  )
  const customers = new Map<string, { currency: CashAsset }>()
  const sessions = new Map<string, string>()
  const limits = { ...defaultLimits.USD, ...given.limits }
  const customer = (id: string) => customers.get(id)!
  const transparency = createTransparency(platform, { ledger })
  const trading = createTrading(
    platform,
    {
      ledger,
      proveBatch: transparency.proveBatch,
      markets,
      operators,
      customer,
      isCustomer: async (id) => customers.has(id),
      ...(given.orderRules && { orderRules: given.orderRules }),
    },
    { limits: { USD: limits, EUR: limits, GBP: limits }, intake: { lanes: 2, maxBatch: 512 } },
  )
  const api = await serveCalls(
    platform,
    {
      ...tradingCalls,
      ...tradingDeskCalls,
      ...guessCalls,
      ...activityCalls,
      ...workspaceCalls,
      ...customerActivityCalls,
    },
    trading.calls,
    (secrete) => {
      const customerId = sessions.get(secrete)
      return customerId === undefined ? null : { sessionId: customerId, customerId, shard: shardOf(customerId) }
    },
    (secrete) =>
      secrete === operatorSecret
        ? { sessionId: secrete, operatorId, permissions: new Set(['alarms.read', 'customers.read']) }
        : null,
  )
  await markets.start()
  await trading.start()
  return {
    platform,
    ledger,
    markets,
    trading,
    transparency,
    api,
    async addCustomer(balanceMinor = 10_000_00n, currency = 'USD') {
      const id = uuidv7(clock.nowMs(), platform.random)
      const secrete = `secret-${sessions.size}`
      sessions.set(secrete, id)
      customers.set(id, { currency })
      if (balanceMinor > 0n) {
        await ledger.post([
          {
            debit: { house: 'practice_grants' },
            credit: { owner: id, code: 'trading' },
            asset: currency,
            amountMinor: balanceMinor,
            kind: 'practice_grant',
          },
        ])
      }
      return { secrete, id }
    },
    revoke: (secrete) => void sessions.delete(secrete),
    balance: async (id, currency = 'USD') =>
      (await ledger.balance({ owner: id, code: 'trading', asset: currency })).balanceMinor,
    async stop() {
      await api.stop()
      await trading.stop()
      await transparency.stop()
      await markets.stop()
      await platform.stop()
    },
  }
}

export type ScriptedWorld = TradingWorld & {
  source: ScriptedSource
  /**
   * Publishes prices, each `[ms after the start, price in smallest steps]`, and advances the watermark to the last one.
   */
  publish(symbol: string, ...prices: [afterMs: number, price: number][]): Promise<void>
}

/** Creates the same world with prices that the test publishes. */
export async function createScriptedWorld(
  symbols: readonly string[] = ['EURUSD', 'BTCUSD'],
  given: {
    limits?: Partial<TradingLimits>
    startAtMs?: number
    hours?: 'always' | 'calendar'
    orderRules?: OrderRulesFinder
  } = {},
): Promise<ScriptedWorld> {
  const source = scriptedSource(symbols, given.hours)
  const from = given.startAtMs ?? startMs
  const world = await createTradingWorld(source, given)
  return {
    ...world,
    source,
    async publish(symbol, ...prices) {
      source.push(
        ...prices.map(([afterMs, price]) => ({
          symbol,
          atMs: from + afterMs,
          bid: price - 10,
          ask: price + 10,
          price,
        })),
      )
      source.through(from + prices.at(-1)![0], [symbol])
      await world.markets.flush()
    },
  }
}
