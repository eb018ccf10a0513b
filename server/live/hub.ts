import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { liveCloseCodes, type LiveFromServer } from '../../api/live.ts'
import type { Session, SessionFinder } from '../platform/http/http.ts'
import type { Platform } from '../platform/platform.ts'
import { Refused } from '../platform/http/refused.ts'
import type { RecentTicks } from '../markets/public.ts'
import { ConflationSlots } from './conflation.ts'
import { LiveAdmission } from './admission.ts'
import { close, send, type Client } from './client.ts'
import { liveLimits, type LiveLimits } from './limits.ts'
import { PriceStream } from './price-stream.ts'
import { parseMessage, sameOriginOnly } from './wire.ts'

type LivePlatform = Pick<Platform, 'clock' | 'log' | 'bus' | 'metrics'>

const heartbeatMs = 20_000
const recheckEveryMs = 1_000
const drainEveryMs = 100

/**
 * The WebSocket `/live`: sends prices to everyone, and trade and data events to signed-in customers. Messages:
 * api/live.ts.
 */
export class LiveHub {
  readonly #platform: LivePlatform
  readonly prices: PriceStream
  readonly #limits: LiveLimits
  readonly #admission: LiveAdmission
  readonly #clients = new Set<Client>()
  readonly #timers: NodeJS.Timeout[] = []
  #sessionOf: SessionFinder = () => null
  #rechecking = false

