import type { OutputOf } from '../../api/call.ts'
import type { PhraseValue } from '../../api/sentences/sentences.ts'
import type { webhooksCalls } from '../../api/calls/webhooks/webhooks.ts'
import { maxLogged } from './collect-events.ts'
import type { WebhooksContext } from './context.ts'
import { listDeliveries, type StoredDelivery } from './deliveries-store.ts'
import { listEndpoints, type Owner, type StoredEndpoint } from './endpoints-store.ts'

type Shown = OutputOf<(typeof webhooksCalls)['webhooks']>

/** Returns the customer's endpoints, oldest first, each with its log, newest first. */
export async function showEndpoints(
  context: WebhooksContext,
  _input: unknown,
  { session: owner }: { session: Owner },
): Promise<Shown> {
  const endpoints = (await read(context, owner)).map(({ endpoint, log }) => ({
    ...partOf(context, endpoint),
    deliveries: log.map(deliveryOf),
  }))
  return { available: context.config.webhooks, endpoints }
}

/** Returns the endpoints and their logs for the file that `export` creates, including the sent bodies. */
export async function exportEndpoints(context: WebhooksContext, owner: Owner) {
  return (await read(context, owner)).map(({ endpoint, log }) => ({
    ...partOf(context, endpoint),
    deliveries: log.map((delivery) => ({ ...deliveryOf(delivery), body: delivery.body })),
  }))
}

/** Returns the number of endpoints for operators: `2, 1 disabled`. */
export async function summaryOfEndpoints({ db }: WebhooksContext, owner: Owner): Promise<PhraseValue> {
  const endpoints = await listEndpoints(db, owner)
  const disabled = endpoints.filter(({ offSinceMs }) => offSinceMs !== null).length
  return { phrase: 'fact_webhooks', values: { count: endpoints.length, disabled } }
}

async function read(
  { db }: WebhooksContext,
  owner: Owner,
): Promise<{ endpoint: StoredEndpoint; log: StoredDelivery[] }[]> {
  const endpoints = await listEndpoints(db, owner)
  const deliveries = await listDeliveries(
    db,
    owner.shard,
    endpoints.map(({ id }) => id),
    maxLogged,
  )
  return endpoints.map((endpoint) => ({
    endpoint,
    log: deliveries.filter(({ endpointId }) => endpointId === endpoint.id),
  }))
}

function partOf(
  { clock }: WebhooksContext,
  { id, url, createdAtMs, answeredAtMs, offSinceMs, offReason, previousUntilMs }: StoredEndpoint,
) {
  const signsWithOld = previousUntilMs !== null && previousUntilMs > clock.nowMs()
  return {
    id,
    url,
    createdAt: textOf(createdAtMs),
    lastSuccessAt: answeredAtMs === null ? null : textOf(answeredAtMs),
    off: offSinceMs === null ? null : { since: textOf(offSinceMs), reason: offReason! },
    oldSecretUntil: signsWithOld ? textOf(previousUntilMs) : null,
  }
}

function deliveryOf({
  eventId,
  type,
  eventAtMs,
  state,
  attempts,
  attemptedAtMs,
  statusCode,
  failure,
  durationMs,
  nextAttemptMs,
}: StoredDelivery): Shown['endpoints'][number]['deliveries'][number] {
  return {
    event: eventId,
    type,
    at: textOf(eventAtMs),
    state,
    attempts,
    attemptedAt: attemptedAtMs === null ? null : textOf(attemptedAtMs),
    status: statusCode,
    failure,
    durationMs,
    nextAttemptAt: nextAttemptMs === null ? null : textOf(nextAttemptMs),
  }
}

const textOf = (atMs: number) => new Date(atMs).toISOString()
