import { hash } from 'node:crypto'
import type { Executor } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/http.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refused } from '../../platform/http/refused.ts'
import { shardCount, uuidv7 } from '../../platform/random.ts'
import type { Customer } from '../customers.ts'
import { blockListOf, isWithin, truncatedAddress } from '../../platform/http/network.ts'
import { findKeys, touchKeys } from '../security/key-store.ts'
import type { Standings } from './standings.ts'
import {
  findSessions,
  insertSession,
  touchSessions,
  type Credentials,
  type Handover,
  type SignInMethod,
  type StoredSession,
} from '../store.ts'

const dayMs = 86_400_000
/**
 * Sessions live long because nothing here is worth real money and sensitive actions require the password again. This
 * comment documents the two time limits, as ASVS 5.0, 7.1.1 requires.
 */
export const sessionLife = { absoluteMs: 90 * dayMs, idleMs: 45 * dayMs }

/**
 * How long a lookup is cached. A revoked session ends everywhere within this time, even if the bus loses the message.
 */
const trustedMs = 1_000
/**
 * An entry older than this is refreshed in the background when it is used, so that an active session never waits for a
 * lookup.
 */
const refreshMs = 500
/** `last_seen_at` is written at most this often. */
const touchMs = 5 * 60_000
const maxConcurrentLookups = 1_000
const maxEntries = 200_000
const secretBytes = 32

/** Where the request that opens a session comes from. */
export type Visitor = { ip: string; userAgent: string }

type Entry = { session: Session; expiresAtMs: number; checkedAtMs: number }
type Waiting = {
  key: string
  shard: number
  isApiKey: boolean
  answer: Promise<Session | null>
  resolve(session: Session | null): void
  reject(error: unknown): void
}

/**
 * Returns `bytes` random bytes prefixed with their shard, so that a lookup queries only that shard. Session secrets
 * and hand-over codes have this form: 256 random bits, 44 characters of base64url.
 */
export function newSecret(shard: number, random: Platform['random']): string {
  return Buffer.concat([Buffer.of(shard), random.bytes(secretBytes)]).toString('base64url')
}

export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The prefix of every API key, by which people and secret scanners recognise it. */
export const apiKeyPrefix = 'tk_'

/** Returns the shard in a secret, or undefined if the text can't be a secret. */
export function shardOfSecret(secret: string): number | undefined {
  if (!/^[A-Za-z0-9_-]{44}$/.test(secret)) return undefined
  const shard = Buffer.from(secret.slice(0, 4), 'base64url')[0]!
  return shard < shardCount ? shard : undefined
}

/**
 * Looks up live sessions by secret, including API keys, which act as sessions. Caches results; concurrent lookups share
 * one query.
 */
export class Sessions {
  readonly #platform: Pick<Platform, 'clock' | 'random' | 'db' | 'bus' | 'log'>
  readonly #onCustomer: (customer: Customer) => void
  readonly #standings: Standings
  /** Keyed by the SHA-256 of the secret, so that no secrets stay in memory. Oldest lookup first. */
  readonly #entries = new Map<string, Entry>()
  readonly #keyOfSession = new Map<string, string>()
  readonly #waiting = new Map<string, Waiting>()
  /** Sessions revoked while a query that may still return them is running. */
  readonly #revokedMeanwhile = new Set<string>()
  #loading: Promise<void> | undefined
  readonly #unsubscribe: () => void

  constructor(
    platform: Pick<Platform, 'clock' | 'random' | 'db' | 'bus' | 'log'>,
    standings: Standings,
    onCustomer: (customer: Customer) => void,
  ) {
    this.#platform = platform
    this.#standings = standings
    this.#onCustomer = onCustomer
    this.#unsubscribe = platform.bus.subscribe('session.revoked', ({ sessionId }) => this.#drop(sessionId))
  }

  /**
   * Returns the session with this secret, or null. Returns synchronously if it was looked up within the last second.
   * Throws `address_locked` for a key used from a network that its owner did not list.
   */
  find(secret: string, ip?: string): Session | null | Promise<Session | null> {
    const found = this.#find(secret)
    return found instanceof Promise ? found.then((session) => admitted(session, ip)) : admitted(found, ip)
  }

  #find(secret: string): Session | null | Promise<Session | null> {
    const key = hash('sha256', secret, 'base64url')
    const entry = this.#entries.get(key)
    if (entry) {
      const nowMs = this.#platform.clock.nowMs()
      if (nowMs >= entry.expiresAtMs) return null
      const ageMs = nowMs - entry.checkedAtMs
      if (ageMs >= 0 && ageMs < trustedMs) {
        // Ignores errors: once the entry is too old to use, the next call reads it again and throws if that fails.
        if (ageMs >= refreshMs && !this.#waiting.has(key))
          this.#lookUp(key, entry.session.shard, entry.session.scopes !== undefined).catch(() => {})
        return entry.session
      }
    }
    const isApiKey = secret.startsWith(apiKeyPrefix)
    const shard = shardOfSecret(isApiKey ? secret.slice(apiKeyPrefix.length) : secret)
    return shard === undefined ? null : this.#lookUp(key, shard, isApiKey)
  }

