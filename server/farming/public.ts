import type { farmingCalls } from '../../contract/farming.ts'
import type { Identity } from '../identity/public.ts'
import type { Bindings } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import type { Payments } from '../payments/public.ts'
import { beginContract, undoContract } from './begin-contract.ts'
import { bindFarmingCalls } from './calls.ts'
import type { FarmingContext } from './context.ts'
import { listYields } from './show-contracts.ts'
import { runContracts } from './watch.ts'

export type FarmingNeighbours = Pick<FarmingContext, 'ledger' | 'markets' | 'operators'> & {
  identity: Pick<Identity, 'customer' | 'write' | 'addExporter' | 'onClosing'>
  payments: FarmingContext['payments'] & Pick<Payments, 'onCredited'>
}

export type Farming = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof farmingCalls>
  /** Takes all contracts as far as the record of their coin is complete; resolves with how many were touched. A loop does so as well. */
  runContracts(): Promise<number>
}

const runEveryMs = 2_000

/** Yield contracts with a lever. Rules: product.md section 4 "Yield" and section 5, contract/farming-rules.ts. */
export function createFarming(platform: Platform, neighbours: FarmingNeighbours): Farming {
  const context = { ...platform, ...neighbours }
  const { identity, payments } = neighbours
  payments.onCredited('farming', {
    begin: (tx, paid) => beginContract(context, tx, paid),
    undo: (tx, paid) => undoContract(context, tx, paid),
  })
  identity.addExporter('yieldContracts', (session) => listYields(context, session))
  identity.onClosing(async (_tx, session) => ((await listYields(context, session)).some(({ state }) => state === 'running') ? 'A yield contract is still running.' : undefined))
  let running: Promise<number> = Promise.resolve(0)
  // One run at a time in this process: an advance of the clock and the loop can fall together.
  const run = () => (running = running.catch(() => 0).then(() => runContracts(context)))
  platform.jobs.every('yield contracts', runEveryMs, async () => void (await run()))
  return {
    calls: bindFarmingCalls(context),
    runContracts: run,
    start: async () => {},
    stop: async () => void (await running.catch(() => 0)),
  }
}
