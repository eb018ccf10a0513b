import type { FastifyInstance } from 'fastify'
import type { Gauge, Counter } from 'prom-client'
import type { WebSocket } from 'ws'
import { liveFromClient, type LiveFromClient, type LiveFromServer, type LiveTick } from '../../contract/live.ts'
import type { SessionFinder } from '../platform/http.ts'
import type { Platform } from '../platform/platform.ts'
import { findSymbol } from './catalogue.ts'
import { ConflationSlots } from './conflation.ts'
import type { TickMemory } from './memory.ts'
import { priceText } from './price-text.ts'
import type { SymbolState } from './public.ts'
import type { Tick } from './tick.ts'

type LivePlatform = Pick<Platform, 'clock' | 'log' | 'bus' | 'metrics'>

/** What a client may use. A school sits behind one address. */
export const liveLimits = {
  connections: 10_000,
  connectionsPerAddress: 1_000,
  symbols: 64,
  /** Messages of a client in one `heartbeatMs`. */
  messages: 120,
  helloWithinMs: 10_000,
}
const heartbeatMs = 20_000
/** From so many unsent bytes on a reader is slow: it gets the newest tick of each symbol when it has caught up. */
const slowBytes = 32 * 1024
const drainEveryMs = 100
/** Of a client that came back, the oldest ticks beyond this, over all its symbols, are left to the call `ticks`. */
const catchUpTicks = 3_000

/** Close codes of the application's range (RFC 6455, section 7.4.2). */
export const closeCodes = { signedOut: 4001, badMessage: 4002, tooMany: 4003, noHello: 4004, tooSlow: 4005 } as const

type Client = {
  socket: WebSocket
  address: string
  greeted: boolean
  secrete: string | undefined
  sessionId: string | undefined
  customerId: string | undefined
  symbols: Set<string>
  /** Names the subscription, so that clients with the same one share a frame. */
  frameKey: string
  slots: ConflationSlots
  alive: boolean
  messages: number
}

/**
 * The WebSocket `/live`: prices to everyone, and to a signed-in customer word of his own trades. Messages: contract/live.ts.
 * A batch of ticks is written as text once for each distinct subscription and the same bytes go to all that share it.
 */
export class LiveHub {
  private readonly platform: LivePlatform
  private readonly memory: TickMemory
  private readonly limits: typeof liveLimits
  private readonly clients = new Set<Client>()
  private readonly slow = new Set<Client>()
  private readonly addresses = new Map<string, number>()
  private readonly timers: NodeJS.Timeout[] = []
  private sessionOf: SessionFinder = () => null
  private readonly conflated: Counter
  private readonly connections: Gauge

  constructor(platform: LivePlatform, memory: TickMemory, limits: typeof liveLimits = liveLimits) {
    this.limits = limits
    this.platform = platform
    this.memory = memory
    this.conflated = platform.metrics.counter('live_conflated_total', 'Ticks that a slow reader was not sent because a newer one took their place')
    this.connections = platform.metrics.gauge('live_connections', 'Open connections of /live', () => this.clients.size)
  }

  /** Mounts the endpoint. */
  register(http: FastifyInstance, sessionOf: SessionFinder): void {
    this.sessionOf = sessionOf
    void http.register(async (scope) => {
      scope.get('/live', { websocket: true }, (socket, request) => this.accept(socket, request.ip))
    })
    this.timers.push(setInterval(() => this.drain(), drainEveryMs), setInterval(() => this.beat(), heartbeatMs))
  }

  /** Listens to signals of other modules. Returns functions that end it. */
  subscribe(): (() => void)[] {
    const { bus } = this.platform
    return [
      bus.subscribe('session.revoked', ({ sessionId }) => this.endSession(sessionId)),
      bus.subscribe('trade.settled', ({ customerId, id, result, msg }) =>
        this.sendToCustomer(customerId, { kind: 'trade', id, result, msg }),
      ),
    ]
  }

