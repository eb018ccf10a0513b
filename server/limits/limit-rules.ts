import { isTighter, loosensAfterMs, type LimitPeriod } from '../../contract/own-limits.ts'

/** One limit: what is in force, and a looser value that waits. Minor units or minutes; `null` is no limit. */
export type LimitState = { value: bigint | null; waiting: { value: bigint | null; fromMs: number } | null }

export const noLimit: LimitState = { value: null, waiting: null }

/** The state with a waiting change applied whose time has come. */
export function inForce(state: LimitState, nowMs: number): LimitState {
  return state.waiting && state.waiting.fromMs <= nowMs ? { value: state.waiting.value, waiting: null } : state
}

/**
 * What asking for a value makes of a limit: tighter or the same holds at once and ends what was waiting; looser waits for
 * 24 hours, and takes the place of another change that was waiting. Source: truth.md section 5.
 */
export function changeLimit(before: LimitState, asked: bigint | null, nowMs: number): LimitState {
  const now = inForce(before, nowMs)
  if (asked === now.value || isTighter(asked, now.value)) return { value: asked, waiting: null }
  // Asked for again, it does not wait anew.
  if (now.waiting?.value === asked) return now
  return { value: now.value, waiting: { value: asked, fromMs: nowMs + loosensAfterMs } }
}

const dayMs = 86_400_000

/** When the running day, week (from Monday) or month began, in UTC. */
export function periodStartMs(period: LimitPeriod, nowMs: number): number {
  const at = new Date(nowMs)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (period === 'month') return Date.UTC(year, month, 1)
  const today = Date.UTC(year, month, date)
  return period === 'day' ? today : today - ((at.getUTCDay() + 6) % 7) * dayMs
}

/** The same date and time so many calendar months later, in UTC; the last day of the month where it is shorter. */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs)
  const to = new Date(fromMs)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.getTime()
}
