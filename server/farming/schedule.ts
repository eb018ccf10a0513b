import { dayMs, weekMs } from '../../contract/farming-rules.ts'
import type { FarmStretch } from '../../contract/farming.ts'

/** A contract's weeks count from 0 at its start, to the millisecond; the last ends with the contract. */
export function weekOfContract(startedAtMs: number, endsAtMs: number, week: number): { fromMs: number; toMs: number } {
  return { fromMs: startedAtMs + week * weekMs, toMs: Math.min(startedAtMs + (week + 1) * weekMs, endsAtMs) }
}

export const endOf = (startedAtMs: number, durationDays: number): number => startedAtMs + durationDays * dayMs

// 1970-01-05, the first Monday of the count of milliseconds.
const aMondayMs = 4 * dayMs

/** The next Monday 00:00 UTC after a moment: from then on an announcement counts. */
export function nextWeekMs(nowMs: number): number {
  return aMondayMs + (Math.floor((nowMs - aMondayMs) / weekMs) + 1) * weekMs
}

/** Rates of a week in millionths from a moment on. */
export type Announcement = {
  fromMs: number
  announcedMs: number
  weeklyPpm: number
  minimumPpm: number
  borrowPpm: number
}

/** What counts at a moment: the latest start, and of two with the same start the later announcement. `all` needs no order. */
export function inForce<A extends Announcement>(all: readonly A[], atMs: number): A | undefined {
  return all
    .filter(({ fromMs }) => fromMs <= atMs)
    .reduce<A | undefined>(
      (best, each) =>
        !best || each.fromMs > best.fromMs || (each.fromMs === best.fromMs && each.announcedMs > best.announcedMs)
          ? each
          : best,
      undefined,
    )
}

/** Cuts a time where another announcement begins to count. What is applied is never below the promised minimum. */
export function stretchesOf(
  fromMs: number,
  toMs: number,
  all: readonly Announcement[],
  minimumPpm: number,
): FarmStretch[] {
  const starts = [...new Set(all.map((each) => each.fromMs))]
    .filter((at) => at > fromMs && at < toMs)
    .toSorted((a, b) => a - b)
  const edges = [fromMs, ...starts, toMs]
  return edges.slice(1).map((to, index) => {
    const from = edges[index]!
    const announced = inForce(all, from)?.weeklyPpm ?? 0
    return { from, to, announced, applied: Math.max(announced, minimumPpm) }
  })
}
