import { useEffect, useSyncExternalStore } from 'react'
import type { LiveFromClient, LiveFromServer, LiveTick } from '../../api/live.ts'
import { readSecret } from './session.ts'

/** `idle`: no subscribers. `connecting`: first attempt. `live`: receiving prices. `lost`: reconnecting. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'lost'
type TickListener = (ticks: LiveTick[]) => void
type MessageListener = (message: LiveFromServer) => void

const pingEveryMs = 10_000
/** If no message arrives for this long, the connection counts as dead, whatever state the socket reports. */
const silenceMs = 25_000
const closeIdleAfterMs = 5_000
const longestPauseMs = 15_000

/**
 * The page's single connection to `/live`. Counts subscribers per symbol, drops duplicates, reconnects after a lost
 * connection, and requests missed ticks. Source: api/live.ts.
 */
export class LiveFeed {
  readonly #url: () => string
  #socket: WebSocket | undefined
  #status: LiveStatus = 'idle'
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #pulse: ReturnType<typeof setInterval> | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #receivedAt = 0
  #latencyMs: number | null = null
  #holders = 0
  #offsetMs = 0
  readonly #wanted = new Map<string, Set<TickListener>>()
  readonly #lastSeq = new Map<string, number>()
  readonly #messages = new Set<MessageListener>()
  readonly #statusListeners = new Set<() => void>()

  constructor(url: () => string) {
    this.#url = url
  }

  status = (): LiveStatus => this.#status

  /** Round trip of the last ping, in milliseconds; null before the first. */
  latencyMs = (): number | null => this.#latencyMs

  /** The server's time in epoch milliseconds, estimated from the last message. */
  serverNowMs = (): number => performance.timeOrigin + performance.now() + this.#offsetMs

  onStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener)
    return () => void this.#statusListeners.delete(listener)
  }

  /**
   * Calls `listener` with every message except ticks: symbol status, gaps, settled trades, changed account data and
   * sign-out.
   */
  onMessage(listener: MessageListener): () => void {
    this.#messages.add(listener)
    return () => void this.#messages.delete(listener)
  }

  /** Delivers the ticks of `symbols` in order, each once, until the returned function is called. */
  subscribe(symbols: readonly string[], listener: TickListener): () => void {
    clearTimeout(this.#idle)
    const fresh = symbols.filter((symbol) => !this.#wanted.has(symbol))
    for (const symbol of symbols) this.#wanted.set(symbol, (this.#wanted.get(symbol) ?? new Set()).add(listener))
    if (!this.#socket && !this.#retry) this.#connect()
    else if (fresh.length > 0) this.#send({ kind: 'subscribe', symbols: fresh })
    return () => this.#unsubscribe(symbols, listener)
  }

  /** Keeps the connection open for account events, without prices, until the returned function is called. */
  hold(): () => void {
    clearTimeout(this.#idle)
    this.#holders++
    if (!this.#socket && !this.#retry) this.#connect()
    return () => {
      this.#holders--
      this.#closeIdle()
    }
  }

  /** Reconnects with the current session secret. Call after sign-in and sign-out. */
  reconnect() {
    if (this.#wanted.size === 0 && this.#holders === 0) return
    this.#drop()
    this.#tries = 0
    this.#connect()
  }

  #unsubscribe(symbols: readonly string[], listener: TickListener) {
    const gone = symbols.filter((symbol) => {
      const listeners = this.#wanted.get(symbol)
      listeners?.delete(listener)
      if (listeners?.size !== 0) return false
      this.#wanted.delete(symbol)
      this.#lastSeq.delete(symbol)
      return true
    })
    if (gone.length > 0) this.#send({ kind: 'unsubscribe', symbols: gone })
    this.#closeIdle()
  }

  #closeIdle() {
    if (this.#wanted.size > 0 || this.#holders > 0) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.#drop()
      this.#setStatus('idle')
    }, closeIdleAfterMs)
  }

  #connect() {
    this.#retry = undefined
    this.#setStatus(this.#tries === 0 ? 'connecting' : 'lost')
    const socket = new WebSocket(this.#url())
    this.#socket = socket
    socket.onopen = () => {
      this.#receivedAt = performance.now()
      this.#send({ kind: 'hello', secrete: readSecret() ?? undefined })
      this.#send({ kind: 'subscribe', symbols: [...this.#wanted.keys()], since: Object.fromEntries(this.#lastSeq) })
      this.#pulse = setInterval(() => this.#checkPulse(), pingEveryMs)
    }
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as LiveFromServer)
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose()
    }
  }

  #receive(message: LiveFromServer) {
    this.#receivedAt = performance.now()
    if (message.kind === 'ticks') return this.#deliver(message.ticks)
    if (message.kind === 'welcome') {
      this.#tries = 0
      this.#offsetMs = message.now - (performance.timeOrigin + performance.now())
      this.#setStatus('live')
      this.#send({ kind: 'ping', sentAt: performance.now() })
    }
    if (message.kind === 'pong') {
      const now = performance.now()
      this.#latencyMs = now - message.sentAt
      this.#offsetMs = message.now + this.#latencyMs / 2 - (performance.timeOrigin + now)
      this.#notifyStatus()
    }
    for (const listener of this.#messages) listener(message)
  }

  #deliver(ticks: LiveTick[]) {
    const bySymbol = new Map<string, LiveTick[]>()
    for (const tick of ticks) {
      if (tick.seq <= (this.#lastSeq.get(tick.symbol) ?? 0)) continue
      this.#lastSeq.set(tick.symbol, tick.seq)
      const list = bySymbol.get(tick.symbol)
      if (list) list.push(tick)
      else bySymbol.set(tick.symbol, [tick])
    }
    const byListener = new Map<TickListener, LiveTick[]>()
    for (const [symbol, list] of bySymbol) {
      for (const listener of this.#wanted.get(symbol) ?? []) {
        byListener.set(listener, byListener.has(listener) ? [...byListener.get(listener)!, ...list] : list)
      }
    }
    for (const [listener, list] of byListener) listener(list)
  }

  #checkPulse() {
    if (performance.now() - this.#receivedAt > silenceMs) this.#lose()
    else this.#send({ kind: 'ping', sentAt: performance.now() })
  }

  #lose() {
    this.#drop()
    if (this.#wanted.size === 0 && this.#holders === 0) return this.#setStatus('idle')
    this.#tries += 1
    this.#setStatus('lost')
    // Random jitter, so that pages don't all reconnect to a restarted server at once.
    const pauseMs = Math.min(longestPauseMs, 400 * 2 ** Math.min(this.#tries, 8)) * (0.5 + Math.random() / 2)
    this.#retry = setTimeout(() => this.#connect(), pauseMs)
  }

  #drop() {
    clearInterval(this.#pulse)
    clearTimeout(this.#retry)
    this.#retry = undefined
    const socket = this.#socket
    this.#socket = undefined
    if (socket) socket.onclose = null
    socket?.close()
  }

  #send(message: LiveFromClient) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #setStatus(status: LiveStatus) {
    if (status === this.#status) return
    this.#status = status
    this.#notifyStatus()
  }

  #notifyStatus() {
    for (const listener of this.#statusListeners) listener()
  }
}

/** The page's connection. */
export const live = new LiveFeed(() => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`)

if (typeof window !== 'undefined') window.addEventListener('online', () => live.reconnect())

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(live.onStatus, live.status, () => 'idle')
}

/**
 * Calls `listener` with the ticks of `symbols` while the component is mounted. Keep `listener` stable (useCallback).
 */
export function useLiveTicks(symbols: readonly string[], listener: TickListener) {
  const key = symbols.join(',')
  useEffect(() => (key ? live.subscribe(key.split(','), listener) : undefined), [key, listener])
}
