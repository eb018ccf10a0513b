import type { reviewsCalls } from '../../../api/calls/payments/reviews.ts'
import { audited, bindActions } from '../../platform/http/actions.ts'
import type { ReviewsContext } from './context.ts'
import { hideReview, unhideReview } from './hide-review.ts'
import { listForOperators, showOwnReviews, showRatings, showReviews } from './show-reviews.ts'
import { writeReview } from './write-review.ts'

/** Binds the calls of `api/calls/payments/reviews.ts` to their actions. */
export const bindReviewsCalls = bindActions<ReviewsContext, typeof reviewsCalls>({
  reviews: showReviews,
  'reviews.plans': showRatings,
  'reviews.mine': showOwnReviews,
  'reviews.write': writeReview,
  'reviews.list': listForOperators,
  'reviews.hide': audited(hideReview),
  'reviews.unhide': audited(unhideReview),
})
