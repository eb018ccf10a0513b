import { isTighter, loosensAfterMs, type LimitPeriod } from '../../api/calls/limits/own-limits.ts'

/**
 * One limit: the current value, and a looser value that is pending. In minor units or minutes; `null` means no limit.
 */
export type LimitState = { value: bigint | null; waiting: { value: bigint | null; fromMs: number } | null }

export const noLimit: LimitState = { value: null, waiting: null }

/** Returns the state after applying a pending change that is due. */
export function inForce(state: LimitState, nowMs: number): LimitState {
  return state.waiting && state.waiting.fromMs <= nowMs ? { value: state.waiting.value, waiting: null } : state
}

/**
 * Returns the limit after a request: a tighter or equal value applies immediately and cancels a pending change; a
 * looser one waits 24 hours and replaces any pending change. Source: docs/spec/truth.md section 5.
 */
export function changeLimit(before: LimitState, requested: bigint | null, nowMs: number): LimitState {
  const now = inForce(before, nowMs)
  if (requested === now.value || isTighter(requested, now.value)) return { value: requested, waiting: null }
  // Requesting the same value again doesn't restart the wait.
  if (now.waiting?.value === requested) return now
  return { value: now.value, waiting: { value: requested, fromMs: nowMs + loosensAfterMs } }
}

const dayMs = 86_400_000

/** Returns the start of the current day, week (from Monday) or month, in UTC. */
export function periodStartMs(period: LimitPeriod, nowMs: number): number {
  const at = new Date(nowMs)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (period === 'month') return Date.UTC(year, month, 1)
  const today = Date.UTC(year, month, date)
  return period === 'day' ? today : today - ((at.getUTCDay() + 6) % 7) * dayMs
}

/** Returns the same date and time `months` calendar months later, in UTC, or the last day of a shorter month. */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs)
  const to = new Date(fromMs)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.getTime()
}