  /** Readers for which the newest ticks wait. */
  get slowReaders(): number {
    return this.slow.size
  }

  stop(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer)
    for (const client of this.clients) client.socket.close(1001, 'restarting')
  }

  /** Sends stored ticks to all that asked for their symbols. */
  sendTicks(ticks: readonly Tick[]): void {
    if (ticks.length === 0 || this.clients.size === 0) return
    const texts = ticks.map((tick) => JSON.stringify(liveTickOf(tick)))
    const frames = new Map<string, Buffer | undefined>()
    for (const client of this.clients) {
      if (client.symbols.size === 0) continue
      if (this.isSlow(client)) {
        for (const tick of ticks) if (client.symbols.has(tick.symbol)) client.slots.put(tick)
        continue
      }
      let frame = frames.get(client.frameKey)
      if (!frame && !frames.has(client.frameKey)) {
        const own = texts.filter((_, i) => client.symbols.has(ticks[i]!.symbol))
        frame = own.length > 0 ? Buffer.from(`{"kind":"ticks","ticks":[${own.join(',')}]}`) : undefined
        frames.set(client.frameKey, frame)
      }
      if (frame) client.socket.send(frame, { binary: false })
    }
  }

  sendStates(changes: readonly { symbol: string; state: SymbolState }[]): void {
    for (const { symbol, state } of changes) {
      const frame = encoded({ kind: 'status', symbol, state })
      for (const client of this.clients) if (client.symbols.has(symbol)) client.socket.send(frame, { binary: false })
    }
  }

  private sendToCustomer(customerId: string, message: LiveFromServer): void {
    const frame = encoded(message)
    for (const client of this.clients) if (client.customerId === customerId) client.socket.send(frame, { binary: false })
  }

  private endSession(sessionId: string): void {
    for (const client of this.clients) if (client.sessionId === sessionId) this.signOut(client)
  }

  private signOut(client: Client): void {
    send(client, { kind: 'signed_out' })
    client.socket.close(closeCodes.signedOut, 'signed out')
    client.customerId = undefined
    client.symbols.clear()
  }

  private accept(socket: WebSocket, address: string): void {
    const here = this.addresses.get(address) ?? 0
    if (this.clients.size >= this.limits.connections || here >= this.limits.connectionsPerAddress) return socket.close(closeCodes.tooMany, 'too many connections')
    const client: Client = {
      socket, address, greeted: false, secrete: undefined, sessionId: undefined, customerId: undefined,
      symbols: new Set(), frameKey: '', slots: new ConflationSlots(), alive: true, messages: 0,
    }
    this.clients.add(client)
    this.addresses.set(address, here + 1)
    const hello = setTimeout(() => client.greeted || socket.close(closeCodes.noHello, 'say hello first'), this.limits.helloWithinMs)
    socket.on('pong', () => void (client.alive = true))
    socket.on('error', () => socket.terminate())
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
    const left = (this.addresses.get(client.address) ?? 1) - 1
    if (left > 0) this.addresses.set(client.address, left)
    else this.addresses.delete(client.address)
  }

  private async receive(client: Client, text: string): Promise<void> {
    client.messages += 1
    if (client.messages > this.limits.messages) return client.socket.close(closeCodes.tooMany, 'too many messages')
    const message = parseMessage(text)
    if (!message) return client.socket.close(closeCodes.badMessage, 'not a message of /live')
    if (message.kind === 'hello') return this.greet(client, message.secrete)
    if (!client.greeted) return client.socket.close(closeCodes.noHello, 'say hello first')
    if (message.kind === 'ping') return send(client, { kind: 'pong', sentAt: message.sentAt, now: this.platform.clock.nowMs() })
    if (message.kind === 'subscribe') return this.subscribeClient(client, message.symbols, message.since ?? {})
    for (const symbol of message.symbols) client.symbols.delete(symbol)
    client.frameKey = [...client.symbols].sort().join()
  }

  private async greet(client: Client, secrete: string | undefined): Promise<void> {
    // Before the session is looked up: a browser sends its subscription together with the hello.
    client.greeted = true
    const session = secrete ? await this.sessionOf(secrete) : null
    client.secrete = session ? secrete : undefined
    client.sessionId = session?.sessionId
    client.customerId = session?.customerId
    send(client, { kind: 'welcome', session: session ? 'customer' : secrete ? 'refused' : 'none', now: this.platform.clock.nowMs() })
  }

  /** Adds symbols and sends what the client lacks of each: from `since` on as far as memory reaches, or the newest tick. */
  private subscribeClient(client: Client, symbols: readonly string[], since: Record<string, number>): void {
    const known = symbols.filter((symbol) => findSymbol(symbol))
    for (const symbol of known) if (client.symbols.size < this.limits.symbols) client.symbols.add(symbol)
    client.frameKey = [...client.symbols].sort().join()
    const missed: LiveTick[] = []
    for (const symbol of known) {
      send(client, { kind: 'status', symbol, state: this.memory.state(symbol, this.platform.clock.nowMs()) })
      const seq = since[symbol]
      const last = this.memory.last(symbol)
      if (!last) continue
      if (seq === undefined) missed.push(liveTickOf(last))
      else missed.push(...this.missedOf(client, symbol, seq, Math.floor(catchUpTicks / known.length)))
    }
    if (missed.length > 0) send(client, { kind: 'ticks', ticks: missed })
  }

  private missedOf(client: Client, symbol: string, seq: number, atMost: number): LiveTick[] {
    const { ticks } = this.memory.after(symbol, seq)
    const sent = ticks.slice(-atMost)
    const first = sent[0]
    if (first && first.seq > seq + 1) send(client, { kind: 'gap', symbol, from: seq + 1, to: first.seq - 1 })
    return sent.map(liveTickOf)
  }

  private isSlow(client: Client): boolean {
    if (this.slow.has(client)) return true
    if (client.socket.bufferedAmount <= slowBytes) return false
    this.slow.add(client)
    return true
  }

  /** Slow readers that have caught up get the newest tick of each symbol, then every tick again. */
  private drain(): void {
    for (const client of this.slow) {
      if (client.socket.bufferedAmount > slowBytes / 4) continue
      const { ticks, replaced, symbols } = client.slots.take()
      this.slow.delete(client)
      this.conflated.inc(replaced)
      if (ticks.length > 0) send(client, { kind: 'ticks', ticks: ticks.map(liveTickOf), ...(symbols.length > 0 && { conflated: symbols }) })
    }
  }

  /** Closes what does not answer, and sessions that have ended without a word. */
  private beat(): void {
    for (const client of this.clients) {
      client.messages = 0
      if (!client.alive) {
        client.socket.terminate()
        continue
      }
      client.alive = false
      client.socket.ping()
      if (client.secrete) void this.recheck(client, client.secrete)
    }
  }

  private async recheck(client: Client, secrete: string): Promise<void> {
    try {
      if (!(await this.sessionOf(secrete))) this.signOut(client)
    } catch (error) {
      this.platform.log.warn({ err: error }, 'a session could not be checked')
    }
  }
}

function parseMessage(text: string): LiveFromClient | undefined {
  try {
    return liveFromClient.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const encoded = (message: LiveFromServer) => Buffer.from(JSON.stringify(message))

function send(client: Client, message: LiveFromServer): void {
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(encoded(message), { binary: false })
}

function liveTickOf(tick: Tick): LiveTick {
  const info = findSymbol(tick.symbol)!
  return {
    symbol: tick.symbol,
    seq: tick.seq,
    at: tick.atMs,
    bid: priceText(info, tick.bid),
    ask: priceText(info, tick.ask),
    price: priceText(info, tick.price),
  }
}
