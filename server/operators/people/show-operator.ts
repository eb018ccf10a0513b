import type { OperatorRequest } from '../../platform/http/actions.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { OperatorsContext } from '../context.ts'
import { findPerson } from './people-store.ts'

/** Returns the signed-in operator with the lengths of the queues that they may open. */
export async function showOperator(
  { db, sealer, queues }: OperatorsContext,
  _input: unknown,
  { session: { operatorId, permissions } }: OperatorRequest,
): Promise<OutputOf<(typeof operatorsCalls)['operators.me']>> {
  const person = await findPerson(db, operatorId)
  invariant(person, 'a session has its operator')
  const open = [...queues].filter(([, { permission }]) => permissions.has(permission))
  const waiting = await Promise.all(open.map(async ([name, { count }]) => [name, await count()] as const))
  return {
    id: operatorId,
    name: person.name,
    email: sealer.open(person.emailSealed, `person/${operatorId}/email`),
    roles: person.roles,
    permissions: [...permissions],
    waiting: Object.fromEntries(waiting),
  }
}
