import type { Platform } from '../platform/platform.ts'
import { shardOf } from '../platform/random.ts'
import { readRules, type StoredRules } from './store.ts'

/** The longest time for which an entry is cached, even if the bus loses a message. */
const trustedMs = 10_000
/** An entry older than this is refreshed in the background when it is used, so that an active customer never waits. */
const refreshMs = 5_000
const readAtOnce = 1_000
const maxRemembered = 200_000
/** Rules look back to midnight; the reality check looks back one day. */
export const activityLooksBackMs = 24 * 3_600_000

type Entry = { rules: StoredRules; readAtMs: number }
type Waiting = { answer: Promise<StoredRules>; resolve(rules: StoredRules): void; reject(error: unknown): void }

/**
 * Caches customers' own limits. Each change is announced on the bus, which immediately removes the customer's entry.
 * Concurrent reads share one query.
 */
export class CustomerRules {
  readonly #platform: Pick<Platform, 'clock' | 'db' | 'bus'>
  readonly #entries = new Map<string, Entry>()
  readonly #waiting = new Map<string, Waiting>()
  /** Customers whose rules changed while a query that may have read the old ones was running. */
  readonly #changedMeanwhile = new Set<string>()
  #loading: Promise<void> | undefined
  readonly #unsavedMinutes: (customerId: string) => Iterable<number>
  readonly #unsubscribe: () => void

  /** `unsavedMinutes` returns a customer's active minutes that this process has not stored yet. */
  constructor(
    platform: Pick<Platform, 'clock' | 'db' | 'bus'>,
    unsavedMinutes: (customerId: string) => Iterable<number>,
  ) {
    this.#platform = platform
    this.#unsavedMinutes = unsavedMinutes
    this.#unsubscribe = platform.bus.subscribe('limits.changed', ({ customerId }) => this.#forget(customerId))
  }

  /** Returns synchronously if the customer's rules were read recently. */
  find(customerId: string): StoredRules | Promise<StoredRules> {
    const entry = this.#entries.get(customerId)
    const ageMs = entry ? this.#platform.clock.nowMs() - entry.readAtMs : trustedMs
    if (!entry || ageMs >= trustedMs) return this.#readFresh(customerId)
    // Ignores errors: once the entry is too old to use, the next call reads it again and throws if that fails.
    if (ageMs >= refreshMs && !this.#waiting.has(customerId)) this.#read(customerId).catch(() => {})
    return entry.rules
  }

  /** Records an active minute if the customer is cached. */
  addMinute(customerId: string, minute: number): void {
    this.#entries.get(customerId)?.rules.activeMinutes.add(minute)
  }

  /** Announces a change to every process. Call it after the commit. */
  announce(customerId: string): void {
    this.#platform.bus.publish('limits.changed', { customerId })
    this.#platform.bus.publish('customer.changed', { customerId, calls: ['limits', 'limits.reality'] })
  }

  forgetStale(): void {
    const nowMs = this.#platform.clock.nowMs()
    for (const [customerId, { readAtMs }] of this.#entries) {
      if (nowMs - readAtMs < trustedMs) break
      this.#entries.delete(customerId)
    }
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    await this.#loading
  }

  #forget(customerId: string): void {
    this.#entries.delete(customerId)
    if (this.#loading) this.#changedMeanwhile.add(customerId)
  }

  /** Reads again if the query had already been running for too long when this read joined it. */
  async #readFresh(customerId: string): Promise<StoredRules> {
    const askedAtMs = this.#platform.clock.nowMs()
    for (;;) {
      const rules = await this.#read(customerId)
      const entry = this.#entries.get(customerId)
      if (entry?.rules !== rules || askedAtMs - entry.readAtMs < trustedMs) return rules
    }
  }

  #read(customerId: string): Promise<StoredRules> {
    const present = this.#waiting.get(customerId)
    if (present) return present.answer
    const { promise, resolve, reject } = Promise.withResolvers<StoredRules>()
    this.#waiting.set(customerId, { answer: promise, resolve, reject })
    this.#loading ??= this.#readAll()
    return promise
  }

  async #readAll(): Promise<void> {
    // Requests from the same event-loop turn join the first query.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.keys()].slice(0, readAtOnce)
      await this.#readBatch(batch).catch((error) => {
        for (const customerId of batch) this.#settle(customerId)?.reject(error)
      })
    }
    this.#loading = undefined
  }

  async #readBatch(batch: string[]): Promise<void> {
    const readAtMs = this.#platform.clock.nowMs()
    for (const customerId of batch) this.#changedMeanwhile.delete(customerId)
    const found = await readRules(
      this.#platform.db,
      batch.map((customerId) => ({ customerId, shard: shardOf(customerId) })),
      readAtMs,
      readAtMs - activityLooksBackMs,
    )
    for (const [index, customerId] of batch.entries()) {
      // The customer stays in the queue and is read again.
      if (this.#changedMeanwhile.has(customerId)) continue
      const rules = found[index]!
      for (const minute of this.#entries.get(customerId)?.rules.activeMinutes ?? []) rules.activeMinutes.add(minute)
      for (const minute of this.#unsavedMinutes(customerId)) rules.activeMinutes.add(minute)
      this.#entries.delete(customerId)
      this.#entries.set(customerId, { rules, readAtMs })
      if (this.#entries.size > maxRemembered) this.#entries.delete(this.#entries.keys().next().value!)
      this.#settle(customerId)?.resolve(rules)
    }
  }

  #settle(customerId: string): Waiting | undefined {
    const waiting = this.#waiting.get(customerId)
    this.#waiting.delete(customerId)
    return waiting
  }
}
