import { audited, bindActions, oncePerKey } from '../platform/http/actions.ts'
import type { copyingCalls } from '../../api/calls/copying/copying.ts'
import { copyTrader } from './copy-trader.ts'
import { scheduleOrder, showScheduled } from './schedule-order.ts'
import { setCopy } from './set-copy.ts'
import { listCopies, showGaps } from './show-copies.ts'
import { listExperts, listTraders, showRecord, showTrader, type ExpertsContext } from './show-traders.ts'
import { stopExpert } from './stop-expert.ts'

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