  /**
   * Opens a session and returns its secret, or undefined if the password has changed since `credentials` were read.
   * `method` says how the customer signed in. With `parent`, the session that handed this one over, the session ends
   * when its parent does.
   */
  async open(
    ex: Executor,
    credentials: Credentials,
    visitor: Visitor,
    method: SignInMethod,
    parent?: Handover['parent'],
  ): Promise<string | undefined> {
    const { clock, random } = this.#platform
    const { customerId, shard, passwordHash } = credentials
    const secret = newSecret(shard, random)
    const at = clock.now()
    const sessionId = uuidv7(clock.nowMs(), random)
    const session = {
      customerId,
      shard,
      sessionId,
      secretHash: hashOfSecret(secret),
      at,
      parentId: parent?.sessionId ?? null,
      rootId: parent?.rootId ?? sessionId,
      expiresAt: parent?.expiresAt ?? new Date(at.getTime() + sessionLife.absoluteMs),
      userAgent: visitor.userAgent.slice(0, 120),
      network: truncatedAddress(visitor.ip),
      method,
    }
    return (await insertSession(ex, session, passwordHash)) ? secret : undefined
  }

  /** Announces to every process that sessions have ended. Call it after the commit that ended them. */
  announceRevoked(customerId: string, sessionIds: string[]): void {
    for (const sessionId of sessionIds) this.#platform.bus.publish('session.revoked', { sessionId, customerId })
  }

  /** Removes entries that are too old to use. */
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

  #lookUp(key: string, shard: number, isApiKey: boolean): Promise<Session | null> {
    const present = this.#waiting.get(key)
    if (present) return present.answer
    const { promise, resolve, reject } = Promise.withResolvers<Session | null>()
    this.#waiting.set(key, { key, shard, isApiKey, answer: promise, resolve, reject })
    this.#loading ??= this.#loadAll()
    return promise
  }

  /** Queries the database for all waiting lookups, batch by batch, until none are left. */
  async #loadAll(): Promise<void> {
    // Requests from the same event-loop turn join the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, maxConcurrentLookups)
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
    const turn = this.#standings.beginRead()
    const requested = (isApiKey: boolean) =>
      batch
        .filter((one) => one.isApiKey === isApiKey)
        .map(({ key, shard }) => ({ shard, secretHash: Buffer.from(key, 'base64url') }))
    const [secrets, apiKeys] = [requested(false), requested(true)]
    const found = [
      ...(secrets.length > 0 ? await findSessions(db, secrets, now, new Date(checkedAtMs - sessionLife.idleMs)) : []),
      ...(apiKeys.length > 0 ? await findKeys(db, apiKeys) : []),
    ]
    for (const stored of found) this.#standings.learn(stored.customerId, stored, turn)
    const byKey = new Map(found.map((stored) => [stored.secretHash.toString('base64url'), stored]))
    for (const { key, resolve } of batch) {
      const stored = byKey.get(key)
      resolve(
        stored && !this.#revokedMeanwhile.has(stored.sessionId)
          ? this.#keep(key, stored, checkedAtMs)
          : this.#absent(key),
      )
    }
    const unseen = found.filter((stored) => checkedAtMs - stored.lastSeenAt.getTime() >= touchMs)
    if (unseen.length === 0) return
    const touched = [
      touchSessions(
        db,
        unseen.filter(({ scopes }) => !scopes),
        now,
      ),
      touchKeys(
        db,
        unseen.filter(({ scopes }) => scopes),
        now,
      ),
    ]
    await Promise.all(touched).catch((error) => log.warn({ err: error }, 'could not record the last use of sessions'))
  }

  #keep(key: string, stored: StoredSession, checkedAtMs: number): Session {
    const { sessionId, customerId, shard, currency, country } = stored
    this.#onCustomer({
      customerId,
      shard,
      currency,
      country,
      customerSinceMs: stored.customerSince.getTime(),
      simulated: false,
    })
    const session: Session = { sessionId, customerId, shard }
    if (stored.scopes) session.scopes = new Set(stored.scopes)
    if (stored.networks && stored.networks.length > 0) session.networks = blockListOf(stored.networks)
    this.#entries.delete(key)
    this.#entries.set(key, { session, expiresAtMs: stored.expiresAt.getTime(), checkedAtMs })
    this.#keyOfSession.set(sessionId, key)
    const [oldest] = this.#entries.size > maxEntries ? this.#entries : []
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

function admitted(session: Session | null, ip: string | undefined): Session | null {
  if (!session?.networks) return session
  if (ip === undefined) return null
  if (!isWithin(session.networks, ip)) throw new Refused('address_locked')
  return session
}
