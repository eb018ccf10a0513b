import { outcome } from '../../../api/sentences/outcomes.ts'
import { hidingReasons, type HidingReason } from '../../../api/sentences/review-words.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { ReviewsContext } from './context.ts'
import { setHidden } from './review-store.ts'

/** `reviews.hide`: hides a review's text, with a reason. Throws `not_found`. */
export async function hideReview(
  context: ReviewsContext,
  { id, reason }: { id: string; reason: HidingReason },
  { session }: OperatorRequest,
) {
  await setReason(context, session.operatorId, id, reason)
  return outcome('review_hidden')
}

/** `reviews.unhide`: shows a hidden review's text again. Throws `not_found`. */
export async function unhideReview(context: ReviewsContext, { id }: { id: string }, { session }: OperatorRequest) {
  await setReason(context, session.operatorId, id, null)
  return outcome('review_shown')
}

async function setReason(
  { db, operators, bus }: ReviewsContext,
  operatorId: string,
  id: string,
  reason: HidingReason | null,
): Promise<void> {
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
}
