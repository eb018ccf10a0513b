import { limitsCalls } from '../../api/calls/limits/limits.ts'
import type { CashAsset } from '../../api/money.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import type { AccountState } from './order-rules.ts'
import { createLimits, type TradingResult } from './public.ts'
import type { Limits } from './types.ts'

/**
 * The limits module with a real database, real calls and a fixed clock. Tests set the data that would come from
 * trading, payments and identity.
 */
export type LimitsWorld = {
  platform: TestPlatform
  limits: Limits
  api: TestApi
  facts: { result: TradingResult; deposited: { atMs: number; amountMinor: bigint }[]; account: AccountState }
  /** Simulates another process on the same database and bus. */
  otherProcess(): Limits
  addCustomer(currency?: CashAsset): { id: string; secrete: string }
  /** Uses the customer's session once. */
  use(secrete: string): Promise<void>
  stop(): Promise<void>
}

export async function createLimitsWorld(): Promise<LimitsWorld> {
  const platform = await createTestPlatform()
  const customers = new Map<string, { id: string; currency: CashAsset }>()
  const facts: LimitsWorld['facts'] = {
    result: { trades: 0, netMinor: 0n },
    deposited: [],
    account: { frozen: null, closed: false },
  }
  const currencyOf = (id: string) => [...customers.values()].find((one) => one.id === id)!.currency
  const neighbours = {
    identity: {
      customer: (customerId: string) => ({
        customerId,
        shard: shardOf(customerId),
        currency: currencyOf(customerId),
        country: 'GB',
        customerSinceMs: 0,
        simulated: false,
      }),
      standing: () => facts.account,
      heldAmong: async (ids: readonly string[]) =>
        new Map(facts.account.frozen || facts.account.closed ? ids.map((id) => [id, facts.account]) : []),
      addExporter: () => {},
      onRecognised: () => {},
      addLasting: () => {},
      otherOpenAccounts: async () => [],
    },
  }
  const figures = {
    tradingResult: async () => facts.result,
    depositedSince: async (_ex: unknown, _id: string, fromMs: number) =>
      facts.deposited.filter(({ atMs }) => atMs >= fromMs).reduce((sum, one) => sum + one.amountMinor, 0n),
  }
  const create = () => {
    const limits = createLimits(platform, neighbours)
    limits.readFrom(figures)
    return limits
  }
  const limits = create()
  const others: Limits[] = []
  const sessionOf = limits.countingTime((secrete) => {
    const found = customers.get(secrete)
    return found ? { sessionId: found.id, customerId: found.id, shard: shardOf(found.id) } : null
  })
  const api = await serveCalls(platform, limitsCalls, limits.calls, sessionOf)
  await platform.jobs.start()
  return {
    platform,
    limits,
    api,
    facts,
    otherProcess() {
      const other = create()
      others.push(other)
      return other
    },
    addCustomer(currency = 'USD') {
      const id = uuidv7(platform.clock.nowMs(), platform.random)
      const secrete = `secret-${customers.size}`
      customers.set(secrete, { id, currency })
      return { id, secrete }
    },
    use: async (secrete) => void (await sessionOf(secrete)),
    async stop() {
      await api.stop()
      for (const one of [...others, limits]) await one.stop()
      await platform.stop()
    },
  }
}
