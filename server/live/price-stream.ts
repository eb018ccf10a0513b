import type { Counter } from 'prom-client'
import { findSymbol, type RecentTicks, type StateChange, type Tick } from '../markets/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { LiveAdmission } from './admission.ts'
import { conflate, send, sendText, setFrameKey, type Client } from './client.ts'
import { maxPastTicks, pastEveryMs, type LiveLimits } from './limits.ts'
import { ticksMessage } from './wire.ts'

/**
 * A reader with more unsent bytes than this is slow. Once it catches up, it gets only the newest tick and state of each
 * symbol.
 */
const slowBytes = 32 * 1024
/** Past ticks per frame, about 16 KiB. */
const catchUpAtOnce = 120
/** Larger batches, such as after a clock jump, are sent to each reader at its own speed. */
const maxShared = 500

type StreamNeighbours = {
  recent: RecentTicks
  limits: LiveLimits
  admission: LiveAdmission
  clients: ReadonlySet<Client>
}

/**
 * Sends ticks and states to the clients that subscribed to their symbols. Each batch of ticks is serialised once per
 * distinct subscription, and clients with the same subscription share the bytes.
 */
export class PriceStream {
  readonly #clock: Platform['clock']
  readonly #recent: RecentTicks
  readonly #limits: LiveLimits
  readonly #admission: LiveAdmission
  readonly #clients: ReadonlySet<Client>
  readonly #conflated: Counter

