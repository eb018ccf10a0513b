import type { InputOf, OutputOf } from '../../../api/call.ts'
import { sentenceFields } from '../../../api/sentences/sentences.ts'
import type { reviews, reviewsList, reviewsMine, reviewsPlans } from '../../../api/calls/payments/reviews.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { ReviewsContext } from './context.ts'
import {
  listHeldPlans,
  listNewestReviews,
  listRatings,
  listReviews,
  listReviewsOf,
  type Review,
} from './review-store.ts'
import { reviewerName } from './reviewer.ts'

const pageSize = 10
const newest = 100

const starsText = (tenths: number) => `${Math.floor(tenths / 10)}.${tenths % 10}`

/** `reviews`: returns a plan's reviews. */
export async function showReviews(
  context: ReviewsContext,
  { kind, plan: planId, p = 1 }: InputOf<typeof reviews>,
): Promise<OutputOf<typeof reviews>> {
  const [rating] = await listRatings(context.db, { kind, planId })
  const found = await listReviews(context.db, { kind, planId }, pageSize, (p - 1) * pageSize)
  return {
    average: rating ? starsText(rating.averageTenths) : null,
    count: rating?.count ?? 0,
    list: await Promise.all(found.map((review) => shownReview(context, review, false))),
  }
}

/** `reviews.plans`: returns the average rating of each plan. */
export async function showRatings({ db }: ReviewsContext): Promise<OutputOf<typeof reviewsPlans>> {
  return (await listRatings(db)).map(({ kind, planId, averageTenths, count }) => ({
    id: `${kind}/${planId}`,
    kind,
    plan: planId,
    average: starsText(averageTenths),
    count,
  }))
}

/** `reviews.mine`: returns the customer's own reviews, including hidden text. */
export async function showOwnReviews(
  context: ReviewsContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof reviewsMine>> {
  const [held, written] = await Promise.all([listHeldPlans(context.db, session), listReviewsOf(context.db, session)])
  return Promise.all(
    held.map(async ({ kind, planId, title }) => {
      const review = written.find((one) => one.kind === kind && one.planId === planId)
      return {
        id: `${kind}/${planId}`,
        kind,
        plan: planId,
        title,
        review: review ? await shownReview(context, review, true) : null,
      }
    }),
  )
}

/** `reviews.list`: returns reviews for operators, with the same personal data that the public sees. */
export async function listForOperators(context: ReviewsContext): Promise<OutputOf<typeof reviewsList>> {
  const found = await listNewestReviews(context.db, newest)
  return Promise.all(
    found.map(async (review) => ({
      ...(await shownReview(context, review, true)),
      kind: review.kind,
      plan: review.planId,
      customer: review.customerId,
    })),
  )
}

/** Returns a review with its author's name. The form says that writing a review publishes the name. */
async function shownReview({ identity }: ReviewsContext, review: Review, whole: boolean) {
  const { id, customerId, rating, text, writtenAtMs, editedAtMs, hiddenReason } = review
  const person = await identity.details(customerId)
  return {
    id,
    name: reviewerName(person?.name),
    rating,
    text: hiddenReason && !whole ? '' : text,
    at: editedAtMs ?? writtenAtMs,
    edited: editedAtMs !== null,
    ...sentenceFields('hidden', hiddenReason && { phrase: `hiding_${hiddenReason}` }),
  }
}
