import type { activityCalls } from '../../../api/calls/trading/activity.ts'
import { bindActions } from '../../platform/http/actions.ts'
import type { ActivityContext } from './context.ts'
import { exportActivity } from './export-activity.ts'
import { listActivity, showTotals } from './list-activity.ts'
import { noteTrade } from './note-trade.ts'
import { showEntries } from './show-entries.ts'
import { showStatistics } from './show-statistics.ts'

/** Binds the calls of `api/calls/trading/activity.ts` to their actions. */
export const bindActivityCalls = bindActions<ActivityContext, typeof activityCalls>({
  activity: listActivity,
  'activity.totals': showTotals,
  'activity.export': exportActivity,
  'activity.entries': showEntries,
  'trades.note': noteTrade,
  'trades.statistics': showStatistics,
})
