import type { transparencyCalls } from '../../api/calls/transparency/log.ts'
import { bindActions } from '../platform/http/actions.ts'
import type { TransparencyContext } from './context.ts'
import { showLog } from './show-log.ts'

/** Binds the calls of `api/calls/transparency/log.ts` to their actions. */
export const bindTransparencyCalls = bindActions<TransparencyContext, typeof transparencyCalls>({
  log: showLog,
})
