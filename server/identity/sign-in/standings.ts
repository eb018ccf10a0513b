import type { Platform } from '../../platform/platform.ts'
import { invariant } from '../../platform/http/refused.ts'
import { shardOf } from '../../platform/random.ts'
import { findStanding } from '../security/account-store.ts'
import type { StoredStanding } from '../store.ts'

/**
 * What an account may do. Frozen: no orders and no withdrawals. Closed: no sign-in. Verified: withdrawals are
 * possible.
 */
export type Standing = { frozen: null | 'customer' | 'operator'; closed: boolean; verified: boolean }

/** As with sessions, no cached standing is older than this, even if the bus loses a message. */
const trustedMs = 1_000
const maxRemembered = 200_000

type Entry = { standing: Standing; atMs: number }

/**
 * Caches customers' standings. Session lookups include the standing, so every active session has an entry. Each change
 * is announced on the bus, which removes the entry.
 */
export class Standings {
  readonly #platform: Pick<Platform, 'clock' | 'db' | 'bus'>
  readonly #known = new Map<string, Entry>()
  /** Sequence number of a customer's newest change, so that the result of an older read is discarded. */
  readonly #changed = new Map<string, number>()
  #turn = 0
  readonly #unsubscribe: () => void

  constructor(platform: Pick<Platform, 'clock' | 'db' | 'bus'>) {
    this.#platform = platform
    this.#unsubscribe = platform.bus.subscribe('standing.changed', ({ customerId }) => this.#forget(customerId))
  }

  /** Returns synchronously if cached. An unknown id is a programming error. */
  find(customerId: string): Standing | Promise<Standing> {
    const entry = this.#known.get(customerId)
    const ageMs = entry ? this.#platform.clock.nowMs() - entry.atMs : Infinity
    return entry && ageMs >= 0 && ageMs < trustedMs ? entry.standing : this.#read(customerId)
  }

  /** Marks the start of a database read. Pass the returned value to `learn` with the result. */
  beginRead(): number {
    return ++this.#turn
  }

  learn(customerId: string, { frozenBy, closed, verified }: StoredStanding, turn: number): Standing {
    const standing = { frozen: frozenBy, closed, verified }
    if ((this.#changed.get(customerId) ?? 0) > turn) return standing
    this.#known.delete(customerId)
    this.#known.set(customerId, { standing, atMs: this.#platform.clock.nowMs() })
    if (this.#known.size > maxRemembered) this.#known.delete(this.#known.keys().next().value!)
    return standing
  }

  stop(): void {
    this.#unsubscribe()
  }

  async #read(customerId: string): Promise<Standing> {
    const turn = this.beginRead()
    const stored = await findStanding(this.#platform.db, { customerId, shard: shardOf(customerId) })
    invariant(stored, 'no customer has this id')
    return this.learn(customerId, stored, turn)
  }

  #forget(customerId: string): void {
    this.#known.delete(customerId)
    // Only running reads need this entry, and the next change to the same customer replaces it.
    this.#changed.delete(customerId)
    this.#changed.set(customerId, ++this.#turn)
    if (this.#changed.size > 10_000) this.#changed.delete(this.#changed.keys().next().value!)
  }
}
