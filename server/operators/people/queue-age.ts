import { afterBusinessDays } from '../../platform/time/business-days.ts'

/**
 * Returns the age of a queue's oldest item, and how it compares with the business days within which it should be
 * decided: `soon` in the last half of the time, `late` after it.
 */
export function ageOf(oldestMs: number, withinDays: number, nowMs: number) {
  const dueMs = afterBusinessDays(oldestMs, withinDays)
  const halfMs = afterBusinessDays(oldestMs, withinDays / 2)
  const state = nowMs > dueMs ? ('late' as const) : nowMs > halfMs ? ('soon' as const) : ('fresh' as const)
  return { since: oldestMs, ageMs: Math.max(0, nowMs - oldestMs), withinDays, state }
}
