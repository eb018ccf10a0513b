import { hash } from 'node:crypto'
import type { Executor } from '../platform/database.ts'
import type { Session } from '../platform/http.ts'
import type { Platform } from '../platform/platform.ts'
import { shardCount, uuidv7 } from '../platform/random.ts'
import type { Customer } from './customers.ts'
import { truncatedAddress } from './network.ts'
import { findSessions, insertSession, touchSessions, type Credentials, type StoredSession } from './store.ts'

const dayMs = 86_400_000
/** Long, because nothing here can be cashed and what matters asks for the password again; both are documented as such (ASVS 5.0, 7.1.1). */
export const sessionLife = { absoluteMs: 90 * dayMs, idleMs: 45 * dayMs }

/** A look-up is trusted for this long, so that a revoked session is dead everywhere within it, whatever the bus loses. */
const trustedMs = 1_000
/** From this age on a use asks the database again, beside it, so that whoever is active never waits for a look-up. */
const refreshMs = 500
/** `last_seen_at` is written at most this often. */
const touchMs = 5 * 60_000
const lookUpsAtOnce = 1_000
const entriesAtMost = 200_000
const secretBytes = 32

/** Whose request opens a session. */
export type Visitor = { ip: string; userAgent: string }

type Entry = { session: Session; expiresAtMs: number; checkedAtMs: number }
type Waiting = { key: string; shard: number; answer: Promise<Session | null>; resolve(session: Session | null): void; reject(error: unknown): void }

/**
 * A text of `bytes` random bytes behind the shard it belongs to, so that its look-up asks that shard alone. Session
 * secrets and hand-over codes are such texts: 256 random bits, 44 characters of base64url.
 */
export function newSecret(shard: number, random: Platform['random']): string {
  return Buffer.concat([Buffer.of(shard), random.bytes(secretBytes)]).toString('base64url')
}

export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The shard that a secret names; undefined for a text that cannot be a secret. */
export function shardOfSecret(secret: string): number | undefined {
  if (!/^[A-Za-z0-9_-]{44}$/.test(secret)) return undefined
  const shard = Buffer.from(secret.slice(0, 4), 'base64url')[0]!
  return shard < shardCount ? shard : undefined
}

/** Live sessions by secret. A known one is answered from memory; all others that are asked for at the same time share one query. */
export class Sessions {
  readonly #platform: Pick<Platform, 'clock' | 'random' | 'db' | 'bus' | 'log'>
  readonly #onCustomer: (customer: Customer) => void
  /** By SHA-256 of the secret, so that secrets do not lie about in memory. Oldest look-up first. */
  readonly #entries = new Map<string, Entry>()
  readonly #keyOfSession = new Map<string, string>()
  readonly #waiting = new Map<string, Waiting>()
  /** Revoked while a query is under way that may still find them. */
  readonly #revokedMeanwhile = new Set<string>()
  #loading: Promise<void> | undefined
  readonly #unsubscribe: () => void

  constructor(platform: Pick<Platform, 'clock' | 'random' | 'db' | 'bus' | 'log'>, onCustomer: (customer: Customer) => void) {
    this.#platform = platform
    this.#onCustomer = onCustomer
    this.#unsubscribe = platform.bus.subscribe('session.revoked', ({ sessionId }) => this.#drop(sessionId))
  }

