import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dayMs } from '../../api/mining-coins.ts'
import { marketsCalls } from '../../api/calls/markets/markets.ts'
import { miningCalls, type MinerRecord, type MiningStatement } from '../../api/calls/mining/mining.ts'
import type { PublicRecord } from '../../scripts/verify/record.ts'
import { serveCalls, type TestApi } from '../../tests/harness.ts'
import { recordOf } from '../../tests/public-record.ts'
import type { createMarkets } from '../markets/public.ts'
import { listPlans } from '../payments/deposits/plans-store.ts'
import { createDepositWorld, type DepositWorld } from '../payments/deposits/test-world.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createMining, type Mining } from './public.ts'

export type Person = { id: string; secrete: string }

/**
 * A test world for mining, based on the test world for deposits. Plans are bought with test bitcoin, in payments that a
 * chain confirms.
 */
export type MiningWorld = DepositWorld & {
  mining: Mining
  ask: TestApi['call']
  buy(buyer: Person, plan: string, coin: string, amount?: string): Promise<MinerRecord>
  minersOf(person: Person): Promise<MinerRecord[]>
  statementOf(person: Person, id: string): Promise<MiningStatement>
  minedBy(person: Person, coin: 'BTC' | 'ETH'): Promise<bigint>
  /** Advances the clock by whole days and pays everything that is due. */
  passDays(count: number): Promise<void>
  /** Makes public calls the way a verifier does. */
  record: PublicRecord
  /** Makes public calls without using cached responses. */
  readRecord(): PublicRecord
  /** Returns the independent script's output for a statement. */
  verify(statement: MiningStatement): string
}

export async function createMiningWorld(): Promise<MiningWorld> {
  const world = await createDepositWorld()
  const { platform, ledger, identity } = world
  const { markets, operators, purposes } = world.context
  const mining = createMining(platform, {
    ledger,
    identity,
    markets,
    operators,
    payments: {
      onCredited: (purpose, handler) => purposes.add(purpose, handler),
      miningPlans: () => listPlans(platform.db, 'mining'),
    },
  })
  const api = await serveCalls(
    { ...platform, metrics: createMetrics(false) },
    { ...miningCalls, ...marketsCalls },
    { ...mining.calls, ...(markets as ReturnType<typeof createMarkets>).calls },
    identity.sessionOf,
    operators.operatorOf,
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-mining-'))
  const readRecord = () =>
    recordOf((name, query) => (name === 'plans.history' ? world.call(name, query) : api.call(name, query)))
  const minersOf = async ({ secrete }: Person): Promise<MinerRecord[]> =>
    (await api.call('activedeposits', {}, { secrete })).body
  return {
    ...world,
    mining,
    ask: api.call,
    async buy({ secrete, id }, plan, coin, amount) {
      const { body } = await world.call(
        'createtrnx',
        { type: 'BTC', plan, coin, ...(amount && { amount }) },
        { secrete },
      )
      await world.scan()
      world.btc.send(body.address, BigInt(body.amount.replace('.', '')))
      world.btc.mine(3)
      await world.scan()
      return (await minersOf({ id, secrete }))[0]!
    },
    minersOf,
    record: readRecord(),
    readRecord,
    statementOf: async ({ secrete }, id) => (await api.call('mining.statement', { id }, { secrete })).body,
    minedBy: async ({ id }, coin) =>
      (await ledger.balance({ owner: id, code: `mining:${coin}`, asset: coin })).balanceMinor,
    async passDays(count) {
      await world.advance(count * dayMs)
      await mining.payOutputs()
    },
    verify(statement) {
      const file = path.join(folder, `${statement.contract.id}.json`)
      writeFileSync(file, JSON.stringify(statement))
      return spawnSync(process.execPath, ['scripts/verify-mining.ts', file], { encoding: 'utf8' }).stdout
    },
    async stop() {
      await mining.stop()
      await api.stop()
      await world.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