  constructor({ clock, metrics }: Pick<Platform, 'clock' | 'metrics'>, neighbours: StreamNeighbours) {
    this.#clock = clock
    this.#recent = neighbours.recent
    this.#limits = neighbours.limits
    this.#admission = neighbours.admission
    this.#clients = neighbours.clients
    this.#conflated = metrics.counter(
      'live_conflated_total',
      'Ticks not sent to slow readers because a newer tick replaced them',
    )
  }

  /** Sends stored ticks to all subscribers of their symbols. */
  sendTicks(ticks: readonly Tick[]): void {
    if (ticks.length === 0 || this.#clients.size === 0) return
    if (ticks.length > maxShared) return this.#sendMany(ticks)
    const texts = ticks.map((tick) => this.#recent.textOf(tick))
    const frames = new Map<string, Buffer | undefined>()
    for (const client of this.#clients) {
      if (client.symbols.size === 0) continue
      if (this.#isSlow(client)) {
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

  #sendMany(ticks: readonly Tick[]): void {
    const before = new Map<string, number>()
    for (const { symbol, seq } of ticks) if (!before.has(symbol)) before.set(symbol, seq - 1)
    for (const client of this.#clients) {
      if (this.#isSlow(client)) conflate(client, ticks)
      else
        for (const [symbol, seq] of before)
          if (client.symbols.has(symbol) && !client.behind.has(symbol)) client.behind.set(symbol, seq)
      this.#catchUp(client)
    }
  }

  sendStates(changes: readonly StateChange[]): void {
    for (const { symbol, state } of changes) {
      for (const client of this.#clients) {
        if (!client.symbols.has(symbol)) continue
        if (this.#isSlow(client)) client.states.add(symbol)
        else send(client, { kind: 'status', symbol, state })
      }
    }
  }

  /**
   * Adds symbols and sends what the client is missing: ticks after `since`, as far as memory and budgets allow, or
   * the newest tick.
   */
  subscribe(client: Client, symbols: readonly string[], since: Record<string, number>): void {
    const fresh = [...new Set(symbols)]
      .filter((symbol) => findSymbol(symbol) && !client.symbols.has(symbol))
      .slice(0, this.#limits.symbols - client.symbols.size)
    const perSymbol = this.#pastPerSymbol(client, fresh, since)
    for (const symbol of fresh) {
      if (client.socket.readyState !== client.socket.OPEN) return
      client.symbols.add(symbol)
      send(client, { kind: 'status', symbol, state: this.#recent.state(symbol, this.#clock.nowMs()) })
      const last = this.#recent.last(symbol)
      if (!last) continue
      const seq = since[symbol] ?? last.seq - 1
      const first = Math.max(this.#firstUnsent(client, symbol, seq), last.seq - Math.max(1, perSymbol) + 1)
      this.#sendGap(client, symbol, seq, first)
      if (last.seq >= first) client.behind.set(symbol, first - 1)
    }
    setFrameKey(client)
    this.#catchUp(client)
  }

  unsubscribe(client: Client, symbols: readonly string[]): void {
    for (const symbol of symbols) {
      client.symbols.delete(symbol)
      client.behind.delete(symbol)
      client.states.delete(symbol)
      client.slots.drop(symbol)
    }
    setFrameKey(client)
  }

  /** Returns how many past ticks to send per symbol, within the client's budgets. */
  #pastPerSymbol(client: Client, symbols: readonly string[], since: Record<string, number>): number {
    const share = Math.floor(maxPastTicks / symbols.length)
    const missed = symbols.flatMap((symbol) => {
      const seq = since[symbol]
      if (seq === undefined) return []
      return Math.max(0, (this.#recent.last(symbol)?.seq ?? 0) - this.#firstUnsent(client, symbol, seq) + 1)
    })
    const wanted = missed.reduce((sum, ticks) => sum + Math.min(share, ticks), 0)
    const granted = this.#admission.payPast(client.visitor, wanted)
    return granted === wanted ? share : Math.floor(granted / missed.length)
  }

  /** Returns the first sequence number after `seq` that memory holds and that wasn't sent recently. */
  #firstUnsent(client: Client, symbol: string, seq: number): number {
    const sent = client.past.get(symbol)
    const isRecent = sent !== undefined && this.#clock.monotonicMs() - sent.atMs < pastEveryMs
    return Math.max(seq + 1, this.#recent.firstSeq(symbol), isRecent ? sent.seq + 1 : 0)
  }

  #sendGap(client: Client, symbol: string, seq: number, first: number): void {
    if (first > seq + 1) send(client, { kind: 'gap', symbol, from: seq + 1, to: first - 1 })
  }

  /** Sends past ticks until the socket's buffer fills. The rest stays in memory until the client has read these. */
  #catchUp(client: Client): void {
    if (client.behind.size === 0) return
    while (
      client.behind.size > 0 &&
      client.socket.readyState === client.socket.OPEN &&
      client.socket.bufferedAmount <= slowBytes
    ) {
      const texts = this.#nextPast(client)
      if (texts.length > 0) sendText(client, ticksMessage(texts))
    }
    setFrameKey(client)
  }

  #nextPast(client: Client): string[] {
    const texts: string[] = []
    const atMs = this.#clock.monotonicMs()
    for (const [symbol, seq] of client.behind) {
      const first = Math.max(seq + 1, this.#recent.firstSeq(symbol))
      const last = this.#recent.last(symbol)!.seq
      const through = Math.min(last, first + catchUpAtOnce - texts.length - 1)
      this.#sendGap(client, symbol, seq, first)
      for (let each = first; each <= through; each++) texts.push(this.#recent.text(symbol, each)!)
      client.past.set(symbol, { seq: through, atMs })
      if (through >= last) client.behind.delete(symbol)
      else client.behind.set(symbol, through)
      if (texts.length === catchUpAtOnce) break
    }
    return texts
  }

  #isSlow(client: Client): boolean {
    client.slow ||= client.socket.bufferedAmount > slowBytes
    return client.slow
  }

  /**
   * Sends the newest tick and state of each symbol to readers that have caught up, then returns them to the normal
   * stream.
   */
  drain(): void {
    for (const client of this.#clients) {
      if (!client.slow || client.socket.bufferedAmount > slowBytes / 4) continue
      const { ticks, replaced, symbols } = client.slots.take()
      client.slow = false
      this.#conflated.inc(replaced)
      if (ticks.length > 0)
        sendText(
          client,
          ticksMessage(
            ticks.map((tick) => this.#recent.textOf(tick)),
            symbols,
          ),
        )
      const nowMs = this.#clock.nowMs()
      for (const symbol of client.states)
        send(client, { kind: 'status', symbol, state: this.#recent.state(symbol, nowMs) })
      client.states.clear()
    }
    for (const client of this.#clients) this.#catchUp(client)
  }
}
