import type { farmingCalls } from '../../api/calls/farming/farming.ts'
import { farmActions } from '../../api/states/farm-states.ts'
import type { Identity } from '../identity/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Bindings } from '../platform/http/http.ts'
import { oneAtATime } from '../platform/database/one-at-a-time.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import type { Payments } from '../payments/public.ts'
import { beginContract, undoContract } from './begin-contract.ts'
import { announcing, createAnnounceApproved } from './announce-rate.ts'
import { bindFarmingCalls } from './calls.ts'
import type { FarmingContext } from './context.ts'
import { adding, createAddApproved, createEditApproved, editing } from './edit-plans.ts'
import { createFailures } from './failures.ts'
import { listYields } from './show-contracts.ts'
import { runContracts } from './watch.ts'

export { farmingBooks } from './books.ts'
export { begunFarming } from './books-store.ts'

export type FarmingNeighbours = Pick<FarmingContext, 'ledger' | 'markets'> & {
  operators: FarmingContext['operators'] & Pick<Operators, 'onApproved'>
  identity: Pick<Identity, 'customer' | 'write' | 'addExporter' | 'onClosing'>
  payments: FarmingContext['payments'] & Pick<Payments, 'onCredited'>
}

export type Farming = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof farmingCalls>
  /**
   * Advances all contracts as far as their coin's price record is complete, and resolves with the number of changed
   * contracts. A job calls it regularly.
   */
  runContracts(): Promise<number>
}

const runEveryMs = 2_000

/**
 * Creates the module for yield contracts with leverage. Call it before the operators module starts. Rules:
 * docs/spec/product.md section 4 "Yield" and section 5, api/farming-rules.ts.
 */
export function createFarming(platform: Platform, neighbours: FarmingNeighbours): Farming {
  const context = { ...platform, ...neighbours }
  const { identity, payments } = neighbours
  payments.onCredited('farming', {
    begin: (tx, paid) => beginContract(context, tx, paid),
    undo: (tx, paid) => undoContract(context, tx, paid),
  })
  identity.addExporter('yieldContracts', (session) => listYields(context, {}, { session }))
  identity.onClosing(async (_tx, session) =>
    (await listYields(context, {}, { session })).some(({ state }) => farmActions.can('earn', state))
      ? 'yield_still_running'
      : undefined,
  )
  neighbours.operators.onApproved(announcing, createAnnounceApproved(context))
  neighbours.operators.onApproved(adding, createAddApproved(context))
  neighbours.operators.onApproved(editing, createEditApproved(context))
  const failures = createFailures(context)
  const runs = oneAtATime(() => runContracts(context, failures))
  platform.jobs.every('yield contracts', runEveryMs, async () => void (await runs.run()))
  return {
    calls: bindFarmingCalls(context),
    runContracts: runs.run,
    start: async () => {},
    stop: runs.idle,
  }
}
