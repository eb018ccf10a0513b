import type { Executor } from '../../../platform/database/database.ts'
import { Refused } from '../../../platform/http/refused.ts'
import type { WithdrawalContext } from '../context.ts'

/** Throws `payouts_wait` for a few days after an account's email has changed, so that its owner can object. */
export async function refuseWhileWaiting(
  { identity }: Pick<WithdrawalContext, 'identity'>,
  ex: Executor,
  customerId: string,
): Promise<void> {
  const until = await identity.payoutsWaitUntil(ex, customerId)
  if (until) throw new Refused('payouts_wait', { until: { atMs: until.getTime() } })
}
