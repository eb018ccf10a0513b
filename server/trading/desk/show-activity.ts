import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { customerActivityCalls } from '../../../api/calls/trading/customer-activity.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { invariant } from '../../platform/http/refused.ts'
import { shardOf } from '../../platform/random.ts'
import { listActivity } from '../activity/list-activity.ts'
import type { ActivityContext } from '../activity/context.ts'

type Calls = typeof customerActivityCalls

/**
 * Returns a page of a customer's activity without the customer's own notes. Commits an audit entry before it reads
 * anything.
 */
export async function showActivityAtDesk(
  context: ActivityContext,
  { id, ...input }: InputOf<Calls['customers.activity']>,
  { session: { operatorId } }: OperatorRequest,
): Promise<OutputOf<Calls['customers.activity']>> {
  const { operators } = context
  invariant(operators, 'operators’ calls require the operators module')
  await context.db
    .transaction()
    .execute((tx) => operators.audit(tx, { operatorId, action: 'customers.activity', subject: id, customerId: id }))
  const session = { sessionId: id, customerId: id, shard: shardOf(id) }
  const { lines, next } = await listActivity(context, input, { session })
  return { lines: lines.map(({ why: _, ...line }) => line), next }
}
