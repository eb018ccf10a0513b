/** What customers can review: the plan of a trading deposit, a mining contract or a yield contract. */
export const reviewKinds = ['trading', 'mining', 'farming'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/**
 * Reasons for which an operator may hide the text of a review. Its stars still count, so hiding never changes an
 * average.
 */
export const hidingReasons = {
  personal_data: 'It contained personal data.',
  abuse: 'It insulted or threatened someone.',
  off_topic: 'It wasn’t about the plan.',
  advertising: 'It advertised something.',
} as const
export type HidingReason = keyof typeof hidingReasons

export const longestReview = 1_000
