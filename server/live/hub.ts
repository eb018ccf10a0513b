import type { FastifyInstance } from 'fastify'
import type { Counter } from 'prom-client'
import type { WebSocket } from 'ws'
import { liveCloseCodes, type LiveFromServer } from '../../contract/live.ts'
import type { Session, SessionFinder } from '../platform/http/http.ts'
import type { Platform } from '../platform/platform.ts'
import { Refused } from '../platform/http/refused.ts'
import { findSymbol, type RecentTicks, type StateChange, type Tick } from '../markets/public.ts'
import { ConflationSlots } from './conflation.ts'
import { LiveAdmission } from './admission.ts'
import { conflate, setFrameKey, type Client } from './client.ts'
import { liveLimits, pastEveryMs, maxPastTicks, type LiveLimits } from './limits.ts'
import { parseMessage, sameOriginOnly, ticksMessage } from './wire.ts'

type LivePlatform = Pick<Platform, 'clock' | 'log' | 'bus' | 'metrics'>

const heartbeatMs = 20_000
const recheckEveryMs = 1_000
/**
 * A reader with more unsent bytes than this is slow. Once it catches up, it gets only the newest tick and state of each
 * symbol.
 */
const slowBytes = 32 * 1024
/**
 * A reader with more unsent bytes than this is disconnected when a message arrives that only this reader gets, so that
 * a stalled reader uses at most 64 KiB (docs/spec/targets.md, P10).
 */
const stalledBytes = 48 * 1024
const drainEveryMs = 100
/** Past ticks per frame, about 16 KiB. */
const catchUpAtOnce = 120
/** Larger batches, such as after a clock jump, are sent to each reader at its own speed. */
const maxShared = 500

/**
 * The WebSocket `/live`: sends prices to everyone, and trade and data events to signed-in customers. Messages:
 * contract/live.ts. Each batch of ticks is serialised once per distinct subscription, and clients with the same
 * subscription share the bytes.
 */
export class LiveHub {
  private readonly platform: LivePlatform
  private readonly memory: RecentTicks
  private readonly limits: LiveLimits
  private readonly admission: LiveAdmission
  private readonly clients = new Set<Client>()
  private readonly slow = new Set<Client>()
  private readonly timers: NodeJS.Timeout[] = []
  private sessionOf: SessionFinder = () => null
  private readonly conflated: Counter
  private rechecking = false

  constructor(platform: LivePlatform, memory: RecentTicks, limits: LiveLimits = liveLimits) {
    this.limits = limits
    this.admission = new LiveAdmission(limits, () => platform.clock.monotonicMs())
    this.platform = platform
    this.memory = memory
    this.conflated = platform.metrics.counter(
      'live_conflated_total',
      'Ticks not sent to slow readers because a newer tick replaced them',
    )
    platform.metrics.gauge('live_connections', 'Open connections of /live', () => this.clients.size)
    platform.metrics.gauge('live_unsent_bytes', 'Unsent bytes of /live', () => this.unsentBytes)
  }

  /** Registers the endpoint. Browsers may connect from pages of `publicUrl` or of the host that they connect to. */
  register(http: FastifyInstance, sessionOf: SessionFinder, publicUrl?: string): void {
    this.sessionOf = sessionOf
    void http.register(async (scope) => {
      scope.get('/live', { websocket: true, preValidation: sameOriginOnly(publicUrl) }, (socket, request) =>
        this.accept(socket, request.ip),
      )
    })
    this.timers.push(
      setInterval(() => this.drain(), drainEveryMs),
      setInterval(() => this.beat(), heartbeatMs),
      setInterval(() => void this.recheckSessions(), recheckEveryMs),
    )
  }

  /** Subscribes to events of other modules. Returns functions that unsubscribe. */
  subscribe(): (() => void)[] {
    const { bus } = this.platform
    return [
      bus.subscribe('session.revoked', ({ sessionId }) => this.endSession(sessionId)),
      bus.subscribe('trade.settled', ({ customerId, ...settled }) =>
        this.sendToCustomer(customerId, { kind: 'trade', ...settled }),
      ),
      bus.subscribe('customer.changed', ({ customerId, calls }) =>
        this.sendToCustomer(customerId, { kind: 'changed', calls }),
      ),
    ]
  }

