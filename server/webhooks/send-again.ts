import { type Outcome, outcome } from '../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import type { webhooksCalls } from '../../api/calls/webhooks/webhooks.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { uuidv7 } from '../platform/random.ts'
import { Refused } from '../platform/http/refused.ts'
import { maxLogged, maxWaiting } from './collect-events.ts'
import type { WebhooksContext } from './context.ts'
import { countWaiting, insertDeliveries, makeDue, pruneDeliveries } from './deliveries-store.ts'
import { testEvent } from './event.ts'
import { requireEndpoint } from './manage-endpoint.ts'

type Calls = typeof webhooksCalls

/** Queues a test event. */
export async function sendTest(
  context: WebhooksContext,
  { id }: InputOf<Calls['webhooks.test']>,
  { session }: CustomerRequest,
): Promise<OutputOf<Calls['webhooks.test']>> {
  const { bus, clock, config, db, identity, random } = context
  if (!config.webhooks) throw new Refused('webhooks_off')
  const nowMs = clock.nowMs()
  const event = testEvent(uuidv7(nowMs, random), nowMs)
  await db.transaction().execute(async (tx) => {
    if ((await identity.standingIn(tx, session.customerId)).frozen) throw new Refused('account_frozen')
    const endpoint = await requireEndpoint(tx, session, id)
    if (endpoint.offSinceMs !== null) throw new Refused('endpoint_off')
    if ((await countWaiting(tx, endpoint)) >= maxWaiting) throw new Refused('too_many_waiting')
    await insertDeliveries(tx, endpoint, [event], nowMs)
    await pruneDeliveries(tx, endpoint, maxLogged)
  })
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['webhooks'] })
  return { ...outcome('test_sent'), event: event.eventId }
}

/** Queues a logged message again. Its id and body stay the same, so that a receiver can drop duplicates. */
export async function redeliver(
  context: WebhooksContext,
  { id, event }: InputOf<Calls['webhooks.redeliver']>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const { bus, clock, config, db, identity } = context
  if (!config.webhooks) throw new Refused('webhooks_off')
  await db.transaction().execute(async (tx) => {
    if ((await identity.standingIn(tx, session.customerId)).frozen) throw new Refused('account_frozen')
    const endpoint = await requireEndpoint(tx, session, id)
    if (endpoint.offSinceMs !== null) throw new Refused('endpoint_off')
    if (!(await makeDue(tx, endpoint, event, clock.nowMs()))) throw new Refused('delivery_not_found')
  })
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['webhooks'] })
  return outcome('message_repeated')
}
