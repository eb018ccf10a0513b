import { outcome } from '../../../contract/sentences/outcomes.ts'
import { hidingReasons, type HidingReason } from '../../../contract/sentences/review-words.ts'
import type { OperatorSession } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { ReviewsContext } from './context.ts'
import { setHidden } from './review-store.ts'

/**
 * `reviews.hide` with a reason, `reviews.unhide` without one: hides a review's text or shows it again. Throws
 * `not_found`.
 */
export async function hideReview(
  { db, operators, bus }: ReviewsContext,
  id: string,
  reason: HidingReason | null,
  { operatorId }: OperatorSession,
) {
  const review = await db.transaction().execute(async (tx) => {
    const found = await setHidden(tx, id, reason)
    if (!found) throw new Refused('not_found')
    await operators.audit(tx, {
      operatorId,
      action: reason ? 'reviews.hide' : 'reviews.unhide',
      subject: id,
      customerId: found.customerId,
      ...(reason && { reason: hidingReasons[reason] }),
      details: { plan: `${found.kind}/${found.planId}` },
    })
    return found
  })
  bus.publish('customer.changed', { customerId: review.customerId, calls: ['reviews', 'reviews.mine'] })
  return outcome(reason ? 'review_hidden' : 'review_shown')
}
