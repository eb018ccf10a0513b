import { type Outcome, outcome } from '../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import type { webhooksCalls } from '../../api/calls/webhooks/webhooks.ts'
import type { Executor } from '../platform/database/database.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import type { WebhooksContext } from './context.ts'
import { makeAllDue } from './deliveries-store.ts'
import {
  deleteEndpoints,
  listEndpoints,
  lockEndpoint,
  replaceSecret,
  switchOn,
  type Owner,
  type StoredEndpoint,
} from './endpoints-store.ts'
import { hostOf } from './endpoint-url.ts'
import { webhookMails } from './mails.ts'
import { oldSecretMs } from './schedule.ts'
import { boundTo } from './sealed-values.ts'
import { newSigningSecret } from './signature.ts'

type Calls = typeof webhooksCalls

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns one of the customer's endpoints, locked until the transaction ends. Throws `endpoint_not_found`. */
export async function requireEndpoint(tx: Executor, owner: Owner, id: string): Promise<StoredEndpoint> {
  const found = uuid.test(id) ? await lockEndpoint(tx, owner, id) : undefined
  if (!found) throw new Refused('endpoint_not_found')
  return found
}

const valuesOf = ({ url }: StoredEndpoint) => ({ host: hostOf(new URL(url)) })

/** Removes an endpoint and its log. */
export async function removeEndpoint(
  context: WebhooksContext,
  { id }: InputOf<Calls['webhooks.remove']>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const { bus, db, identity } = context
  await db.transaction().execute(async (tx) => {
    const endpoint = await requireEndpoint(tx, session, id)
    await deleteEndpoints(tx, session, id)
    await identity.write(tx, session.customerId, webhookMails.removed, valuesOf(endpoint))
  })
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['webhooks'] })
  return outcome('endpoint_removed')
}

/**
 * Replaces the secret. For 24 hours, messages are also signed with the old one, so that receivers can switch without
 * losing any.
 */
export async function rotateSecret(
  context: WebhooksContext,
  input: InputOf<Calls['webhooks.rotate']>,
  { session }: CustomerRequest,
): Promise<OutputOf<Calls['webhooks.rotate']>> {
  const { bus, clock, db, identity, random, sealer } = context
  const { customerId } = session
  if (!(await listEndpoints(db, session)).some(({ id }) => id === input.id)) throw new Refused('endpoint_not_found')
  await identity.requireProof(session, input)
  const secret = newSigningSecret(random)
  await db.transaction().execute(async (tx) => {
    await identity.lockCredentials(tx, session)
    if ((await identity.standingIn(tx, customerId)).frozen) throw new Refused('account_frozen')
    const endpoint = await requireEndpoint(tx, session, input.id)
    const { id } = endpoint
    const old = sealer.open(endpoint.secretSealed, boundTo(id, 'secret'))
    await replaceSecret(tx, endpoint, {
      secretSealed: sealer.seal(secret, boundTo(id, 'secret')),
      previousSealed: sealer.seal(old, boundTo(id, 'previous')),
      previousUntilMs: clock.nowMs() + oldSecretMs,
    })
    await identity.write(tx, customerId, webhookMails.rotated, valuesOf(endpoint))
  })
  bus.publish('customer.changed', { customerId, calls: ['webhooks'] })
  return {
    ...outcome('secret_replaced'),
    secret,
  }
}

/** Enables an endpoint. Undelivered messages become due immediately, and missed events are collected. */
export async function enableEndpoint(
  context: WebhooksContext,
  input: InputOf<Calls['webhooks.enable']>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const { bus, clock, config, db, identity } = context
  const { customerId } = session
  if (!config.webhooks) throw new Refused('webhooks_off')
  const found = (await listEndpoints(db, session)).find(({ id }) => id === input.id)
  if (!found) throw new Refused('endpoint_not_found')
  if (found.offSinceMs === null) throw new Refused('endpoint_on')
  await identity.requireProof(session, input)
  await db.transaction().execute(async (tx) => {
    await identity.lockCredentials(tx, session)
    if ((await identity.standingIn(tx, customerId)).frozen) throw new Refused('account_frozen')
    const endpoint = await requireEndpoint(tx, session, input.id)
    if (endpoint.offSinceMs === null) throw new Refused('endpoint_on')
    await switchOn(tx, endpoint)
    await makeAllDue(tx, endpoint, clock.nowMs())
    await identity.write(tx, customerId, webhookMails.switchedOn, valuesOf(endpoint))
  })
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['webhooks'] })
  return outcome('endpoint_enabled')
}
