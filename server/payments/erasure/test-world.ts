import { operatorsCalls } from '../../../contract/operators.ts'
import { paymentsCalls } from '../../../contract/payments.ts'
import { securityCalls } from '../../../contract/security.ts'
import { withdrawalsCalls } from '../../../contract/withdrawals.ts'
import { withdrawalsDeskCalls } from '../../../contract/withdrawals-desk.ts'
import { serveCalls, type TestApi } from '../../../tests/harness.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { picture } from '../../platform/test-pictures.ts'
import { bindDepositCalls } from '../deposits/calls.ts'
import { createDepositWorld, type DepositWorld } from '../deposits/test-world.ts'
import { receiptPurpose } from '../deposits/upload-receipt.ts'
import { createDestinationKeeper } from '../withdrawals/destination.ts'
import { awayChains, markVerified, testPassword } from '../withdrawals/test-world.ts'
import { createWithdrawals } from '../withdrawals/withdrawals.ts'
import { declareErasure } from './erase-customer.ts'

type Call = TestApi['call']
export type Person = {
  id: string
  secrete: string
  call(name: string, input?: Record<string, unknown>): ReturnType<Call>
  upload(tid: string): ReturnType<Call>
}

/** Deposits, withdrawals and the closing of accounts over one identity, with the jobs of the night. For tests. */
export type ErasureWorld = DepositWorld & {
  /** A verified customer with a password and 10,000 dollars. */
  addPerson(): Promise<Person>
  desk(name: string, input?: Record<string, unknown>): ReturnType<Call>
  secondDesk(name: string, input?: Record<string, unknown>): ReturnType<Call>
  /** Moves the clock over this many nights; the jobs of each have run then. */
  nights(count: number): Promise<void>
  /** Ids of the receipts' files that are kept. */
  files(): Promise<string[]>
  /** How many sealed values of a customer the database still holds that open as a destination. */
  openable(id: string): Promise<number>
}

const bankFields = { bname: 'Bank of Practice', aname: 'Ada Byron', anumber: '12345678', rnumber: '200000' }
export const bank = { method: 'Bank', ...bankFields }

export async function createErasureWorld(): Promise<ErasureWorld> {
  const world = await createDepositWorld()
  const { platform, identity, ledger, context } = world
  const withdrawals = createWithdrawals(
    platform,
    { ledger, markets: context.markets, identity, operators: context.operators, chains: awayChains() },
    { coolingMs: () => 0 },
  )
  context.operators.valueBy((amountMinor, asset) => (asset === 'USD' ? amountMinor : undefined))
  declareErasure({ ...platform, identity })
  const calls = { ...securityCalls, ...paymentsCalls, ...withdrawalsCalls, ...withdrawalsDeskCalls, ...operatorsCalls }
  // A server of its own beside that of the deposits, so with counters of its own.
  const api = await serveCalls(
    { ...platform, metrics: createMetrics(false) },
    calls,
    { ...identity.calls, ...bindDepositCalls(context), ...withdrawals.calls, ...context.operators.calls } as never,
    identity.sessionOf,
    context.operators.operatorOf,
  )
  await platform.jobs.start()
  const addDesk = async () => [await world.addOperator('finance'), await world.addOperator('finance')] as const
  let [finance, second] = await addDesk()
  let people = 0
  return {
    ...world,
    async addPerson() {
      people++
      const { customerId: id } = await identity.addCustomer({
        email: `ada${people}@example.org`,
        name: 'Ada Byron',
        password: testPassword,
        country: 'GB',
        phone: `07400 12${String(people).padStart(4, '0')}`,
        currency: 'USD',
      })
      await markVerified(platform, id)
      await ledger.post([
        {
          debit: { house: 'exchange' },
          credit: { owner: id, code: 'trading' },
          asset: 'USD',
          amountMinor: 10_000_00n,
          kind: 'deposit',
        },
      ])
      const secrete = await identity.openSession(id)
      const bytes = await picture()
      return {
        id,
        secrete,
        call: (name, input) => api.call(name, input, { secrete }),
        upload: (tid) =>
          api.call('trnxpop', { tid }, { secrete, files: { pop: { name: 'ada-byron-receipt.png', bytes } } }),
      }
    },
    desk: (name, input) => api.call(name, input, { secrete: finance }),
    secondDesk: (name, input) => api.call(name, input, { secrete: second }),
    async nights(count) {
      await world.advance(count * 86_400_000)
      // Nobody stays signed in over night.
      ;[finance, second] = await addDesk()
    },
    async files() {
      const ids = []
      for await (const id of platform.files.listFiles(receiptPurpose)) ids.push(id)
      return ids
    },
    async openable(id) {
      const keeper = createDestinationKeeper(platform.keys, platform.random)
      const { rows } = await platform.pool.query<{ sealed: Buffer }>(
        `SELECT destination_sealed AS sealed FROM payments.addresses
        UNION ALL SELECT destination_sealed FROM payments.withdrawals`,
      )
      return rows.filter(({ sealed }) => sealed !== null && opens(() => keeper.open(sealed, id))).length
    },
    async stop() {
      await api.stop()
      await world.stop()
    },
  }
}

function opens(open: () => unknown): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}
