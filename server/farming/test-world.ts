import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dayMs } from '../../api/farming-rules.ts'
import { farmingCalls, type FarmStatement, type YieldRecord } from '../../api/calls/farming/farming.ts'
import { marketsCalls } from '../../api/calls/markets/markets.ts'
import type { PublicRecord } from '../../scripts/verify/record.ts'
import { serveCalls, type Answer, type TestApi } from '../../tests/harness.ts'
import { recordOf } from '../../tests/public-record.ts'
import type { createMarkets } from '../markets/public.ts'
import { bindDepositCalls } from '../payments/deposits/calls.ts'
import { openQuote, paymentCoinNamed, readyAdapter } from '../payments/deposits/open-quote.ts'
import { listQuoted } from '../payments/deposits/show-deposit.ts'
import { createDepositWorld, type DepositWorld } from '../payments/deposits/test-world.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createFarming, type Farming } from './public.ts'

export type Person = { id: string; secrete: string }

/**
 * A test world for yield contracts with real deposits, ledger, markets and database. The test controls chains, prices
 * and the clock.
 */
export type FarmingWorld = {
  world: DepositWorld
  farming: Farming
  call(
    name: keyof typeof farmingCalls,
    input?: Record<string, unknown>,
    person?: Person,
    headers?: Record<string, string>,
  ): Promise<Answer>
  upload(input: Record<string, unknown>, person: Person, bytes: Uint8Array): Promise<Answer>
  /** Requests a contract, pays for it with test bitcoin and confirms the payment. */
  start(person: Person, input: Record<string, unknown>): Promise<YieldRecord>
  yields(person: Person): Promise<YieldRecord[]>
  statementOf(person: Person, id: string): Promise<FarmStatement>
  /** Advances the clock, publishes prices and runs the contracts. */
  days(count: number): Promise<void>
  /** Returns the cash in a person's account. */
  cash(person: Person, code: 'trading' | 'farming'): Promise<bigint>
  /** Opens a new session for the same person, after the old one has expired. */
  again(person: Person): Promise<void>
  /** Makes public calls the way a verifier does. */
  record: PublicRecord
  /** Returns the independent script's output for a statement. */
  verify(statement: FarmStatement): string
  stop(): Promise<void>
}

export async function createFarmingWorld(): Promise<FarmingWorld> {
  const world = await createDepositWorld()
  const { platform, ledger, identity, context } = world
  const { markets, operators, purposes } = context
  const payments = {
    onCredited: purposes.add.bind(purposes),
    calls: bindDepositCalls(context),
    quotes: {
      list: (session: Parameters<typeof listQuoted>[1], purpose: 'mining' | 'farming') =>
        listQuoted(context, session, purpose),
      async prepare(named: string) {
        const coin = paymentCoinNamed(named)
        const adapter = await readyAdapter(context, coin)
        return {
          coin,
          open: (
            tx: Parameters<typeof openQuote>[1],
            owner: Parameters<typeof openQuote>[2],
            quote: Omit<Parameters<typeof openQuote>[4], 'coin'>,
          ) => openQuote(context, tx, owner, adapter, { ...quote, coin }),
        }
      },
    },
  }
  const farming = createFarming(platform, { ledger, identity, markets, operators, payments })
  const api: TestApi = await serveCalls(
    { ...platform, metrics: createMetrics(false) },
    { ...farmingCalls, ...marketsCalls },
    { ...farming.calls, ...(markets as ReturnType<typeof createMarkets>).calls },
    identity.sessionOf,
    operators.operatorOf,
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-farming-'))
  const call: FarmingWorld['call'] = (name, input = {}, person, headers = {}) =>
    api.call(name, input, { ...(person && { secrete: person.secrete }), headers })
  const yields = async (person: Person): Promise<YieldRecord[]> => (await call('activeyields', {}, person)).body
  return {
    world,
    farming,
    call,
    yields,
    record: recordOf(api.call),
    upload: (input, person, bytes) =>
      api.call('ypop', input, { secrete: person.secrete, files: { pop: { name: 'receipt.png', bytes } } }),
    async start(person, input) {
      const { body } = await call('farm', { type: 'BTC', ...input }, person)
      await world.scan()
      world.btc.send(body.address, BigInt(body.amount.replace('.', '').replace(/^0+/, '')))
      world.btc.mine(3)
      await world.scan()
      return (await yields(person)).find(({ id }) => id === body.id)!
    },
    statementOf: async (person, id) => (await call('farm.statement', { id }, person)).body,
    async days(count) {
      await world.advance(count * dayMs)
      await farming.runContracts()
    },
    cash: async ({ id }, code) => (await ledger.balance({ owner: id, code, asset: 'USD' })).balanceMinor,
    async again(person) {
      person.secrete = await identity.openSession(person.id)
    },
    verify(statement) {
      const file = path.join(folder, `${statement.contract.id}.json`)
      writeFileSync(file, JSON.stringify(statement))
      return spawnSync(process.execPath, ['scripts/verify-yield.ts', file], { encoding: 'utf8' }).stdout
    },
    async stop() {
      await farming.stop()
      await api.stop()
      await world.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
