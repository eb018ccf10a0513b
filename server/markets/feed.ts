import type { PoolClient } from 'pg'
import type { Counter, Histogram } from 'prom-client'
import type { Platform } from '../platform/platform.ts'
import { catalogue } from './catalogue.ts'
import { Gate, gateReasons } from './refused/gate.ts'
import { RefusedPrices } from './refused/refused-prices.ts'
import type { TickBatch } from './memory.ts'
import type { Source } from './source.ts'
import {
  hashChainHeads,
  dropFeedLead,
  ensureTickDays,
  releaseFeedLead,
  markSeam,
  newestOfEach,
  readFeedStates,
  storeBatch,
  takeFeedLead,
  type HashChainHead,
  type FeedState,
} from './store.ts'
import { hashChainStart, tickHash, type RawTick, type Tick } from './tick.ts'

type FeedPlatform = Pick<Platform, 'pool' | 'clock' | 'log' | 'metrics'>

/** Interval between attempts to become the leader. Doubles after each consecutive failure. */
const retryLeadMs = { first: 250, most: 2_000 }
const flushEveryMs = 100
/** With more unstored ticks than this, the process stops leading: the database is too slow or unavailable. */
const maxPending = 100_000
/** Maximum number of ticks per statement. A larger batch uses several statements. */
const storeAtOnce = 5_000
const dayMs = 86_400_000
const allSymbols = catalogue.map((info) => info.symbol)

/** A tick that passed the gate, and the gate's state right after it. */
type Pending = { tick: RawTick; state: FeedState }
type Seam = { symbols: readonly string[]; atMs: number; reason: string }

/**
 * The only writer of the tick record: source -> gate -> database -> readers. A tick is durable before it is published,
 * so trades settle on exactly the prices that were shown. One process leads, using an advisory lock, and writes on the
 * connection that holds the lock. If a write fails, the process stops leading, and the next leader continues from the
 * stored record.
 */
export class Feed {
  readonly #platform: FeedPlatform
  readonly #source: Source
  readonly #publish: (batch: TickBatch) => void
  #gate = new Gate()
  #heads = new Map<string, HashChainHead>()
  #pending: Pending[] = []
  #seams: Seam[] = []
  #toKeep: { state: unknown } | undefined
  readonly #refusals = new RefusedPrices()
  #promised: Record<string, number> = {}
  #lead: PoolClient | undefined
  #trying: Promise<void> = Promise.resolve()
  #starting: Promise<void> = Promise.resolve()
  #flushing: Promise<void> | undefined
  #flushTimer: NodeJS.Timeout | undefined
  #retryTimer: NodeJS.Timeout | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #lastFlushMs = -Infinity
  #retryMs = retryLeadMs.first
  #stopped = true
  #sourceRuns = false
  #readyDays = 0
  readonly #refusedTicks: Counter
  readonly #storedTicks: Counter
  readonly #storeSeconds: Histogram

