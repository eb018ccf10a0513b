import { contractDays, dayMs, firstOutputAfterMs } from '../../api/mining-coins.ts'

/** Returns a contract's day. Days are counted from 0 and begin at the contract's start, to the millisecond. */
export function dayOf(startedAtMs: number, day: number): { fromMs: number; toMs: number } {
  return { fromMs: startedAtMs + day * dayMs, toMs: startedAtMs + (day + 1) * dayMs }
}

/**
 * Returns when a day's output is paid: at the end of the day, but no earlier than 48 hours after the purchase. Source:
 * docs/spec/product.md section 4 "Mining".
 */
export function payoutMs(startedAtMs: number, day: number): number {
  return Math.max(startedAtMs + firstOutputAfterMs, dayOf(startedAtMs, day).toMs)
}

/** Returns the due, unpaid days of a contract, oldest first. */
export function dueDays(startedAtMs: number, daysPaid: number, nowMs: number): number[] {
  const days: number[] = []
  for (let day = daysPaid; day < contractDays && payoutMs(startedAtMs, day) <= nowMs; day++) days.push(day)
  return days
}

/** Splits a period at the times at which other parameters took effect. `changes` lists these times, oldest first. */
export function split(fromMs: number, toMs: number, changes: readonly number[]): { fromMs: number; toMs: number }[] {
  const edges = [fromMs, ...changes.filter((at) => at > fromMs && at < toMs), toMs]
  return edges.slice(1).map((end, index) => ({ fromMs: edges[index]!, toMs: end }))
}
