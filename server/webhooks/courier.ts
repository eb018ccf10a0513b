import { oneAtATime } from '../platform/database/one-at-a-time.ts'
import { collectEvents, type Progress } from './collect-events.ts'
import type { WebhooksContext } from './context.ts'
import {
  claimDelivery,
  listDueEndpoints,
  pauseDeliveries,
  saveAttempt,
  unclaim,
  type Claimed,
} from './deliveries-store.ts'
import { holdEndpoint, markAnswered, switchOff, type EndpointKey } from './endpoints-store.ts'
import { hostOf } from './endpoint-url.ts'
import { webhookMails } from './mails.ts'
import { postMessage, type Reply } from './post-message.ts'
import { chooseLanes, judge, type Lane } from './schedule.ts'
import { boundTo } from './sealed-values.ts'
import { signatureOf } from './signature.ts'

/** Longer than any attempt can take, so that only a crashed process loses its claim. */
const claimMs = 60_000
/** More than the number of lanes, so that endpoints that may not get a lane don't hide the others. */
const maxDue = 1_000
/** An endpoint that takes longer than this counts as slow until its next attempt. */
const slowMs = 2_000
/** After this many messages, a lane moves to the endpoint that has waited longest. */
const messagesPerLane = 20

/**
 * Sends deliveries in one lane per endpoint, so that a slow or failing endpoint doesn't delay the others. After each
 * slow or failed attempt, an endpoint loses its lane.
 */
export class Courier {
  readonly #context: WebhooksContext
  readonly #progress: Progress = new Map()
  readonly #lanes = new Map<string, Lane & { ended: Promise<void> }>()
  readonly #slow = new Set<string>()
  readonly #ending = new AbortController()
  readonly #attempts
  readonly #turns = oneAtATime(() => this.#turn())

  constructor(context: WebhooksContext) {
    this.#context = context
    this.#attempts = context.metrics.counter('webhook_attempts_total', 'Attempts to send webhooks by outcome', [
      'outcome',
    ])
    for (const outcome of ['sent', 'failed']) this.#attempts.inc({ outcome }, 0)
  }

  /** Stores new events and starts sending due deliveries. Resolves before they are sent. */
  turn(): Promise<void> {
    return this.#turns.run()
  }

  /** Resolves when no lane is running. */
  async idle(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all([...this.#lanes.values()].map(({ ended }) => ended))
  }

  /** Aborts running attempts; the next process sends those messages. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#turns.idle()
    await this.idle()
  }

  async #turn(): Promise<void> {
    if (this.#ending.signal.aborted) return
    const { clock, db } = this.#context
    await collectEvents(this.#context, this.#progress)
    const due = await listDueEndpoints(db, clock.nowMs(), [...this.#slow], maxDue)
    for (const endpoint of chooseLanes(due, [...this.#lanes.values()], this.#slow)) this.#open(endpoint)
  }

  #open(key: EndpointKey & Lane): void {
    const ended = this.#send(key)
      .catch((error: unknown) =>
        this.#context.log.error({ err: error, endpoint: key.id }, 'webhooks could not be sent'),
      )
      .finally(() => this.#lanes.delete(key.id))
    this.#lanes.set(key.id, { id: key.id, customerId: key.customerId, ended })
  }

  async #send(key: EndpointKey & Lane): Promise<void> {
    const { bus, clock, db } = this.#context
    let hasSent = false
    for (let sent = 0; sent < messagesPerLane && !this.#ending.signal.aborted; sent++) {
      const nowMs = clock.nowMs()
      const claimed = await claimDelivery(db, key, nowMs, nowMs + claimMs)
      if (!claimed) break
      hasSent = true
      await this.#attempt(claimed)
      if (this.#slow.has(key.id)) break
    }
    if (hasSent) bus.publish('customer.changed', { customerId: key.customerId, calls: ['webhooks'] })
  }

  async #attempt(claimed: Claimed): Promise<void> {
    const { clock, db } = this.#context
    const beganMs = clock.monotonicMs()
    const reply = await this.#post(claimed)
    const durationMs = Math.round(clock.monotonicMs() - beganMs)
    if (this.#ending.signal.aborted && reply.statusCode === null) return unclaim(db, claimed, clock.nowMs())
    const isSent = await this.#keep(claimed, reply, durationMs)
    this.#attempts.inc({ outcome: isSent ? 'sent' : 'failed' })
    if (isSent && durationMs < slowMs) this.#slow.delete(claimed.id)
    else this.#slow.add(claimed.id)
  }

  async #post({ id, url, eventId, body, secretSealed, previousSealed, previousUntilMs }: Claimed): Promise<Reply> {
    const { clock, route, sealer, unreadable } = this.#context
    const usePrevious = previousSealed !== null && previousUntilMs !== null && Number(previousUntilMs) > clock.nowMs()
    const secrets = unreadable.read(`webhooks.endpoints ${id}`, () => [
      sealer.open(secretSealed, boundTo(id, 'secret')),
      ...(usePrevious ? [sealer.open(previousSealed, boundTo(id, 'previous'))] : []),
    ])
    if (!secrets) return { statusCode: null, failure: 'internal' }
    // Receivers compare the timestamp with their own clock.
    const atSeconds = Math.floor(clock.toMachine(clock.nowMs()).getTime() / 1_000)
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Tallystick-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(atSeconds),
      'webhook-signature': signatureOf({ id: eventId, atSeconds, body }, secrets),
    }
    return postMessage(url, headers, body, route, this.#ending.signal)
  }

  /**
   * Stores the result of an attempt. Disables an endpoint that has failed for too long and emails its customer. Returns
   * whether the message was sent.
   */
  async #keep(claimed: Claimed, { statusCode, failure }: Reply, durationMs: number): Promise<boolean> {
    const { clock, db, identity } = this.#context
    const nowMs = clock.nowMs()
    const answeredAtMs = claimed.answeredAtMs === null ? null : Number(claimed.answeredAtMs)
    const verdict = judge({ statusCode }, claimed.attempts, answeredAtMs, nowMs)
    const nextMs = verdict.state === 'waiting' ? verdict.nextMs : null
    await db.transaction().execute(async (tx) => {
      const isOurs =
        (await holdEndpoint(tx, claimed)) &&
        (await saveAttempt(tx, claimed, { state: verdict.state, nextMs, statusCode, failure, durationMs }))
      if (!isOurs) return
      if (verdict.state === 'sent') return markAnswered(tx, claimed, nowMs)
      if (verdict.state !== 'failed' || !verdict.switchOff) return
      await switchOff(tx, claimed, verdict.switchOff, nowMs)
      await pauseDeliveries(tx, claimed)
      await identity.write(tx, claimed.customerId, webhookMails[verdict.switchOff], {
        host: hostOf(new URL(claimed.url)),
      })
    })
    return verdict.state === 'sent'
  }
}
