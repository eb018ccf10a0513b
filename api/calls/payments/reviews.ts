import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, numberInput, pageInput } from '../../call.ts'
import { hidingReasons, longestReview, reviewKinds, type HidingReason } from '../../sentences/review-words.ts'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { phrases } from '../../sentences/phrases.ts'

const kind = z.enum(reviewKinds, phrases.choose_plan_kind)
const plan = z.string().trim().min(1).max(64)
/** An average with one decimal, such as 4.3; null without reviews. */
const average = z.string().nullable()

const review = z.object({
  id: z.string(),
  /** First name and initial; a placeholder for a closed account. */
  name: z.string(),
  rating: z.number().int(),
  /** Empty if an operator has hidden it. */
  text: z.string(),
  at: z.number(),
  edited: z.boolean(),
  /** Why the text is hidden. */
  hidden: z.string().nullable(),
  hiddenPhrase: phraseOutput.nullable(),
})

export const reviews = defineCall({
  name: 'reviews',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary:
    'Returns the reviews of a plan by customers who hold or held it: average rating, number of ratings, and the ' +
    'reviews, newest first, ten per page.',
  input: z.object({ kind, plan, p: pageInput.optional() }),
  output: z.object({ average, count: z.number().int(), list: z.array(review) }),
  refusals: {},
})

export const reviewsPlans = defineCall({
  name: 'reviews.plans',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary: 'Returns the average rating and number of ratings of every reviewed plan.',
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), kind, plan: z.string(), average: z.string(), count: z.number().int() })),
  refusals: {},
})

export const reviewsMine = defineCall({
  name: 'reviews.mine',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the plans that the customer holds or held, with their review of each.',
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), kind, plan: z.string(), title: z.string(), review: review.nullable() })),
  refusals: {},
})

export const reviewsWrite = defineCall({
  name: 'reviews.write',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  summary: 'Reviews a plan that the customer holds or held. A second review replaces the first.',
  input: z.object({
    kind,
    plan,
    rating: numberInput,
    text: z.string().trim().max(longestReview).default(''),
  }),
  output: outcomeOutput,
  refusals: {
    bad_rating: { status: 400, message: 'Choose one to five stars.' },
    not_held: { status: 403, message: 'Only customers who have or have had this plan can review it.' },
  },
})

const reviewId = z.uuid(phrases.no_such_review)
const notFound = { status: 404, message: 'This review doesn’t exist.' }

export const reviewsList = defineCall({
  name: 'reviews.list',
  module: 'payments',
  method: 'GET',
  access: 'operator',
  permission: 'announcements.manage',
  summary: 'Lists the newest 100 reviews of all plans, including hidden text.',
  input: z.object({}),
  output: z.array(review.extend({ kind, plan: z.string(), customer: z.string() })),
  refusals: {},
})

export const reviewsHide = defineCall({
  name: 'reviews.hide',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'announcements.manage',
  summary: 'Hides the text of a review for a published reason. Its stars still count.',
  input: z.object({
    id: reviewId,
    reason: z.enum(Object.keys(hidingReasons) as [HidingReason, ...HidingReason[]], phrases.choose_published_reason),
  }),
  output: outcomeOutput,
  refusals: { not_found: notFound },
})

export const reviewsUnhide = defineCall({
  name: 'reviews.unhide',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'announcements.manage',
  summary: 'Unhides the text of a review.',
  input: z.object({ id: reviewId }),
  output: outcomeOutput,
  refusals: { not_found: notFound },
})

export const reviewsCalls = {
  reviews,
  'reviews.plans': reviewsPlans,
  'reviews.mine': reviewsMine,
  'reviews.write': reviewsWrite,
  'reviews.list': reviewsList,
  'reviews.hide': reviewsHide,
  'reviews.unhide': reviewsUnhide,
}
