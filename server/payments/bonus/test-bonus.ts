import { bonusCalls } from '../../../api/calls/payments/bonus.ts'
import { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import { withdrawalsCalls } from '../../../api/calls/payments/withdrawals.ts'
import { serveCalls, type Answer, type TestApi } from '../../../tests/harness.ts'
import { createIdentityWorld, type IdentityWorld } from '../../identity/test-world.ts'
import { createMarkets, scriptedSource } from '../../markets/public.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { awayChains } from '../withdrawals/test-world.ts'
import { createWithdrawals } from '../withdrawals/withdrawals.ts'
import { createBonus } from './bonus.ts'
import type { BonusContext } from './context.ts'
import { grantOnVerification } from './grant-bonus.ts'

export const reason = 'Completed a lesson'

export type Person = { id: string; secrete: string }

/** A test world for the bonus, based on the world of identity. The test reports the stakes of settled trades itself. */
export type BonusWorld = IdentityWorld & {
  ask: TestApi['call']
  addPerson(): Promise<Person>
  /** Returns the response of `bonus`. */
  shown(person: Person): Promise<Answer['body']>
  release(person: Person, headers?: Record<string, string>): Promise<Answer>
  /** Grants a bonus of 20.00, or as `input` specifies, as a finance operator or with the session `secrete`. */
  grant(
    person: Pick<Person, 'id'>,
    input?: Record<string, unknown>,
    headers?: Record<string, string>,
    secrete?: string,
  ): Promise<Answer>
  /** Grants the bonus for verification, as a compliance operator or as `operatorId`. */
  verify(person: Pick<Person, 'id'>, operatorId?: string): Promise<void>
  /** Reports the stake of a trade that was won or lost, as trading does. */
  settle(person: Person, amountMinor: bigint): void
  balance(person: Pick<Person, 'id'>, code: 'bonus' | 'trading'): Promise<bigint>
}

export async function createBonusWorld(): Promise<BonusWorld> {
  const world = await createIdentityWorld({ PRACTICE_GRANT: '0' })
  const { platform, ledger, identity, operators } = world
  const stakes: { customerId: string; atMs: number; amountMinor: bigint }[] = []
  const context: BonusContext = {
    ...platform,
    metrics: createMetrics(false),
    ledger,
    identity,
    operators,
    settledStakeSince: async (_ex, customerId, fromMs) =>
      stakes
        .filter((stake) => stake.customerId === customerId && stake.atMs >= fromMs)
        .reduce((sum, stake) => sum + stake.amountMinor, 0n),
  }
  const bonus = createBonus(context)
  const markets = createMarkets(platform, { source: scriptedSource(['BTCUSD']) })
  const withdrawals = createWithdrawals(
    context,
    { ledger, markets, identity, operators, chains: awayChains() },
    { bonusTermsMet: bonus.termsMet },
  )
  const api = await serveCalls(
    context,
    { ...bonusCalls, ...operatorsCalls, ...withdrawalsCalls },
    { ...bonus.calls, ...operators.calls, ...withdrawals.calls },
    identity.sessionOf,
    operators.operatorOf,
  )
  operators.valueBy((amountMinor) => amountMinor)
  const finance = await addOperator(platform, 'finance')
  const compliance = await addOperator(platform, 'compliance')
  let people = 0
  return {
    ...world,
    ask: api.call,
    async addPerson() {
      const { customerId: id } = await identity.addCustomer({
        email: `bonus${++people}@example.org`,
        name: 'Ada Lovelace',
        country: 'GB',
        phone: `07400 12${String(people).padStart(4, '0')}`,
        currency: 'USD',
      })
      return { id, secrete: await identity.openSession(id) }
    },
    shown: async ({ secrete }) => (await api.call('bonus', {}, { secrete })).body,
    release: ({ secrete }, headers = {}) => api.call('bonus.release', {}, { secrete, headers }),
    grant: ({ id }, input = {}, headers = {}, secrete = finance.secrete) =>
      api.call('bonus.grant', { customer: id, amount: '20', reason, ...input }, { secrete, headers }),
    verify: ({ id }, operatorId = compliance.operatorId) =>
      platform.db.transaction().execute((tx) => grantOnVerification(context, tx, id, operatorId)),
    settle({ id }, amountMinor) {
      stakes.push({ customerId: id, atMs: platform.clock.nowMs(), amountMinor })
    },
    balance: async ({ id }, code) => (await ledger.balance({ owner: id, code, asset: 'USD' })).balanceMinor,
    async stop() {
      await api.stop()
      await world.stop()
    },
  }
}
