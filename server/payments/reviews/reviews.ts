import type { reviewsCalls } from '../../../contract/calls/reviews.ts'
import type { Bindings } from '../../platform/http/http.ts'
import { hideReview } from './hide-review.ts'
import { listForOperators, showOwnReviews, showRatings, showReviews } from './show-reviews.ts'
import { writeReview } from './write-review.ts'
import type { ReviewsContext } from './context.ts'

/**
 * Creates the reviews of plans by customers who hold or held them. Source: docs/spec/truth.md section 2, "random
 * stars and reviews".
 */
export function createReviews(context: ReviewsContext): Bindings<typeof reviewsCalls> {
  context.identity.addExporter('reviews', (session) => showOwnReviews(context, session))
  return {
    reviews: (input) => showReviews(context, input),
    'reviews.plans': () => showRatings(context),
    'reviews.mine': (_input, { session }) => showOwnReviews(context, session),
    'reviews.write': (input, { session }) => writeReview(context, input, session),
    'reviews.list': () => listForOperators(context),
    'reviews.hide': ({ id, reason }, { session }) => hideReview(context, id, reason, session),
    'reviews.unhide': ({ id }, { session }) => hideReview(context, id, null, session),
  }
}
