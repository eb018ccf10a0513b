import type { limitsCalls } from '../../api/calls/limits/limits.ts'
import { bindActions } from '../platform/http/actions.ts'
import type { LimitsContext } from './context.ts'
import { confirmFigures, showReality } from './reality-check.ts'
import { cancelChange, setLimit } from './set-limit.ts'
import { showLimits } from './show-limits.ts'
import { takeSelfExclusion, takeTimeOut } from './take-pause.ts'

/** Binds the calls of `api/calls/limits/limits.ts` to their actions. */
export const bindLimitsCalls = bindActions<LimitsContext, typeof limitsCalls>({
  limits: showLimits,
  'limits.set': setLimit,
  'limits.cancel': cancelChange,
  'limits.timeout': takeTimeOut,
  'limits.exclude': takeSelfExclusion,
  'limits.reality': showReality,
  'limits.reality.confirm': confirmFigures,
})
