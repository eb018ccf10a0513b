import type { operatorAccessCalls } from '../../../api/calls/operators/operator-access.ts'
import { audited, bindActions, unaudited } from '../../platform/http/actions.ts'
import type { OperatorsContext } from '../context.ts'
import { changeOwnPassword, endOwnSessions, showOwnAccess } from './own-access.ts'
import { addPasskey, beginPasskey, optionsForSignIn, removePasskey, signInWithPasskey } from './passkeys.ts'

/** Binds the calls of `api/calls/operators/operator-access.ts` to their actions. */
export const bindOperatorAccessCalls = bindActions<OperatorsContext, typeof operatorAccessCalls>({
  'operators.login.options': optionsForSignIn,
  'operators.login.passkey': signInWithPasskey,
  'operators.access': showOwnAccess,
  'operators.password': audited(changeOwnPassword),
  'operators.sessions.end': audited(endOwnSessions),
  'operators.passkey.begin': unaudited('changes nothing', beginPasskey),
  'operators.passkey.add': audited(addPasskey),
  'operators.passkey.remove': audited(removePasskey),
})
