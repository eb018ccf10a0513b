/** What can be reviewed: a plan of a trading deposit, of a mining contract or of a yield contract. */
export const reviewKinds = ['trading', 'mining', 'farming'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** Why an operator may hide the words of a review. Its stars count all the same, so that hiding bends no average. */
export const hidingReasons = {
  personal_data: 'It showed personal data.',
  abuse: 'It insulted or threatened someone.',
  off_topic: 'It wasn’t about the plan.',
  advertising: 'It advertised something.',
} as const
export type HidingReason = keyof typeof hidingReasons

export const longestReview = 1_000
