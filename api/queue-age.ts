import { z } from 'zod'

/**
 * How long an item of a queue has waited, compared with the business days within which it should be decided: `soon` in
 * the last half of the time, `late` after it.
 */
export const queueAge = z.object({
  since: z.number(),
  ageMs: z.number(),
  withinDays: z.number(),
  state: z.enum(['fresh', 'soon', 'late']),
})
export type QueueAge = z.infer<typeof queueAge>
