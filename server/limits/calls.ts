import type { limitsCalls } from '../../contract/calls/limits.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { LimitsContext } from './context.ts'
import { confirmFigures, showReality } from './reality-check.ts'
import { cancelChange, setLimit } from './set-limit.ts'
import { showLimits } from './show-limits.ts'
import { excludeMyself, takeTimeOut } from './take-pause.ts'

/** Binds the calls of `contract/calls/limits.ts` to their actions. */
export function bindLimitsCalls(context: LimitsContext): Bindings<typeof limitsCalls> {
  return {
    limits: (_input, { session }) => showLimits(context, session),
    'limits.set': (input, { session }) => setLimit(context, session, input),
    'limits.cancel': (input, { session }) => cancelChange(context, session, input),
    'limits.timeout': (input, { session }) => takeTimeOut(context, session, input),
    'limits.exclude': (input, { session }) => excludeMyself(context, session, input),
    'limits.reality': (_input, { session }) => showReality(context, session),
    'limits.reality.confirm': (_input, { session }) => confirmFigures(context, session),
  }
}
