import { outcome } from '../../../api/sentences/outcomes.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { OperatorsContext } from '../context.ts'
import * as store from './announcements-store.ts'

/** The announcements that customers confirmed. */

/** Returns the ids of the current announcements that the customer confirmed. */
export async function listConfirmed(
  { db, clock }: OperatorsContext,
  _input: unknown,
  { session: { customerId } }: CustomerRequest,
): Promise<string[]> {
  return store.listConfirmed(db, customerId, clock.nowMs())
}

/** Records, for all devices, that the customer read an announcement. Throws `not_found`. */
export async function confirmRead(
  context: OperatorsContext,
  { id }: { id: string },
  { session: { customerId } }: CustomerRequest,
) {
  const { db, clock } = context
  if (!(await store.insertRead(db, id, customerId, clock.nowMs())))
    throw new Refused('not_found', { thing: { phrase: 'thing_announcement' } })
  return outcome('announcement_seen')
}
