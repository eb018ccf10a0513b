import { affiliatesCalls } from '../../api/calls/affiliates/affiliates.ts'
import type { CashAsset } from '../../api/money.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { createLedger, type Ledger, type NewTransfer } from '../ledger/public.ts'
import type { Tick } from '../markets/public.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import type { AffiliatesContext } from './context.ts'
import { createAffiliates } from './public.ts'
import type { Affiliates } from './types.ts'

type Person = { id: string; secrete: string; code: string }

/** Runs the affiliates module with a real ledger, database and calls. Tests provide the customers and prices. */
export type AffiliatesWorld = {
  platform: TestPlatform
  affiliates: Affiliates
  ledger: Ledger
  api: TestApi
  prices: Map<string, number>
  close(person: Person): void
  /** Registers a customer, with or without a referral code. */
  register(name: string, ref?: string, currency?: CashAsset): Promise<Person>
  /** Confirms a deposit as the payments module does: posts the credit and the commissions together. Returns its id. */
  deposit(person: Person, amountMinor: bigint, id?: string): Promise<string>
  /** Reverses a deposit. */
  reverse(person: Person, id: string, amountMinor: bigint): Promise<void>
  /** Pays out a withdrawal of deposited money and claws back its commissions. */
  withdraw(person: Person, amountMinor: bigint): Promise<void>
  spend(person: Person, amountMinor: bigint): Promise<void>
  balance(person: Person): Promise<bigint>
  stop(): Promise<void>
}

export async function createAffiliatesWorld(settings: Record<string, string> = {}): Promise<AffiliatesWorld> {
  const platform = await createTestPlatform(settings)
  const ledger = createLedger(platform)
  const people = new Map<string, { name: string; currency: CashAsset; closed: boolean }>()
  const secrets = new Map<string, string>()
  const prices = new Map<string, number>([
    ['EURUSD', 110_000],
    ['GBPUSD', 125_000],
  ])
  let register: Parameters<AffiliatesContext['identity']['onRegistered']>[0]
  const currencyOf = (id: string) => people.get(id)!.currency
  const affiliates = createAffiliates(platform, {
    ledger,
    markets: {
      lastTick: (symbol) => (prices.has(symbol) ? ({ symbol, seq: 7, price: prices.get(symbol)! } as Tick) : undefined),
      symbol: (symbol) => ({ symbol, scale: 5 }) as never,
    },
    identity: {
      customer: (customerId) => ({
        customerId,
        shard: shardOf(customerId),
        currency: currencyOf(customerId),
        country: 'GB',
        customerSinceMs: 0,
        simulated: false,
      }),
      details: async (id) => ({ name: people.get(id)!.closed ? '' : people.get(id)!.name, email: '' }),
      otherOpenAccounts: async (_tx, one) =>
        [...people]
          .filter(([id, { name }]) => id !== one && name === people.get(one)!.name)
          .map(([customerId]) => ({ customerId, shard: shardOf(customerId), sameMailbox: false })),
      standing: (id) => ({ frozen: null, closed: people.get(id)!.closed, verified: false }),
      addExporter: () => {},
      onRegistered: (listener) => void (register = listener),
    },
  })
  const api = await serveCalls(platform, affiliatesCalls, affiliates.calls, (secrete) => {
    const id = secrets.get(secrete)
    return id ? { sessionId: id, customerId: id, shard: shardOf(id) } : null
  })
  const tx = <Answer>(work: Parameters<ReturnType<typeof platform.db.transaction>['execute']>[0]) =>
    platform.db.transaction().execute(work) as Promise<Answer>
  const asset = ({ id }: Person) => currencyOf(id)
  const between = (
    person: Person,
    amountMinor: bigint,
    kind: 'deposit' | 'stake',
    out: boolean,
    key?: string,
  ): NewTransfer => {
    const own = { owner: person.id, code: 'trading' }
    const house = { house: kind === 'stake' ? 'stakes' : 'exchange' } as const
    return {
      debit: out ? own : house,
      credit: out ? house : own,
      asset: asset(person),
      amountMinor,
      kind,
      ...(key && { key }),
    }
  }
  return {
    platform,
    affiliates,
    ledger,
    api,
    prices,
    close: ({ id }) => void (people.get(id)!.closed = true),
    async register(name, ref = '', currency = 'USD') {
      const id = uuidv7(platform.clock.nowMs(), platform.random)
      people.set(id, { name, currency, closed: false })
      secrets.set(`secret-${id}`, id)
      await tx((trx) => register(trx, id, ref))
      const { body } = await api.call('affiliate', {}, { secrete: `secret-${id}` })
      return { id, secrete: `secret-${id}`, code: body.code }
    },
    async deposit(person, amountMinor, id = uuidv7(platform.clock.nowMs(), platform.random)) {
      await tx(async (trx) => {
        const commissions = await affiliates.commissions(trx, {
          id,
          customerId: person.id,
          asset: asset(person),
          amountMinor,
        })
        await ledger.post([between(person, amountMinor, 'deposit', false), ...commissions], { tx: trx })
      })
      return id
    },
    async reverse(person, id, amountMinor) {
      await tx(async (trx) =>
        ledger.post([between(person, amountMinor, 'deposit', true), ...(await affiliates.reversals(trx, id))], {
          tx: trx,
        }),
      )
    },
    async withdraw(person, amountMinor) {
      const id = uuidv7(platform.clock.nowMs(), platform.random)
      await tx(async (trx) =>
        ledger.post(
          [
            between(person, amountMinor, 'deposit', true),
            ...(await affiliates.returns(trx, {
              id,
              customerId: person.id,
              asset: asset(person),
              principalMinor: amountMinor,
            })),
          ],
          { tx: trx },
        ),
      )
    },
    spend: async (person, amountMinor) => void (await ledger.post([between(person, amountMinor, 'stake', true)])),
    balance: async (person) =>
      (await ledger.balance({ owner: person.id, code: 'trading', asset: asset(person) })).balanceMinor,
    async stop() {
      await api.stop()
      await platform.stop()
    },
  }
}
