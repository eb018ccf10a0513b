import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { reviewsWrite } from '../../../api/calls/payments/reviews.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { ReviewsContext } from './context.ts'
import { listHeldPlans, saveReview } from './review-store.ts'

/** `reviews.write`: stores or changes the customer's review of a plan. Throws `bad_rating`, `not_held`. */
export async function writeReview(
  { db, clock, random, bus }: ReviewsContext,
  { kind, plan: planId, rating, text }: InputOf<typeof reviewsWrite>,
  { session }: CustomerRequest,
) {
  const { shard, customerId } = session
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) throw new Refused('bad_rating')
  const held = await listHeldPlans(db, session)
  if (!held.some((one) => one.kind === kind && one.planId === planId)) throw new Refused('not_held')
  const writtenAtMs = clock.nowMs()
  await saveReview(db, { shard, customerId, kind, planId, id: uuidv7(writtenAtMs, random), rating, text, writtenAtMs })
  bus.publish('customer.changed', { customerId, calls: ['reviews', 'reviews.plans', 'reviews.mine'] })
  return outcome('review_published')
}
