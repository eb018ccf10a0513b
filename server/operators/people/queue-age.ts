import type { QueueAge } from '../../../api/queue-age.ts'
import { afterBusinessDays } from '../../platform/time/business-days.ts'

/** Returns the age of an item that has waited since `sinceMs` and should be decided within some business days. */
export function ageOf(sinceMs: number, withinDays: number, nowMs: number): QueueAge {
  const dueMs = afterBusinessDays(sinceMs, withinDays)
  const halfMs = afterBusinessDays(sinceMs, withinDays / 2)
  const state = nowMs > dueMs ? 'late' : nowMs > halfMs ? 'soon' : 'fresh'
  return { since: sinceMs, ageMs: Math.max(0, nowMs - sinceMs), withinDays, state }
}
