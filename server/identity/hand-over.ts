import type { Session } from '../platform/http.ts'
import { Refused } from '../platform/refused.ts'
import type { IdentityContext, SignedIn, Visitor } from './context.ts'
import { networkOf } from '../platform/network.ts'
import { hashOfSecret, newSecret, shardOfSecret } from './sessions.ts'
import { insertHandover, takeHandover } from './store.ts'

const handoverLifeMs = 60_000

/** Makes a one-time code that opens the office on another device within a minute, for as long as this session lives. */
export async function handOver(identity: IdentityContext, { customerId, shard, sessionId }: Session): Promise<{ type: 'success'; msg: string; code: string; expiresAt: number }> {
  await identity.throttle.take(['handoversOfCustomer', customerId])
  const code = newSecret(shard, identity.random)
  const expiresAt = identity.clock.nowMs() + handoverLifeMs
  // The session can have ended since it was looked up.
  const written = await insertHandover(identity.db, { shard, codeHash: hashOfSecret(code), sessionId, expiresAt: new Date(expiresAt) })
  if (!written) throw new Refused('not_signed_in')
  return { type: 'success', msg: 'Open the office on the other device within a minute.', code, expiresAt }
}

/**
 * Exchanges a hand-over code for a session of its own, once. That session has proved no password, so `updatepass` asks it
 * for the present one.
 */
export async function takeOver(identity: IdentityContext, code: string, visitor: Visitor): Promise<SignedIn> {
  const shard = shardOfSecret(code)
  if (shard === undefined) throw new Refused('code_expired')
  const taken = await identity.throttle.take(['failuresOfNetwork', networkOf(visitor.ip)])
  const opened = await identity.db.transaction().execute(async (tx) => {
    const credentials = await takeHandover(tx, shard, hashOfSecret(code), identity.clock.now())
    return credentials && { credentials, secrete: await identity.sessions.open(tx, credentials, visitor, 'handover') }
  })
  if (!opened?.secrete) throw new Refused('code_expired')
  await identity.throttle.giveBack(taken)
  await identity.history.note(opened.credentials, visitor, 'handover', 'success')
  return { type: 'success', msg: 'You are signed in on this device.', secrete: opened.secrete }
}
