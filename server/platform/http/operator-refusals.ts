import type { Call } from '../../../api/call.ts'
import { commonRefusals } from '../../../api/sentences/refusals.ts'

/** A signed-in operator's call that was refused. */
export type OperatorRefusal = { operatorId: string; call: string; code: string; status: number }
/** Records a refusal. Must not reject. */
export type OperatorRefusalRecorder = (refusal: OperatorRefusal) => Promise<void>

/** Returns the refusal with the status that the call declares for its code. */
export function refusalOf(operatorId: string, call: Call, code: string): OperatorRefusal {
  const { status } =
    call.refusals[code] ?? commonRefusals[code as keyof typeof commonRefusals] ?? commonRefusals.internal
  return { operatorId, call: call.name, code, status }
}