  /** Number of readers with pending conflated ticks. */
  get slowReaders(): number {
    return this.slow.size
  }

  get openReaders(): number {
    return [...this.clients].filter(({ socket }) => socket.readyState === socket.OPEN).length
  }

  /** Unsent bytes of all readers. */
  get unsentBytes(): number {
    let bytes = 0
    for (const client of this.clients) bytes += client.socket.bufferedAmount
    return bytes
  }

  stop(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer)
    for (const client of this.clients) client.socket.close(1001, 'restarting')
  }

  /** Sends stored ticks to all subscribers of their symbols. */
  sendTicks(ticks: readonly Tick[]): void {
    if (ticks.length === 0 || this.clients.size === 0) return
    if (ticks.length > maxShared) return this.sendMany(ticks)
    const texts = ticks.map((tick) => this.memory.textOf(tick))
    const frames = new Map<string, Buffer | undefined>()
    for (const client of this.clients) {
      if (client.symbols.size === 0) continue
      if (this.isSlow(client)) {
        conflate(client, ticks)
        continue
      }
      let frame = frames.get(client.frameKey)
      if (!frame && !frames.has(client.frameKey)) {
        const own = texts.filter((_, i) => client.symbols.has(ticks[i]!.symbol) && !client.behind.has(ticks[i]!.symbol))
        frame = own.length > 0 ? Buffer.from(ticksMessage(own)) : undefined
        frames.set(client.frameKey, frame)
      }
      if (frame) client.socket.send(frame, { binary: false })
    }
  }

  private sendMany(ticks: readonly Tick[]): void {
    const before = new Map<string, number>()
    for (const { symbol, seq } of ticks) if (!before.has(symbol)) before.set(symbol, seq - 1)
    for (const client of this.clients) {
      if (this.isSlow(client)) conflate(client, ticks)
      else
        for (const [symbol, seq] of before)
          if (client.symbols.has(symbol) && !client.behind.has(symbol)) client.behind.set(symbol, seq)
      this.catchUp(client)
    }
  }

  sendStates(changes: readonly StateChange[]): void {
    for (const { symbol, state } of changes) {
      for (const client of this.clients) {
        if (!client.symbols.has(symbol)) continue
        if (this.isSlow(client)) client.states.add(symbol)
        else this.send(client, { kind: 'status', symbol, state })
      }
    }
  }

  private sendToCustomer(customerId: string, message: LiveFromServer): void {
    for (const client of this.clients) if (client.customerId === customerId) this.send(client, message)
  }

  /** Sends a message to one client, or disconnects the client if it hasn't read earlier data. */
  private send(client: Client, message: LiveFromServer): void {
    this.sendText(client, JSON.stringify(message))
  }

  private sendText(client: Client, text: string): void {
    if (client.socket.readyState !== client.socket.OPEN) return
    if (client.socket.bufferedAmount > stalledBytes)
      return this.close(client, liveCloseCodes.tooSlow.code, 'does not read')
    client.socket.send(text)
  }

  /** Closes a connection and frees its data at once, however long the client takes to notice. */
  private close(client: Client, code: number, reason: string): void {
    client.socket.close(code, reason)
    client.customerId = undefined
    client.secrete = undefined
    client.symbols.clear()
    client.behind.clear()
    client.past.clear()
    client.states.clear()
    client.slots.take()
    this.slow.delete(client)
  }

  private endSession(sessionId: string): void {
    for (const client of this.clients) if (client.sessionId === sessionId) this.signOut(client)
  }

  private signOut(client: Client): void {
    this.send(client, { kind: 'signed_out' })
    this.close(client, liveCloseCodes.signedOut.code, 'signed out')
  }

  private accept(socket: WebSocket, ip: string | undefined): void {
    // `ip` is undefined if the client left during the handshake, despite Fastify's types.
    if (ip === undefined) return socket.terminate()
    const visitor = this.admission.enter(ip)
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
      alive: true,
    }
    this.clients.add(client)
    const hello = setTimeout(
      () => client.greeted || socket.close(liveCloseCodes.noHello.code, 'say hello first'),
      this.limits.helloWithinMs,
    )
    socket.on('pong', () => void (client.alive = true))
    // Protocol errors by clients, such as an oversized frame, close the socket. Don't log them as our errors.
    socket.removeAllListeners('error')
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(hello)
      this.forget(client)
    })
    socket.on('message', (data, isBinary) => {
      this.receive(client, isBinary ? '' : String(data)).catch((error) => {
        this.platform.log.error({ err: error }, 'live message failed')
        socket.close(1011, 'failed')
      })
    })
  }

  private forget(client: Client): void {
    this.clients.delete(client)
    this.slow.delete(client)
    this.admission.leave(client.visitor)
  }

  private async receive(client: Client, text: string): Promise<void> {
    if (client.socket.readyState !== client.socket.OPEN) return
    const message = parseMessage(text)
    const symbols = message && 'symbols' in message ? message.symbols.length : 0
    if (!this.admission.payMessage(client.visitor, symbols))
      return this.close(client, liveCloseCodes.tooMany.code, 'too many messages')
    if (!message) return this.close(client, liveCloseCodes.badMessage.code, 'not a message of /live')
    if (message.kind === 'hello') return this.greet(client, message.secrete)
    if (!client.greeted) return this.close(client, liveCloseCodes.noHello.code, 'say hello first')
    if (message.kind === 'ping')
      return this.send(client, { kind: 'pong', sentAt: message.sentAt, now: this.platform.clock.nowMs() })
    if (message.kind === 'subscribe') return this.subscribeClient(client, message.symbols, message.since ?? {})
    for (const symbol of message.symbols) {
      client.symbols.delete(symbol)
      client.behind.delete(symbol)
      client.states.delete(symbol)
      client.slots.drop(symbol)
    }
    setFrameKey(client)
  }

  private async greet(client: Client, secrete: string | undefined): Promise<void> {
    if (client.greeted) return this.close(client, liveCloseCodes.badMessage.code, 'say hello once')
    // Set before the session lookup, because browsers send their subscription together with `hello`.
    client.greeted = true
    const session = secrete ? await this.sessionFrom(client, secrete) : null
    if (client.socket.readyState !== client.socket.OPEN) return
    if (!this.admission.admit(client.visitor, session?.customerId))
      return this.close(client, liveCloseCodes.tooMany.code, 'too many connections')
    client.secrete = session ? secrete : undefined
    client.sessionId = session?.sessionId
    client.customerId = session?.customerId
    this.send(client, {
      kind: 'welcome',
      session: session ? 'customer' : secrete ? 'refused' : 'none',
      now: this.platform.clock.nowMs(),
    })
  }

  /**
   * Returns the session that a secret belongs to; null if this client may not use it, such as an API key locked to
   * other networks.
   */
  private async sessionFrom({ ip }: Client, secrete: string): Promise<Session | null> {
    try {
      return await this.sessionOf(secrete, ip)
    } catch (error) {
      if (error instanceof Refused) return null
      throw error
    }
  }

  /**
   * Adds symbols and sends what the client is missing: ticks after `since` within memory and budgets, or the newest
   * tick.
   */
  private subscribeClient(client: Client, symbols: readonly string[], since: Record<string, number>): void {
    const fresh = [...new Set(symbols)]
      .filter((symbol) => findSymbol(symbol) && !client.symbols.has(symbol))
      .slice(0, this.limits.symbols - client.symbols.size)
    const perSymbol = this.pastPerSymbol(client, fresh, since)
    for (const symbol of fresh) {
      if (client.socket.readyState !== client.socket.OPEN) return
      client.symbols.add(symbol)
      this.send(client, { kind: 'status', symbol, state: this.memory.state(symbol, this.platform.clock.nowMs()) })
      const last = this.memory.last(symbol)
      if (!last) continue
      const seq = since[symbol] ?? last.seq - 1
      const first = Math.max(this.firstUnsent(client, symbol, seq), last.seq - Math.max(1, perSymbol) + 1)
      this.sendGap(client, symbol, seq, first)
      if (last.seq >= first) client.behind.set(symbol, first - 1)
    }
    setFrameKey(client)
    this.catchUp(client)
  }

  /** Returns how many past ticks to send per symbol, within the client's budgets. */
  private pastPerSymbol(client: Client, symbols: readonly string[], since: Record<string, number>): number {
    const share = Math.floor(maxPastTicks / symbols.length)
    const missed = symbols.flatMap((symbol) => {
      const seq = since[symbol]
      if (seq === undefined) return []
      return Math.max(0, (this.memory.last(symbol)?.seq ?? 0) - this.firstUnsent(client, symbol, seq) + 1)
    })
    const wanted = missed.reduce((sum, ticks) => sum + Math.min(share, ticks), 0)
    const granted = this.admission.payPast(client.visitor, wanted)
    return granted === wanted ? share : Math.floor(granted / missed.length)
  }

  /** Returns the first sequence number after `seq` that memory holds and that wasn't sent recently. */
  private firstUnsent(client: Client, symbol: string, seq: number): number {
    const sent = client.past.get(symbol)
    const isRecent = sent !== undefined && this.platform.clock.monotonicMs() - sent.atMs < pastEveryMs
    return Math.max(seq + 1, this.memory.firstSeq(symbol), isRecent ? sent.seq + 1 : 0)
  }

  private sendGap(client: Client, symbol: string, seq: number, first: number): void {
    if (first > seq + 1) this.send(client, { kind: 'gap', symbol, from: seq + 1, to: first - 1 })
  }

  /** Sends past ticks until the socket's buffer fills. The rest stays in memory until the client has read them. */
  private catchUp(client: Client): void {
    if (client.behind.size === 0) return
    while (
      client.behind.size > 0 &&
      client.socket.readyState === client.socket.OPEN &&
      client.socket.bufferedAmount <= slowBytes
    ) {
      const texts = this.nextPast(client)
      if (texts.length > 0) this.sendText(client, ticksMessage(texts))
    }
    setFrameKey(client)
  }

  private nextPast(client: Client): string[] {
    const texts: string[] = []
    const atMs = this.platform.clock.monotonicMs()
    for (const [symbol, seq] of client.behind) {
      const first = Math.max(seq + 1, this.memory.firstSeq(symbol))
      const last = this.memory.last(symbol)!.seq
      const through = Math.min(last, first + catchUpAtOnce - texts.length - 1)
      this.sendGap(client, symbol, seq, first)
      for (let each = first; each <= through; each++) texts.push(this.memory.text(symbol, each)!)
      client.past.set(symbol, { seq: through, atMs })
      if (through >= last) client.behind.delete(symbol)
      else client.behind.set(symbol, through)
      if (texts.length === catchUpAtOnce) break
    }
    return texts
  }

  private isSlow(client: Client): boolean {
    if (this.slow.has(client)) return true
    if (client.socket.bufferedAmount <= slowBytes) return false
    this.slow.add(client)
    return true
  }

  /**
   * Sends the newest tick and state of each symbol to readers that have caught up, then returns them to the normal
   * stream.
   */
  private drain(): void {
    for (const client of this.slow) {
      if (client.socket.bufferedAmount > slowBytes / 4) continue
      const { ticks, replaced, symbols } = client.slots.take()
      this.slow.delete(client)
      this.conflated.inc(replaced)
      if (ticks.length > 0)
        this.sendText(
          client,
          ticksMessage(
            ticks.map((tick) => this.memory.textOf(tick)),
            symbols,
          ),
        )
      const nowMs = this.platform.clock.nowMs()
      for (const symbol of client.states)
        this.send(client, { kind: 'status', symbol, state: this.memory.state(symbol, nowMs) })
      client.states.clear()
    }
    for (const client of this.clients) this.catchUp(client)
  }

  /** Terminates connections that didn't respond to the last ping. */
  private beat(): void {
    this.admission.prune()
    for (const client of this.clients) {
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
  private async recheckSessions(): Promise<void> {
    if (this.rechecking) return
    this.rechecking = true
    const checks = [...this.clients]
      .filter(({ secrete }) => secrete)
      .map(async (client) => {
        const { secrete } = client
        if (!(await this.sessionFrom(client, secrete!)) && client.secrete === secrete) this.signOut(client)
      })
    const failed = (await Promise.allSettled(checks)).find((check) => check.status === 'rejected')
    if (failed) this.platform.log.warn({ err: failed.reason }, 'cannot check sessions')
    this.rechecking = false
  }
}
