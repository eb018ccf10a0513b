import { hash } from 'node:crypto'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { handover, handoverLook, handoverTake } from '../../../api/calls/identity/identity.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { networkOf } from '../../platform/http/network.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext, SignedIn } from '../context.ts'
import { hashOfSecret, newSecret, shardOfSecret } from './sessions.ts'
import { refuseWhileFrozen } from '../security/freezing.ts'
import { deleteSession, findHandover, insertHandover, takeHandover } from '../store.ts'

const handoverLifeMs = 60_000

/**
 * Creates a one-time code that opens the office on another device. The code expires after one minute or when this
 * session ends.
 */
export async function handOver(
  identity: IdentityContext,
  _input: unknown,
  { session: { customerId, shard, sessionId } }: CustomerRequest,
): Promise<OutputOf<typeof handover>> {
  await refuseWhileFrozen(identity.db, { customerId, shard })
  await identity.throttle.take(['handoversOfCustomer', customerId])
  const code = newSecret(shard, identity.random)
  const expiresAt = identity.clock.nowMs() + handoverLifeMs
  // The session may have ended since it was looked up.
  const written = await insertHandover(identity.db, {
    shard,
    codeHash: hashOfSecret(code),
    sessionId,
    expiresAt: new Date(expiresAt),
  })
  if (!written) throw new Refused('not_signed_in')
  return {
    ...outcome('link_waits'),
    code,
    number: numberOf(code),
    expiresAt,
  }
}

/**
 * Returns whose office a code opens, so that the person can still decline: a link from someone else must not sign them
 * in to the sender's account. Doesn't use up the code.
 */
export async function inspectHandover(
  identity: IdentityContext,
  { s }: InputOf<typeof handoverLook>,
  { session, ip }: CallRequest<typeof handoverLook>,
): Promise<OutputOf<typeof handoverLook>> {
  const found = await withCorrectCode(identity, s, ip, (shard, codeHash) =>
    findHandover(identity.db, shard, codeHash, identity.clock.now()),
  )
  const email = identity.personal.open(found.emailSealed, found.customerId, 'email')
  return { email: maskedEmail(email), number: numberOf(s), same: session?.customerId === found.customerId }
}

/**
 * Exchanges a hand-over code for a session, once. The new session ends no later than the one that created the code.
 * With `replace`, ends a live session of another account in the same transaction; without it, throws `session_present`.
 * A session of the same account is kept, because it may have created the code.
 */
export async function takeOver(
  identity: IdentityContext,
  { s, replace }: InputOf<typeof handoverTake>,
  { session, ...visitor }: CallRequest<typeof handoverTake>,
): Promise<SignedIn> {
  if (session && !replace) throw new Refused('session_present')
  const { clock, db, history, sessions } = identity
  const opened = await withCorrectCode(identity, s, visitor.ip, (shard, codeHash) =>
    db.transaction().execute(async (tx) => {
      const found = await takeHandover(tx, shard, codeHash, clock.now())
      const secrete = found && (await sessions.open(tx, found, visitor, 'handover', found.parent))
      if (!secrete) return undefined
      const isReplaced = session !== null && session.customerId !== found.customerId
      return { found, secrete, ended: isReplaced ? await deleteSession(tx, session, session.sessionId) : [] }
    }),
  )
  if (session) sessions.announceRevoked(session.customerId, opened.ended)
  await history.note(opened.found, visitor, 'handover', 'success')
  return { ...outcome('link_used'), secrete: opened.secrete }
}

/**
 * Runs `work` with the parts of a code. Throws `locked_out`. If the code is malformed or `work` finds nothing, counts
 * that against the network and throws `code_expired`.
 */
async function withCorrectCode<T>(
  { throttle }: IdentityContext,
  code: string,
  ip: string,
  work: (shard: number, codeHash: Buffer) => Promise<T | undefined>,
): Promise<T> {
  const shard = shardOfSecret(code)
  if (shard === undefined) throw new Refused('code_expired')
  const result = await throttle.attempt([['failuresOfNetwork', networkOf(ip)]], () => work(shard, hashOfSecret(code)))
  if (result === undefined) throw new Refused('code_expired')
  return result
}

/** Returns the three-digit number that both devices show for a code, so that the person can compare them. */
function numberOf(code: string): string {
  return String(hash('sha256', `number ${code}`, 'buffer').readUInt32BE(0) % 1000).padStart(3, '0')
}

/** Masks an address as `a••@e•••`, so that only its owner recognises it. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const first = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0x2022)
  return `${first(email.slice(0, at))}••@${first(email.slice(at + 1))}•••`
}
