import { contractDays, dayMs, firstOutputAfterMs } from '../../contract/mining-coins.ts'

/** A contract's days count from 0 at its start, to the millisecond. */
export function dayOf(startedAtMs: number, day: number): { fromMs: number; toMs: number } {
  return { fromMs: startedAtMs + day * dayMs, toMs: startedAtMs + (day + 1) * dayMs }
}

/**
 * When a day's output is paid: at its end, the first not before 48 hours after the purchase. Source:
 * docs/spec/product.md section 4 "Mining".
 */
export function payoutMs(startedAtMs: number, day: number): number {
  return Math.max(startedAtMs + firstOutputAfterMs, dayOf(startedAtMs, day).toMs)
}

/** The days of a contract that are due and not paid yet, oldest first. */
export function dueDays(startedAtMs: number, daysPaid: number, nowMs: number): number[] {
  const days: number[] = []
  for (let day = daysPaid; day < contractDays && payoutMs(startedAtMs, day) <= nowMs; day++) days.push(day)
  return days
}

/** Splits a stretch of time where other parameters came into force. `changes` are their times, oldest first. */
export function split(fromMs: number, toMs: number, changes: readonly number[]): { fromMs: number; toMs: number }[] {
  const edges = [fromMs, ...changes.filter((at) => at > fromMs && at < toMs), toMs]
  return edges.slice(1).map((end, index) => ({ fromMs: edges[index]!, toMs: end }))
}
