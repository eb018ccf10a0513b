import { type Outcome, outcome } from '../../../api/sentences/outcomes.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { IdentityContext } from '../context.ts'
import { deleteSession } from '../store.ts'

/**
 * Ends this session and those it handed over. Within one second, every process refuses their calls and closes their
 * sockets. Ending a session twice isn't an error.
 */
export async function signOut(
  { db, sessions }: IdentityContext,
  _input: unknown,
  { session: { shard, sessionId, customerId } }: CustomerRequest,
): Promise<Outcome> {
  const ended = await deleteSession(db, { customerId, shard }, sessionId)
  sessions.announceRevoked(customerId, ended.length > 0 ? ended : [sessionId])
  return outcome('signed_out')
}