  constructor(platform: LivePlatform, recent: RecentTicks, limits: LiveLimits = liveLimits) {
    this.#limits = limits
    this.#admission = new LiveAdmission(limits, () => platform.clock.monotonicMs())
    this.#platform = platform
    this.prices = new PriceStream(platform, { recent, limits, admission: this.#admission, clients: this.#clients })
    platform.metrics.gauge('live_connections', 'Open connections to /live', () => this.#clients.size)
    platform.metrics.gauge('live_unsent_bytes', 'Unsent bytes to /live clients', () => this.unsentBytes)
  }

  /** Registers the endpoint. Browsers may connect from pages on `publicUrl` or on the host that they connect to. */
  register(http: FastifyInstance, sessionOf: SessionFinder, publicUrl?: string): void {
    this.#sessionOf = sessionOf
    void http.register(async (scope) => {
      scope.get('/live', { websocket: true, preValidation: sameOriginOnly(publicUrl) }, (socket, request) =>
        this.#accept(socket, request.ip),
      )
    })
    this.#timers.push(
      setInterval(() => this.prices.drain(), drainEveryMs),
      setInterval(() => this.#beat(), heartbeatMs),
      setInterval(() => void this.#recheckSessions(), recheckEveryMs),
    )
  }

  /** Subscribes to events from other modules. Returns functions that unsubscribe. */
  subscribe(): (() => void)[] {
    const { bus } = this.#platform
    return [
      bus.subscribe('session.revoked', ({ sessionId }) => this.#endSession(sessionId)),
      bus.subscribe('trade.settled', ({ customerId, ...settled }) =>
        this.#sendToCustomer(customerId, { kind: 'trade', ...settled }),
      ),
      bus.subscribe('alert.fired', ({ customerId, ...alert }) =>
        this.#sendToCustomer(customerId, { kind: 'alert', ...alert }),
      ),
      bus.subscribe('customer.changed', ({ customerId, calls }) =>
        this.#sendToCustomer(customerId, { kind: 'changed', calls }),
      ),
    ]
  }

  /** Number of readers with pending conflated ticks. */
  get slowReaders(): number {
    return [...this.#clients].filter((client) => client.slow).length
  }

  get openReaders(): number {
    return [...this.#clients].filter(({ socket }) => socket.readyState === socket.OPEN).length
  }

  /** Total number of unsent bytes to all readers. */
  get unsentBytes(): number {
    let bytes = 0
    for (const client of this.#clients) bytes += client.socket.bufferedAmount
    return bytes
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    for (const client of this.#clients) client.socket.close(1001, 'restarting')
  }

  #sendToCustomer(customerId: string, message: LiveFromServer): void {
    for (const client of this.#clients) if (client.customerId === customerId) send(client, message)
  }

  #endSession(sessionId: string): void {
    for (const client of this.#clients) if (client.sessionId === sessionId) this.#signOut(client)
  }

  #signOut(client: Client): void {
    send(client, { kind: 'signed_out' })
    close(client, liveCloseCodes.signedOut.code, 'signed out')
  }

  #accept(socket: WebSocket, ip: string | undefined): void {
    // `ip` is undefined if the client left during the handshake, despite Fastify's types.
    if (ip === undefined) return socket.terminate()
    const visitor = this.#admission.enter(ip)
    if (!visitor) return socket.close(liveCloseCodes.tooMany.code, 'too many connections')
    const client: Client = {
      socket,
      ip,
      visitor,
      greeted: false,
      secrete: undefined,
      sessionId: undefined,
      customerId: undefined,
      symbols: new Set(),
      behind: new Map(),
      past: new Map(),
      frameKey: '',
      slots: new ConflationSlots(),
      states: new Set(),
      slow: false,
      alive: true,
    }
    this.#clients.add(client)
    const hello = setTimeout(
      () => client.greeted || socket.close(liveCloseCodes.noHello.code, 'say hello first'),
      this.#limits.helloWithinMs,
    )
    socket.on('pong', () => void (client.alive = true))
    // Clients' protocol errors, such as an oversized frame, close the socket. They aren't logged as our errors.
    socket.removeAllListeners('error')
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(hello)
      this.#forget(client)
    })
    socket.on('message', (data, isBinary) => {
      this.#receive(client, isBinary ? '' : String(data)).catch((error) => {
        this.#platform.log.error({ err: error }, 'cannot handle a message to /live')
        socket.close(1011, 'failed')
      })
    })
  }

  #forget(client: Client): void {
    this.#clients.delete(client)
    this.#admission.leave(client.visitor)
  }

  async #receive(client: Client, text: string): Promise<void> {
    if (client.socket.readyState !== client.socket.OPEN) return
    const message = parseMessage(text)
    const symbols = message && 'symbols' in message ? message.symbols.length : 0
    if (!this.#admission.payMessage(client.visitor, symbols))
      return close(client, liveCloseCodes.tooMany.code, 'too many messages')
    if (!message) return close(client, liveCloseCodes.badMessage.code, 'not a valid message')
    if (message.kind === 'hello') return this.#greet(client, message.secrete)
    if (!client.greeted) return close(client, liveCloseCodes.noHello.code, 'say hello first')
    if (message.kind === 'ping')
      return send(client, { kind: 'pong', sentAt: message.sentAt, now: this.#platform.clock.nowMs() })
    if (message.kind === 'subscribe') return this.prices.subscribe(client, message.symbols, message.since ?? {})
    this.prices.unsubscribe(client, message.symbols)
  }

  async #greet(client: Client, secrete: string | undefined): Promise<void> {
    if (client.greeted) return close(client, liveCloseCodes.badMessage.code, 'say hello once')
    // Set before the session lookup, because browsers send their subscription together with `hello`.
    client.greeted = true
    const session = secrete ? await this.#sessionFrom(client, secrete) : null
    if (client.socket.readyState !== client.socket.OPEN) return
    if (!this.#admission.admit(client.visitor, session?.customerId))
      return close(client, liveCloseCodes.tooMany.code, 'too many connections')
    client.secrete = session ? secrete : undefined
    client.sessionId = session?.sessionId
    client.customerId = session?.customerId
    send(client, {
      kind: 'welcome',
      session: session ? 'customer' : secrete ? 'refused' : 'none',
      now: this.#platform.clock.nowMs(),
    })
  }

  /**
   * Returns the session that a secret belongs to; null if this client may not use it, such as an API key locked to
   * other networks.
   */
  async #sessionFrom({ ip }: Client, secrete: string): Promise<Session | null> {
    try {
      return await this.#sessionOf(secrete, ip)
    } catch (error) {
      if (error instanceof Refused) return null
      throw error
    }
  }

  /** Terminates connections that didn't respond to the last ping. */
  #beat(): void {
    this.#admission.prune()
    for (const client of this.#clients) {
      if (!client.alive) {
        client.socket.terminate()
        continue
      }
      client.alive = false
      client.socket.ping()
    }
  }

  /**
   * Signs out clients whose session ended without an event, such as in another process without NATS. Lookups share a
   * query.
   */
  async #recheckSessions(): Promise<void> {
    if (this.#rechecking) return
    this.#rechecking = true
    const checks = [...this.#clients]
      .filter(({ secrete }) => secrete)
      .map(async (client) => {
        const { secrete } = client
        if (!(await this.#sessionFrom(client, secrete!)) && client.secrete === secrete) this.#signOut(client)
      })
    const failed = (await Promise.allSettled(checks)).find((check) => check.status === 'rejected')
    if (failed) this.#platform.log.warn({ err: failed.reason }, 'cannot check sessions')
    this.#rechecking = false
  }
}
