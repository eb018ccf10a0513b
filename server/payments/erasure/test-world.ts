import { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import { paymentsCalls } from '../../../api/calls/payments/payments.ts'
import { securityCalls } from '../../../api/calls/identity/security.ts'
import { withdrawalsCalls } from '../../../api/calls/payments/withdrawals.ts'
import { withdrawalsDeskCalls } from '../../../api/calls/payments/withdrawals-desk.ts'
import { serveCalls, type TestApi } from '../../../tests/harness.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { picture } from '../../platform/files/test-pictures.ts'
import { bindDepositCalls } from '../deposits/calls.ts'
import { createDepositWorld, type DepositWorld } from '../deposits/test-world.ts'
import { paymentReceiptPurpose } from '../deposits/upload-payment-receipt.ts'
import { createDestinationCipher } from '../withdrawals/address-book/destination.ts'
import { awayChains, markVerified, testPassword } from '../withdrawals/test-world.ts'
import { createWithdrawals } from '../withdrawals/withdrawals.ts'
import { declareErasure } from './erase-customer.ts'
import { bytea, checkRows, row } from '../../platform/database/rows.ts'

type Call = TestApi['call']
export type Person = {
  id: string
  secrete: string
  call(name: string, input?: Record<string, unknown>): ReturnType<Call>
  upload(tid: string): ReturnType<Call>
}

/** A test world in which deposits, withdrawals, account closing and the nightly jobs share one identity module. */
export type ErasureWorld = DepositWorld & {
  /** Adds a verified customer with a password and 10,000 dollars. */
  addPerson(): Promise<Person>
  desk(name: string, input?: Record<string, unknown>): ReturnType<Call>
  secondDesk(name: string, input?: Record<string, unknown>): ReturnType<Call>
  /** Moves the clock by this many nights and runs each night's jobs. */
  nights(count: number): Promise<void>
  /** Returns the ids of the stored receipt files. */
  files(): Promise<string[]>
  /** Returns how many of a customer's sealed values in the database can still be decrypted as a destination. */
  openable(id: string): Promise<number>
}

const bankFields = { bname: 'Bank of Practice', aname: 'Ada Byron', anumber: '12345678', rnumber: '200000' }
export const bank = { method: 'Bank', ...bankFields }

const sealedRow = row({ sealed: bytea.nullable() })

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
  // Separate from the deposits' server, so that it has its own counters.
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
      // Sessions expire overnight.
      ;[finance, second] = await addDesk()
    },
    async files() {
      const ids = []
      for await (const id of platform.files.listFiles(paymentReceiptPurpose)) ids.push(id)
      return ids
    },
    async openable(id) {
      const cipher = createDestinationCipher(platform.keys, platform.random)
      const rows = checkRows(
        sealedRow,
        await platform.pool.query(
          `SELECT destination_sealed AS sealed FROM payments.addresses
        UNION ALL SELECT destination_sealed FROM payments.withdrawals`,
        ),
      )
      return rows.filter(({ sealed }) => sealed !== null && opens(() => cipher.open(sealed, id))).length
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
