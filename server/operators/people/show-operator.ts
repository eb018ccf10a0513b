import type { OperatorRequest } from '../../platform/http/actions.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { OperatorsContext } from '../context.ts'
import { ageOf } from './queue-age.ts'
import { findPerson } from './people-store.ts'

/** Returns the signed-in operator with the lengths of the queues that they may open. */
export async function showOperator(
  { clock, db, sealer, queues }: OperatorsContext,
  _input: unknown,
  { session: { operatorId, permissions } }: OperatorRequest,
): Promise<OutputOf<(typeof operatorsCalls)['operators.me']>> {
  const person = await findPerson(db, operatorId)
  invariant(person, 'a session has its operator')
  const open = [...queues].filter(([, { permission }]) => permissions.has(permission))
  const lengths = await Promise.all(
    open.map(async ([name, { read, withinDays }]) => ({ name, withinDays, ...(await read()) })),
  )
  const nowMs = clock.nowMs()
  return {
    id: operatorId,
    name: person.name,
    email: sealer.open(person.emailSealed, `person/${operatorId}/email`),
    roles: person.roles,
    permissions: [...permissions],
    waiting: Object.fromEntries(lengths.map(({ name, count }) => [name, count])),
    oldest: Object.fromEntries(
      lengths.flatMap(({ name, withinDays, oldestMs }) =>
        oldestMs === null ? [] : [[name, ageOf(oldestMs, withinDays, nowMs)]],
      ),
    ),
  }
}
