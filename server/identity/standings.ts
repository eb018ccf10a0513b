import type { Platform } from '../platform/platform.ts'
import { invariant } from '../platform/refused.ts'
import { shardOf } from '../platform/random.ts'
import { findStanding } from './security/account-store.ts'
import type { StoredStanding } from './store.ts'

/** What an account is held back from. Frozen: no orders, nothing leaves. Closed: nobody can sign in. Verified: may withdraw. */
export type Standing = { frozen: null | 'customer' | 'operator'; closed: boolean; verified: boolean }

/** As with sessions: whatever the bus loses, no answer is older. */
const trustedMs = 1_000
const rememberedAtMost = 200_000

type Entry = { standing: Standing; atMs: number }

/**
 * Standing of customers in memory. Whoever has a session in use is always here, because the look-ups of sessions bring it
 * along; a change anywhere is told by the bus and forgets the entry.
 */
export class Standings {
  readonly #platform: Pick<Platform, 'clock' | 'db' | 'bus'>
  readonly #known = new Map<string, Entry>()
  /** Turn of the newest change of a customer, so that a read that began before it is not believed. */
  readonly #changed = new Map<string, number>()
  #turn = 0
  readonly #unsubscribe: () => void

  constructor(platform: Pick<Platform, 'clock' | 'db' | 'bus'>) {
    this.#platform = platform
    this.#unsubscribe = platform.bus.subscribe('standing.changed', ({ customerId }) => this.#forget(customerId))
  }

  /** Answers without a promise where it is in memory. An id that nobody has is a programmer's error. */
  find(customerId: string): Standing | Promise<Standing> {
    const entry = this.#known.get(customerId)
    const ageMs = entry ? this.#platform.clock.nowMs() - entry.atMs : Infinity
    return entry && ageMs >= 0 && ageMs < trustedMs ? entry.standing : this.#read(customerId)
  }

  /** Marks the begin of a read of the database; hand the answer to `learn` with what was read. */
  beginRead(): number {
    return ++this.#turn
  }

  learn(customerId: string, { frozenBy, closed, verified }: StoredStanding, turn: number): Standing {
    const standing = { frozen: frozenBy, closed, verified }
    if ((this.#changed.get(customerId) ?? 0) > turn) return standing
    this.#known.delete(customerId)
    this.#known.set(customerId, { standing, atMs: this.#platform.clock.nowMs() })
    if (this.#known.size > rememberedAtMost) this.#known.delete(this.#known.keys().next().value!)
    return standing
  }

  stop(): void {
    this.#unsubscribe()
  }

  async #read(customerId: string): Promise<Standing> {
    const turn = this.beginRead()
    const stored = await findStanding(this.#platform.db, { customerId, shard: shardOf(customerId) })
    invariant(stored, 'there is no customer of this id')
    return this.learn(customerId, stored, turn)
  }

  #forget(customerId: string): void {
    this.#known.delete(customerId)
    // Only reads that are under way need it; a later change of the same customer replaces it.
    this.#changed.delete(customerId)
    this.#changed.set(customerId, ++this.#turn)
    if (this.#changed.size > 10_000) this.#changed.delete(this.#changed.keys().next().value!)
  }
}
