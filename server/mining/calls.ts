import { audited, bindActions } from '../platform/http/actions.ts'
import type { miningCalls } from '../../api/calls/mining/mining.ts'
import { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import type { MiningContext } from './context.ts'
import { showEarnings } from './show-earnings.ts'
import { showOutlook } from './show-outlook.ts'
import { correctParameters, setParameters } from './set-parameters.ts'
import { listMiners, showDatacenters, showParameters, showStatement, type StatementContext } from './show-contracts.ts'

/** Binds the calls of `api/calls/mining/mining.ts` to their actions. */
const bind = bindActions<StatementContext, typeof miningCalls>({
  activedeposits: listMiners,
  'mining.outlook': showOutlook,
  'mining.earnings': showEarnings,
  'mining.statement': showStatement,
  'mining.parameters': showParameters,
  datacenters: showDatacenters,
  'mining.parameters.set': audited(setParameters),
  'mining.parameters.correct': audited(correctParameters),
})

/** Binds the calls to a context that also reports stored rates that can't be read. */
export const bindMiningCalls = (context: MiningContext) => bind({ ...context, unreadable: new UnreadableRows(context) })
