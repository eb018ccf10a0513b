import { outcome } from '../../../api/sentences/outcomes.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import type { OperatorsContext } from '../context.ts'
import { deleteSession } from '../people/people-store.ts'

/** Ends the current session. */
export async function signOut({ db }: OperatorsContext, _input: unknown, { session }: OperatorRequest) {
  await deleteSession(db, session.sessionId)
  return outcome('operator_signed_out')
}
