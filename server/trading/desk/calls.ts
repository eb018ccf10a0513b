import type { customerActivityCalls } from '../../../api/calls/trading/customer-activity.ts'
import { audited, bindActions } from '../../platform/http/actions.ts'
import type { ActivityContext } from '../activity/context.ts'
import { showActivityAtDesk } from './show-activity.ts'

/** Binds the calls of `api/calls/trading/customer-activity.ts` to their actions. */
export const bindTradingDeskCalls = bindActions<ActivityContext, typeof customerActivityCalls>({
  'customers.activity': audited(showActivityAtDesk),
})
