import type { FastifyInstance } from 'fastify'
import type { Counter } from 'prom-client'
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
  /** Messages of a client: so many at once, and so many a second. */
  messagesAtOnce: 40,
  messagesPerSecond: 5,
  helloWithinMs: 10_000,
}
const heartbeatMs = 20_000
const recheckEveryMs = 1_000
/** From so many unsent bytes on a reader is slow: it gets the newest tick and state of each symbol when it has caught up. */
const slowBytes = 32 * 1024
/** With so many, what is meant for it alone closes it: a reader that stalls costs no more than 64 KiB (targets.md, P10). */
const stalledBytes = 48 * 1024
const drainEveryMs = 100
/** Of a client that came back, the oldest ticks beyond this, over all its symbols, are left to the call `ticks`. */
const catchUpTicks = 3_000
/** A frame of the past: 16 KiB or so. */
const catchUpAtOnce = 120
/** A batch of more ticks, as after a jump of the clock, is sent to each reader as fast as it reads. */
const sharedAtMost = 500

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
  /** Symbols of which it is still sent the past, each with the last number it holds; memory keeps the ticks meanwhile. */
  behind: Map<string, number>
  /** Names the subscription, so that clients with the same one share a frame. */
  frameKey: string
  slots: ConflationSlots
  /** Symbols whose state changed while it was slow. */
  states: Set<string>
  alive: boolean
  /** Messages that it may send at `countedAtMs`. */
  allowance: number
  countedAtMs: number
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
  private rechecking = false

  constructor(platform: LivePlatform, memory: TickMemory, limits: typeof liveLimits = liveLimits) {
    this.limits = limits
    this.platform = platform
    this.memory = memory
    this.conflated = platform.metrics.counter('live_conflated_total', 'Ticks that a slow reader was not sent because a newer one took their place')
    platform.metrics.gauge('live_connections', 'Open connections of /live', () => this.clients.size)
    platform.metrics.gauge('live_unsent_bytes', 'Bytes of /live that wait for their readers', () => this.unsentBytes)
  }

  /** Mounts the endpoint. */
  register(http: FastifyInstance, sessionOf: SessionFinder): void {
    this.sessionOf = sessionOf
    void http.register(async (scope) => {
      scope.get('/live', { websocket: true }, (socket, request) => this.accept(socket, request.ip))
    })
    this.timers.push(setInterval(() => this.drain(), drainEveryMs), setInterval(() => this.beat(), heartbeatMs), setInterval(() => void this.recheckSessions(), recheckEveryMs))
  }

  /** Listens to signals of other modules. Returns functions that end it. */
  subscribe(): (() => void)[] {
    const { bus } = this.platform
    return [
      bus.subscribe('session.revoked', ({ sessionId }) => this.endSession(sessionId)),
      bus.subscribe('trade.settled', ({ customerId, id, result, msg }) =>
        this.sendToCustomer(customerId, { kind: 'trade', id, result, msg }),
      ),
      bus.subscribe('customer.changed', ({ customerId, calls }) => this.sendToCustomer(customerId, { kind: 'changed', calls })),
    ]
  }

  /** Readers for which the newest ticks wait. */
  get slowReaders(): number {
    return this.slow.size
  }

  get openReaders(): number {
    return [...this.clients].filter(({ socket }) => socket.readyState === socket.OPEN).length
  }

  /** Bytes that wait for all readers together. */
  get unsentBytes(): number {
    let bytes = 0
    for (const client of this.clients) bytes += client.socket.bufferedAmount
    return bytes
  }

  stop(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer)
    for (const client of this.clients) client.socket.close(1001, 'restarting')
  }

  /** Sends stored ticks to all that asked for their symbols. */
  sendTicks(ticks: readonly Tick[]): void {
    if (ticks.length === 0 || this.clients.size === 0) return
    if (ticks.length > sharedAtMost) return this.sendMany(ticks)
    const texts = ticks.map((tick) => JSON.stringify(liveTickOf(tick)))
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
        frame = own.length > 0 ? Buffer.from(`{"kind":"ticks","ticks":[${own.join(',')}]}`) : undefined
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
      else for (const [symbol, seq] of before) if (client.symbols.has(symbol) && !client.behind.has(symbol)) client.behind.set(symbol, seq)
      this.catchUp(client)
    }
  }

  sendStates(changes: readonly { symbol: string; state: SymbolState }[]): void {
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

  /** Sends what is meant for one client; closes it where it has not read what came before. */
  private send(client: Client, message: LiveFromServer): void {
    if (client.socket.readyState !== client.socket.OPEN) return
    if (client.socket.bufferedAmount > stalledBytes) return this.close(client, closeCodes.tooSlow, 'does not read')
    client.socket.send(JSON.stringify(message))
  }

  /** Nothing more is kept for a client that is closed, however long it takes to notice. */
  private close(client: Client, code: number, reason: string): void {
    client.socket.close(code, reason)
    client.customerId = undefined
    client.secrete = undefined
    client.symbols.clear()
    client.behind.clear()
    client.states.clear()
    client.slots.take()
    this.slow.delete(client)
  }

  private endSession(sessionId: string): void {
    for (const client of this.clients) if (client.sessionId === sessionId) this.signOut(client)
  }

  private signOut(client: Client): void {
    this.send(client, { kind: 'signed_out' })
    this.close(client, closeCodes.signedOut, 'signed out')
  }

  private accept(socket: WebSocket, address: string): void {
    const here = this.addresses.get(address) ?? 0
    if (this.clients.size >= this.limits.connections || here >= this.limits.connectionsPerAddress) return socket.close(closeCodes.tooMany, 'too many connections')
    const client: Client = {
      socket, address, greeted: false, secrete: undefined, sessionId: undefined, customerId: undefined,
      symbols: new Set(), behind: new Map(), frameKey: '', slots: new ConflationSlots(), states: new Set(), alive: true,
      allowance: this.limits.messagesAtOnce, countedAtMs: this.platform.clock.monotonicMs(),
    }
    this.clients.add(client)
    this.addresses.set(address, here + 1)
    const hello = setTimeout(() => client.greeted || socket.close(closeCodes.noHello, 'say hello first'), this.limits.helloWithinMs)
    socket.on('pong', () => void (client.alive = true))
    // What a client does wrong, such as a frame that is too long, closes its socket and is no error of ours to log.
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
    const left = (this.addresses.get(client.address) ?? 1) - 1
    if (left > 0) this.addresses.set(client.address, left)
    else this.addresses.delete(client.address)
  }

  private async receive(client: Client, text: string): Promise<void> {
    if (client.socket.readyState !== client.socket.OPEN) return
    if (!this.mayTalk(client)) return this.close(client, closeCodes.tooMany, 'too many messages')
    const message = parseMessage(text)
    if (!message) return this.close(client, closeCodes.badMessage, 'not a message of /live')
    if (message.kind === 'hello') return this.greet(client, message.secrete)
    if (!client.greeted) return this.close(client, closeCodes.noHello, 'say hello first')
    if (message.kind === 'ping') return this.send(client, { kind: 'pong', sentAt: message.sentAt, now: this.platform.clock.nowMs() })
    if (message.kind === 'subscribe') return this.subscribeClient(client, message.symbols, message.since ?? {})
    for (const symbol of message.symbols) {
      client.symbols.delete(symbol)
      client.behind.delete(symbol)
      client.states.delete(symbol)
      client.slots.drop(symbol)
    }
    setFrameKey(client)
  }

  private mayTalk(client: Client): boolean {
    const { messagesAtOnce, messagesPerSecond } = this.limits
    const nowMs = this.platform.clock.monotonicMs()
    client.allowance = Math.min(messagesAtOnce, client.allowance + ((nowMs - client.countedAtMs) / 1000) * messagesPerSecond) - 1
    client.countedAtMs = nowMs
    return client.allowance >= 0
  }

  private async greet(client: Client, secrete: string | undefined): Promise<void> {
    // Before the session is looked up: a browser sends its subscription together with the hello.
    client.greeted = true
    const session = secrete ? await this.sessionOf(secrete) : null
    if (client.socket.readyState !== client.socket.OPEN) return
    client.secrete = session ? secrete : undefined
    client.sessionId = session?.sessionId
    client.customerId = session?.customerId
    this.send(client, { kind: 'welcome', session: session ? 'customer' : secrete ? 'refused' : 'none', now: this.platform.clock.nowMs() })
  }

  /** Adds symbols and sends what the client lacks of each: from `since` on as far as memory reaches, or the newest tick. */
  private subscribeClient(client: Client, symbols: readonly string[], since: Record<string, number>): void {
    const fresh = [...new Set(symbols)].filter((symbol) => findSymbol(symbol) && !client.symbols.has(symbol)).slice(0, this.limits.symbols - client.symbols.size)
    for (const symbol of fresh) {
      if (client.socket.readyState !== client.socket.OPEN) return
      client.symbols.add(symbol)
      this.send(client, { kind: 'status', symbol, state: this.memory.state(symbol, this.platform.clock.nowMs()) })
      const last = this.memory.last(symbol)
      if (!last) continue
      const seq = since[symbol] ?? last.seq - 1
      const first = Math.max(this.memory.after(symbol, seq).ticks[0]?.seq ?? 0, last.seq - Math.floor(catchUpTicks / fresh.length) + 1)
      this.tellGap(client, symbol, seq, first)
      if (last.seq > seq) client.behind.set(symbol, first - 1)
    }
    setFrameKey(client)
    this.catchUp(client)
  }

  private tellGap(client: Client, symbol: string, seq: number, first: number): void {
    if (first > seq + 1) this.send(client, { kind: 'gap', symbol, from: seq + 1, to: first - 1 })
  }

  /** Sends of the past what the reader takes at once. The rest waits in memory until it has read that. */
  private catchUp(client: Client): void {
    if (client.behind.size === 0) return
    while (client.behind.size > 0 && client.socket.readyState === client.socket.OPEN && client.socket.bufferedAmount <= slowBytes) {
      const frame: LiveTick[] = []
      for (const [symbol, seq] of client.behind) {
        const { ticks } = this.memory.after(symbol, seq)
        this.tellGap(client, symbol, seq, ticks[0]?.seq ?? 0)
        const sent = ticks.slice(0, catchUpAtOnce - frame.length)
        frame.push(...sent.map(liveTickOf))
        if (sent.length === ticks.length) client.behind.delete(symbol)
        else client.behind.set(symbol, sent.at(-1)!.seq)
        if (frame.length === catchUpAtOnce) break
      }
      if (frame.length > 0) this.send(client, { kind: 'ticks', ticks: frame })
    }
    setFrameKey(client)
  }

  private isSlow(client: Client): boolean {
    if (this.slow.has(client)) return true
    if (client.socket.bufferedAmount <= slowBytes) return false
    this.slow.add(client)
    return true
  }

  /** Slow readers that have caught up get the newest tick and state of each symbol, then all again. */
  private drain(): void {
    for (const client of this.slow) {
      if (client.socket.bufferedAmount > slowBytes / 4) continue
      const { ticks, replaced, symbols } = client.slots.take()
      this.slow.delete(client)
      this.conflated.inc(replaced)
      if (ticks.length > 0) this.send(client, { kind: 'ticks', ticks: ticks.map(liveTickOf), ...(symbols.length > 0 && { conflated: symbols }) })
      const nowMs = this.platform.clock.nowMs()
      for (const symbol of client.states) this.send(client, { kind: 'status', symbol, state: this.memory.state(symbol, nowMs) })
      client.states.clear()
    }
    for (const client of this.clients) this.catchUp(client)
  }

  /** Closes what does not answer. */
  private beat(): void {
    for (const client of this.clients) {
      if (!client.alive) {
        client.socket.terminate()
        continue
      }
      client.alive = false
      client.socket.ping()
    }
  }

  /** Signs out whose session has ended without a word, as with another process and no NATS between. Look-ups share a query. */
  private async recheckSessions(): Promise<void> {
    if (this.rechecking) return
    this.rechecking = true
    const checks = [...this.clients].filter(({ secrete }) => secrete).map(async (client) => {
      const { secrete } = client
      if (!(await this.sessionOf(secrete!)) && client.secrete === secrete) this.signOut(client)
    })
    const failed = (await Promise.allSettled(checks)).find((check) => check.status === 'rejected')
    if (failed) this.platform.log.warn({ err: failed.reason }, 'sessions could not be checked')
    this.rechecking = false
  }
}

function parseMessage(text: string): LiveFromClient | undefined {
  try {
    return liveFromClient.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** What a reader gets once it has caught up. Symbols that it is still sent the past of come with that. */
function conflate(client: Client, ticks: readonly Tick[]): void {
  for (const tick of ticks) if (client.symbols.has(tick.symbol) && !client.behind.has(tick.symbol)) client.slots.put(tick)
}

function setFrameKey(client: Client): void {
  client.frameKey = [...client.symbols].filter((symbol) => !client.behind.has(symbol)).sort().join()
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
