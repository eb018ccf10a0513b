import type { operatorAccessCalls } from '../../../contract/calls/operator-access.ts'
import type { Bindings } from '../../platform/http/http.ts'
import type { OperatorsContext } from '../context.ts'
import { changeOwnPassword, endOwnSessions, showOwnAccess } from './own-access.ts'
import { addPasskey, beginPasskey, optionsForSignIn, removePasskey, signInWithPasskey } from './passkeys.ts'

/** Binds the calls of `contract/calls/operator-access.ts` to their actions. */
export function bindOperatorAccessCalls(context: OperatorsContext): Bindings<typeof operatorAccessCalls> {
  return {
    'operators.login.options': (_input, { headers }) => optionsForSignIn(context, headers.origin),
    'operators.login.passkey': (input, { headers, ip, userAgent }) =>
      signInWithPasskey(context, input, { ip, userAgent, origin: headers.origin }),
    'operators.access': (_input, { session }) => showOwnAccess(context, session),
    'operators.password': (input, { session }) => changeOwnPassword(context, input, session),
    'operators.sessions.end': (input, { session }) => endOwnSessions(context, input, session),
    'operators.passkey.begin': (input, { headers, session }) => beginPasskey(context, input, session, headers.origin),
    'operators.passkey.add': (input, { headers, session }) => addPasskey(context, input, session, headers.origin),
    'operators.passkey.remove': (input, { session }) => removePasskey(context, input, session),
  }
}
