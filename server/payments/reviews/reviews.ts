import type { reviewsCalls } from '../../../api/calls/payments/reviews.ts'
import type { Bindings } from '../../platform/http/http.ts'
import { bindReviewsCalls } from './calls.ts'
import { showOwnReviews } from './show-reviews.ts'
import type { ReviewsContext } from './context.ts'

/**
 * Creates the reviews module: customers review plans that they hold or held. Source: docs/spec/truth.md section 2,
 * "random stars and reviews".
 */
export function createReviews(context: ReviewsContext): Bindings<typeof reviewsCalls> {
  context.identity.addExporter('reviews', (session) => showOwnReviews(context, {}, { session }))
  return bindReviewsCalls(context)
}
