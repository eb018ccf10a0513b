import { audited, bindActions, oncePerKey } from '../platform/http/actions.ts'
import type { copyingCalls } from '../../api/calls/copying/copying.ts'
import { copyTrader } from './copies/copy-trader.ts'
import { scheduleOrder, showScheduled } from './experts/schedule-order.ts'
import { setCopy } from './copies/set-copy.ts'
import { listCopies, showGaps } from './copies/show-copies.ts'
import { listExperts, listTraders, showRecord, showTrader, type ExpertsContext } from './experts/show-traders.ts'
import { stopExpert } from './experts/stop-expert.ts'

/** Binds each call of `api/calls/copying/copying.ts` to its action. */
export const bindCopyingCalls = bindActions<ExpertsContext, typeof copyingCalls>({
  traders: listTraders,
  experts: listExperts,
  'traders.show': showTrader,
  'traders.record': showRecord,
  copytrader: oncePerKey(copyTrader),
  'copies.set': setCopy,
  copies: listCopies,
  'copies.gaps': showGaps,
  'experts.schedule': audited(scheduleOrder),
  'experts.scheduled': showScheduled,
  'experts.stop': audited(stopExpert),
})
