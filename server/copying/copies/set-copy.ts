import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { copiesSet } from '../../../api/calls/copying/copying.ts'
import { experts } from '../../../api/experts.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { CopyingContext } from '../context.ts'
import { changedSettings } from './copy-settings.ts'
import { classesOf } from './copy-trader.ts'
import { lockRunning, saveSettings } from './relations-store.ts'

/**
 * `copies.set`: changes how an expert is copied, starting with its next order. Throws `not_copied` and the refusals of
 * `changedSettings`.
 */
export async function setCopy(
  context: CopyingContext,
  { tid, paused, ...requested }: InputOf<typeof copiesSet>,
  { session }: CustomerRequest,
) {
  const state = await context.db.transaction().execute(async (tx) => {
    const running = await lockRunning(tx, session, tid)
    if (!running) throw new Refused('not_copied')
    const next = paused === undefined ? (running.state as 'active' | 'paused') : paused ? 'paused' : 'active'
    await saveSettings(
      tx,
      running,
      changedSettings(running, requested, running.asset, classesOf(context.markets)),
      next,
    )
    return next
  })
  context.bus.publish('customer.changed', { customerId: session.customerId, calls: ['copies'] })
  const name = experts.find(({ id }) => id === tid)?.name ?? tid
  return outcome(state === 'paused' ? 'copying_paused' : 'copying_changed', { name })
}
