import type { copyingCalls } from '../../contract/calls/copying.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { CopyingContext } from './context.ts'
import { copyTrader } from './copy-trader.ts'
import { scheduleOrder, showScheduled } from './schedule-order.ts'
import { setCopy } from './set-copy.ts'
import { listCopies, showGaps } from './show-copies.ts'
import { listExperts, listTraders, showRecord, showTrader, type ExpertRecords } from './show-traders.ts'
import { stopExpert } from './stop-expert.ts'

/** Binds each call of `contract/calls/copying.ts` to its action. */
export function bindCopyingCalls(context: CopyingContext, records: ExpertRecords): Bindings<typeof copyingCalls> {
  return {
    traders: (_input, { session }) => listTraders(context, records, session),
    experts: () => listExperts(context, records),
    'traders.show': ({ tid }, { session }) => showTrader(context, records, session, tid),
    'traders.record': ({ tid }) => showRecord(context, records, tid),
    copytrader: (input, { session, idempotencyKey }) => copyTrader(context, input, session, idempotencyKey),
    'copies.set': (input, { session }) => setCopy(context, input, session),
    copies: (_input, { session }) => listCopies(context, session),
    'copies.gaps': ({ id, p }, { session }) => showGaps(context, session, id, p),
    'experts.schedule': (input, { session }) => scheduleOrder(context, input, session),
    'experts.scheduled': () => showScheduled(context),
    'experts.stop': (input, { session }) => stopExpert(context, input, session).finally(() => records.forget()),
  }
}
