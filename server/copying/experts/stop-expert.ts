import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { expertsStop } from '../../../api/calls/copying/copying.ts'
import { experts } from '../../../api/experts.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { ExpertsContext } from './show-traders.ts'
import { listStoredExperts, stopExpertRow } from './experts-store.ts'
import { listFollowers, stopRelations } from '../copies/relations-store.ts'

/**
 * `experts.stop`: stops an expert permanently. It stays listed with its record. Throws `not_found` and
 * `trader_stopped`.
 */
export async function stopExpert(
  context: ExpertsContext,
  { tid, reason }: InputOf<typeof expertsStop>,
  { session: { operatorId } }: OperatorRequest,
) {
  const { db, clock, operators, bus } = context
  const expert = experts.find(({ id }) => id === tid)
  if (!expert || !(await listStoredExperts(db)).some(({ id }) => id === tid)) throw new Refused('not_found')
  const copiers = await db.transaction().execute(async (tx) => {
    if (!(await stopExpertRow(tx, tid, clock.nowMs(), reason)))
      throw new Refused('trader_stopped', { name: expert.name })
    await operators.audit(tx, { operatorId, action: 'experts.stop', subject: tid, reason })
    return stopRelations(tx, await listFollowers(tx, tid), 'expert', clock.nowMs())
  })
  context.records.forget()
  for (const customerId of copiers)
    bus.publish('customer.changed', { customerId, calls: ['traders', 'traders.show', 'copies', 'user'] })
  return outcome('expert_stopped', { name: expert.name, count: copiers.length })
}
