import type { miningCalls } from '../../contract/calls/mining.ts'
import type { Bindings } from '../platform/http/http.ts'
import { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import type { MiningContext } from './context.ts'
import { correctParameters, setParameters } from './set-parameters.ts'
import { listMiners, showDatacenters, showParameters, showStatement } from './show-contracts.ts'

/** Binds the calls of `contract/calls/mining.ts` to their actions. */
export function bindMiningCalls(context: MiningContext): Bindings<typeof miningCalls> {
  const unreadable = new UnreadableRows(context)
  return {
    activedeposits: (_input, { session }) => listMiners(context, session),
    'mining.statement': ({ id, p }, { session }) => showStatement(context, unreadable, session, id, p),
    'mining.parameters': () => showParameters(context),
    datacenters: () => showDatacenters(),
    'mining.parameters.set': (input, { session }) => setParameters(context, input, session),
    'mining.parameters.correct': (input, { session }) => correctParameters(context, input, session),
  }
}