  /** The session of a secret; null where there is none. Answers without a promise where it was looked up within the last second. */
  find(secret: string): Session | null | Promise<Session | null> {
    const key = hash('sha256', secret, 'base64url')
    const entry = this.#entries.get(key)
    if (entry) {
      const nowMs = this.#platform.clock.nowMs()
      if (nowMs >= entry.expiresAtMs) return null
      const ageMs = nowMs - entry.checkedAtMs
      if (ageMs >= 0 && ageMs < trustedMs) {
        // A failed refresh shows itself when the entry is too old to be trusted.
        if (ageMs >= refreshMs && !this.#waiting.has(key)) this.#lookUp(key, entry.session.shard).catch(() => {})
        return entry.session
      }
    }
    const shard = shardOfSecret(secret)
    return shard === undefined ? null : this.#lookUp(key, shard)
  }

  /**
   * Opens a session and answers its secret; undefined where the password is no longer the one that `credentials` were read
   * with. `authenticated` is false where nothing was proved just now, as with a hand-over.
   */
  async open(ex: Executor, credentials: Credentials, visitor: Visitor, authenticated = true): Promise<string | undefined> {
    const { clock, random } = this.#platform
    const { customerId, shard, passwordHash } = credentials
    const secret = newSecret(shard, random)
    const at = clock.now()
    const session = {
      customerId,
      shard,
      sessionId: uuidv7(clock.nowMs(), random),
      secretHash: hashOfSecret(secret),
      at,
      authenticatedAt: authenticated ? at : null,
      expiresAt: new Date(at.getTime() + sessionLife.absoluteMs),
      userAgent: visitor.userAgent.slice(0, 120),
      network: truncatedAddress(visitor.ip),
    }
    return (await insertSession(ex, session, passwordHash)) ? secret : undefined
  }

  /** Tells every process that sessions have ended. Call after the commit that ended them. */
  announceRevoked(customerId: string, sessionIds: string[]): void {
    for (const sessionId of sessionIds) this.#platform.bus.publish('session.revoked', { sessionId, customerId })
  }

  /** Forgets what is too old to be trusted. */
  forgetStale(): void {
    const nowMs = this.#platform.clock.nowMs()
    for (const [key, entry] of this.#entries) {
      if (nowMs - entry.checkedAtMs < trustedMs) break
      this.#forget(key, entry)
    }
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    await this.#loading
  }

  #lookUp(key: string, shard: number): Promise<Session | null> {
    const present = this.#waiting.get(key)
    if (present) return present.answer
    const { promise, resolve, reject } = Promise.withResolvers<Session | null>()
    this.#waiting.set(key, { key, shard, answer: promise, resolve, reject })
    this.#loading ??= this.#loadAll()
    return promise
  }

  /** Asks the database for all that wait, batch after batch, until nobody waits. */
  async #loadAll(): Promise<void> {
    // The turn's other requests come in first and share the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, lookUpsAtOnce)
      await this.#load(batch).catch((error) => batch.forEach((one) => one.reject(error)))
      for (const { key } of batch) this.#waiting.delete(key)
    }
    this.#loading = undefined
    this.#revokedMeanwhile.clear()
  }

  async #load(batch: Waiting[]): Promise<void> {
    const { clock, db, log } = this.#platform
    const checkedAtMs = clock.nowMs()
    const now = new Date(checkedAtMs)
    const asked = batch.map(({ key, shard }) => ({ shard, secretHash: Buffer.from(key, 'base64url') }))
    const found = await findSessions(db, asked, now, new Date(checkedAtMs - sessionLife.idleMs))
    const byKey = new Map(found.map((stored) => [stored.secretHash.toString('base64url'), stored]))
    for (const { key, resolve } of batch) {
      const stored = byKey.get(key)
      resolve(stored && !this.#revokedMeanwhile.has(stored.sessionId) ? this.#keep(key, stored, checkedAtMs) : this.#absent(key))
    }
    const unseen = found.filter((stored) => checkedAtMs - stored.lastSeenAt.getTime() >= touchMs)
    if (unseen.length > 0) await touchSessions(db, unseen, now).catch((error) => log.warn({ err: error }, 'sessions not touched'))
  }

  #keep(key: string, stored: StoredSession, checkedAtMs: number): Session {
    const { sessionId, customerId, shard, currency, country } = stored
    this.#onCustomer({ customerId, shard, currency, country, customerSinceMs: stored.customerSince.getTime() })
    const session = { sessionId, customerId, shard }
    this.#entries.delete(key)
    this.#entries.set(key, { session, expiresAtMs: stored.expiresAt.getTime(), checkedAtMs })
    this.#keyOfSession.set(sessionId, key)
    const [oldest] = this.#entries.size > entriesAtMost ? this.#entries : []
    if (oldest) this.#forget(...oldest)
    return session
  }

  #absent(key: string): null {
    const entry = this.#entries.get(key)
    if (entry) this.#forget(key, entry)
    return null
  }

  #forget(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#keyOfSession.delete(entry.session.sessionId)
  }

  #drop(sessionId: string): void {
    if (this.#loading) this.#revokedMeanwhile.add(sessionId)
    const key = this.#keyOfSession.get(sessionId)
    if (key !== undefined) this.#absent(key)
  }
}
