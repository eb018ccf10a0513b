import type { miningCalls } from '../../api/calls/mining/mining.ts'
import { minerActions } from '../../api/states/miner-states.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Payments } from '../payments/public.ts'
import type { Bindings } from '../platform/http/http.ts'
import { oneAtATime } from '../platform/database/one-at-a-time.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { beginContract, undoContract } from './begin-contract.ts'
import { bindMiningCalls } from './calls.ts'
import { createPayouts, payOutputs } from './pay-outputs.ts'
import { correcting, createCorrectApproved, createSetApproved, setting } from './set-parameters.ts'
import { listMiners } from './show-contracts.ts'

export { miningBooks } from './books.ts'
export { begunMining } from './books-store.ts'

export type MiningNeighbours = {
  ledger: Ledger
  markets: Markets
  identity: Identity
  operators: Operators
  payments: Pick<Payments, 'onCredited' | 'miningPlans'>
}

export type Mining = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof miningCalls>
  /** Pays everything that is due now, and resolves with the number of days paid. A job calls it regularly. */
  payOutputs(): Promise<number>
}

const payEveryMs = 5_000

/**
 * Creates the module for the practice pool's mining contracts. Call it before the operators module starts. Rules:
 * docs/spec/product.md section 4 "Mining", docs/spec/truth.md section 2.
 */
export function createMining(platform: Platform, neighbours: MiningNeighbours): Mining {
  const context = { ...platform, ...neighbours }
  const { identity, operators, payments } = neighbours
  payments.onCredited('mining', {
    begin: (tx, paid) => beginContract(context, tx, paid),
    undo: (tx, paid) => undoContract(context, tx, paid),
  })
  identity.addExporter('miningContracts', (session) => listMiners(context, {}, { session }))
  identity.onClosing(async (_tx, session) =>
    (await listMiners(context, {}, { session })).some(({ state }) => minerActions.can('mine', state))
      ? 'mining_still_running'
      : undefined,
  )
  operators.onApproved(setting, createSetApproved(context))
  operators.onApproved(correcting, createCorrectApproved(context))
  const payouts = createPayouts(context)
  const paying = oneAtATime(() => payOutputs(context, payouts))
  platform.jobs.every('mining outputs', payEveryMs, async () => void (await paying.run()))
  return {
    calls: bindMiningCalls(context),
    payOutputs: paying.run,
    start: async () => {},
    stop: paying.idle,
  }
}