  constructor(platform: FeedPlatform, source: Source, publish: (batch: TickBatch) => void) {
    this.#platform = platform
    this.#source = source
    this.#publish = publish
    this.#refusedTicks = platform.metrics.counter('ticks_refused_total', 'Ticks the gate refused, by reason', [
      'reason',
    ])
    this.#storedTicks = platform.metrics.counter('ticks_stored_total', 'Ticks stored')
    this.#storeSeconds = platform.metrics.histogram(
      'ticks_store_seconds',
      'Time to store a batch of ticks',
      [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1],
    )
    platform.metrics.gauge('feed_leads', '1 if this process leads the price feed', () => (this.#lead ? 1 : 0))
    for (const reason of gateReasons) this.#refusedTicks.inc({ reason }, 0)
  }

  /** Tries to become the leader, and keeps trying in the background. Resolves after the first attempt. */
  async start(): Promise<void> {
    this.#stopped = false
    this.#trying = this.#tryToLead()
    await this.#trying
  }

  /** Stores pushed ticks, then stops leading. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retryTimer)
    await this.#trying
    await this.#starting.catch(() => {})
    await this.#source.stop()
    await this.flush()
    const lead = this.#forgetLead()
    if (lead) await releaseFeedLead(lead)
  }

  get leads(): boolean {
    return this.#lead !== undefined
  }

  /** Returns false if this process leads and its source hasn't started yet. */
  get flows(): boolean {
    return !this.#lead || this.#sourceRuns
  }

  /** Resolves when all pushed ticks are stored and published, or when this process no longer leads. */
  async flush(): Promise<void> {
    await this.#starting.catch(() => {})
    await this.#storeAll()
  }

  /**
   * Stores pushed ticks and guarantees that no more ticks at or before `throughMs` follow. Resolves when the ticks and
   * the guarantee are stored, or when this process no longer leads.
   */
  async close(symbol: string, throughMs: number): Promise<void> {
    this.#promise(symbol, throughMs)
    await this.flush()
  }

  async #storeAll(): Promise<void> {
    while (this.#flushing || this.#hasWork()) await (this.#flushing ?? this.#store())
  }

  /** Generates the prices for the time that a clock jump skips. */
  async advance(fromMs: number, toMs: number): Promise<void> {
    await this.#starting.catch(() => {})
    if (!this.#lead) return
    await this.#source.advance?.(fromMs, toMs)
    this.#promiseUnserved()
    await this.flush()
  }

  async #tryToLead(): Promise<void> {
    try {
      const lead = await takeFeedLead(this.#platform.pool)
      if (lead && this.#stopped) await releaseFeedLead(lead)
      else if (lead) return await this.#begin(lead)
      // Another process leads. Checking often keeps the interruption short if it dies.
      this.#retryMs = retryLeadMs.first
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'the price feed cannot start yet')
    }
    this.#retryLater()
  }

  #retryLater(): void {
    if (this.#stopped) return
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => void (this.#trying = this.#tryToLead()), this.#retryMs)
    this.#retryMs = Math.min(retryLeadMs.most, this.#retryMs * 2)
  }

  /** Continues the record where it ends. Nothing at or before the current time is added. */
  async #begin(lead: PoolClient): Promise<void> {
    lead.on('error', (error) => this.#loseLead(lead, error))
    this.#lead = lead
    let kept: unknown
    try {
      // If this process led before, its last batch must be stored or rejected before the record is read.
      await this.#flushing
      this.#heads = await hashChainHeads(lead)
      kept = await this.#restore(lead)
    } catch (error) {
      return this.#loseLead(lead, error)
    }
    if (this.#lead !== lead) return
    this.#readyDays = 0
    // An empty record may begin with the source's warm-up hours.
    const nowMs = this.#platform.clock.nowMs() - (this.#heads.size === 0 ? (this.#source.warmUpMs ?? 0) : 0)
    for (const symbol of allSymbols) {
      const head = this.#heads.get(symbol)
      this.#promise(symbol, Math.max(nowMs - 1, head?.atMs ?? 0, head?.completeMs ?? 0))
    }
    this.#idleTimer = setInterval(() => this.#promiseUnserved(), 500)
    this.#starting = this.#source.start({
      push: (ticks) => this.#take(ticks),
      through: (atMs, symbols) => this.#takeThrough(atMs, symbols),
      stored: () => this.#storeAll(),
      kept,
      keep: (state) => void (this.#toKeep = { state }),
      seam: (symbols, reason) => this.#restartRecord(symbols, reason),
    })
    this.#starting.then(
      () => void (this.#sourceRuns = this.#lead === lead),
      (error) => this.#loseLead(lead, error),
    )
    this.#scheduleFlush()
    this.#platform.log.info({ source: this.#source.name }, 'leading the price feed')
  }

  /**
   * Restores the last leader's gate state, so that the first price is checked too. Resolves with the source's saved
   * state.
   */
  async #restore(lead: PoolClient): Promise<unknown> {
    const [{ states, source }, last] = [await readFeedStates(lead), await newestOfEach(lead)]
    this.#gate = new Gate(this.#source.maxAheadMs)
    this.#pending = []
    this.#promised = {}
    this.#seams = []
    this.#toKeep = undefined
    const stateOf = new Map(states.map((state) => [state.symbol, state]))
    for (const symbol of this.#source.symbols) {
      const state = stateOf.get(symbol)
      const tick = last.get(symbol)
      if (!state || !tick) continue
      if (state.source !== this.#nameOf(symbol))
        this.#restartRecord([symbol], `the source changed from ${state.source} to ${this.#nameOf(symbol)}`)
      else if (state.atMs === tick.atMs)
        this.#gate.restore({ last: { ...tick, sourceMs: state.sourceMs }, variance: state.variance })
    }
    return source?.name === this.#source.name ? source.state : undefined
  }

  /** Marks that new prices don't continue the record of these symbols: resets their gates and stores a seam. */
  #restartRecord(symbols: readonly string[], reason: string): void {
    const begun = symbols.filter((symbol) => (this.#heads.get(symbol)?.seq ?? 0) > 0)
    if (begun.length === 0) return
    for (const symbol of begun) this.#gate.forget(symbol)
    this.#seams.push({ symbols: begun, atMs: this.#platform.clock.nowMs(), reason })
  }

  #nameOf(symbol: string): string {
    return this.#source.nameOf?.(symbol) ?? this.#source.name
  }

  #take(ticks: readonly RawTick[]): void {
    if (!this.#lead) return
    const nowMs = this.#platform.clock.nowMs()
    for (const tick of ticks) {
      const reason = this.#gate.check(tick, nowMs)
      if (reason) {
        this.#refusedTicks.inc({ reason })
        this.#refusals.add(tick, reason, nowMs)
      } else this.#pending.push({ tick, state: this.#stateAfter(tick) })
    }
    if (this.#pending.length > maxPending)
      return this.#loseLead(this.#lead, new Error('ticks arrive faster than they can be stored'))
    this.#scheduleFlush()
  }

  #stateAfter({ symbol, atMs, sourceMs = atMs }: RawTick): FeedState {
    return { symbol, source: this.#nameOf(symbol), atMs, sourceMs, variance: this.#gate.state(symbol)!.variance }
  }

  #takeThrough(atMs: number, symbols: readonly string[] = this.#source.symbols): void {
    if (!this.#lead) return
    for (const symbol of symbols) this.#promise(symbol, atMs)
    this.#scheduleFlush()
  }

  #promise(symbol: string, atMs: number): void {
    this.#gate.through(symbol, atMs)
    this.#promised[symbol] = this.#gate.throughMs(symbol)
  }

  /** Declares the records of symbols without prices from this source complete, because they never get ticks. */
  #promiseUnserved(): void {
    if (!this.#lead) return
    const served = new Set(this.#source.symbols)
    const nowMs = this.#platform.clock.nowMs()
    for (const symbol of allSymbols) if (!served.has(symbol)) this.#promise(symbol, nowMs)
    this.#scheduleFlush()
  }

  #hasWork(): boolean {
    return (
      this.#lead !== undefined &&
      (this.#pending.length > 0 || Object.keys(this.#promised).length > 0 || !this.#refusals.isEmpty)
    )
  }

  #scheduleFlush(): void {
    if (this.#flushing || this.#flushTimer || !this.#hasWork()) return
    const waitMs = Math.max(0, this.#lastFlushMs + flushEveryMs - this.#platform.clock.monotonicMs())
    this.#flushTimer = setTimeout(() => void this.#store(), waitMs)
  }

  #store(): Promise<void> {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    this.#flushing ??= this.#storeBatch().finally(() => {
      this.#flushing = undefined
      this.#scheduleFlush()
    })
    return this.#flushing
  }

  async #storeBatch(): Promise<void> {
    const lead = this.#lead
    if (!lead) return
    const { clock } = this.#platform
    this.#lastFlushMs = clock.monotonicMs()
    const raw = this.#pending
    const through = this.#promised
    this.#pending = []
    this.#promised = {}
    try {
      const ticks = raw.map(({ tick }) => this.#link(tick))
      if (ticks.length > 0) await this.#ensureDays(lead, ticks)
      for (let seam = this.#seams[0]; seam; seam = this.#seams[0]) {
        await markSeam(lead, seam.symbols, seam.atMs, seam.reason)
        this.#seams.shift()
      }
      let stored = 0
      do {
        const until = stored + storeAtOnce
        const isLast = until >= ticks.length
        const states = lastStates(raw.slice(stored, until))
        const source = this.#toKeep && { name: this.#source.name, state: this.#toKeep.state }
        await storeBatch(lead, {
          ticks: ticks.slice(stored, until),
          complete: isLast ? through : {},
          states,
          ...this.#refusals.take(),
          source,
        })
        this.#toKeep = undefined
        stored = until
      } while (stored < ticks.length)
      if (ticks.length > 0) {
        this.#storedTicks.inc(ticks.length)
        this.#storeSeconds.observe((clock.monotonicMs() - this.#lastFlushMs) / 1000)
      }
      // The batch is stored, but if this process no longer leads, the new leader publishes it.
      if (this.#lead !== lead) return
      this.#publish({ ticks, through })
      this.#retryMs = retryLeadMs.first
    } catch (error) {
      this.#loseLead(lead, error)
    }
  }

  /** Appends a tick to its symbol's hash chain. */
  #link({ sourceMs: _, ...raw }: RawTick): Tick {
    const head = this.#heads.get(raw.symbol)
    const placed = { ...raw, seq: (head?.seq ?? 0) + 1 }
    const tick = { ...placed, hash: tickHash(head?.hash ?? hashChainStart, placed) }
    this.#heads.set(tick.symbol, { seq: tick.seq, atMs: tick.atMs, hash: tick.hash, completeMs: head?.completeMs ?? 0 })
    return tick
  }

  async #ensureDays(lead: PoolClient, ticks: readonly Tick[]): Promise<void> {
    const last = ticks.reduce((latest, tick) => Math.max(latest, tick.atMs), 0)
    if (last < this.#readyDays) return
    const first = ticks.reduce((earliest, tick) => Math.min(earliest, tick.atMs), last)
    // Creates tables a day ahead, so that ticks at midnight don't have to wait.
    await ensureTickDays(lead, first, last + dayMs)
    this.#readyDays = (Math.floor(last / dayMs) + 1) * dayMs
  }

  /**
   * Stops leading after a failed write. The batch may or may not have been stored; the next leader reads the end of the
   * record.
   */
  #loseLead(lead: PoolClient, error: unknown): void {
    if (this.#lead !== lead) return
    this.#platform.log.error({ err: error }, 'no longer leading the price feed')
    this.#forgetLead()
    dropFeedLead(lead)
    if (this.#stopped) return
    void this.#source.stop().then(() => this.#retryLater())
  }

  #forgetLead(): PoolClient | undefined {
    const lead = this.#lead
    clearInterval(this.#idleTimer)
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    this.#pending = []
    this.#promised = {}
    this.#lead = undefined
    this.#sourceRuns = false
    return lead
  }
}

/** Returns the newest state of each symbol. */
function lastStates(pending: readonly Pending[]): FeedState[] {
  return [...new Map(pending.map(({ state }) => [state.symbol, state])).values()]
}
