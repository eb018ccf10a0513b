import { hash } from 'node:crypto'
import { permissionsOf } from '../../../api/permissions.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OperatorSession } from '../../platform/http/http.ts'
import { uuidv7 } from '../../platform/random.ts'
import { browserName } from '../../platform/http/browser-name.ts'
import { truncatedAddress } from '../../platform/http/network.ts'
import type { OperatorsContext, Visitor } from '../context.ts'
import { findSession, insertSession, touchSession } from '../people/people-store.ts'

const minuteMs = 60_000
/** At most one working day, and half an hour of inactivity, so that an unattended desk signs out. */
export const sessionLife = { absoluteMs: 12 * 60 * minuteMs, idleMs: 30 * minuteMs }
/** The last use is written at most this often. */
const touchMs = minuteMs
const secretBytes = 32

export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Opens a session and returns its secret: 256 random bits, stored hashed. */
export async function openSession(
  { clock, random }: Pick<OperatorsContext, 'clock' | 'random'>,
  ex: Executor,
  operatorId: string,
  visitor: Visitor,
): Promise<string> {
  const secret = random.bytes(secretBytes).toString('base64url')
  const atMs = clock.nowMs()
  await insertSession(ex, {
    sessionId: uuidv7(atMs, random),
    operatorId,
    secretHash: hashOfSecret(secret),
    atMs,
    expiresAtMs: atMs + sessionLife.absoluteMs,
    network: truncatedAddress(visitor.ip),
    browser: browserName(visitor.userAgent),
  })
  return secret
}

/**
 * Returns the session with this secret and the operator's current permissions, or null. Queries the database every
 * time, so that losing access takes effect immediately.
 */
export async function findOperator(
  { clock, db }: Pick<OperatorsContext, 'clock' | 'db'>,
  secret: string,
): Promise<OperatorSession | null> {
  // A customer's secret is one character longer.
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return null
  const nowMs = clock.nowMs()
  const stored = await findSession(db, hashOfSecret(secret), nowMs, nowMs - sessionLife.idleMs)
  if (!stored) return null
  if (nowMs - stored.lastSeenAtMs >= touchMs) await touchSession(db, stored.sessionId, nowMs)
  return { sessionId: stored.sessionId, operatorId: stored.operatorId, permissions: permissionsOf(stored.roles) }
}
