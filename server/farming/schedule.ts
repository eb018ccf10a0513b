import { dayMs, weekMs } from '../../api/farming-rules.ts'
import type { FarmStretch } from '../../api/calls/farming/farming.ts'

/**
 * Returns a contract's week. Weeks are counted from 0 and begin at the contract's start, to the millisecond. The last
 * week ends with the contract.
 */
export function weekOfContract(startedAtMs: number, endsAtMs: number, week: number): { fromMs: number; toMs: number } {
  return { fromMs: startedAtMs + week * weekMs, toMs: Math.min(startedAtMs + (week + 1) * weekMs, endsAtMs) }
}

export const endOf = (startedAtMs: number, durationDays: number): number => startedAtMs + durationDays * dayMs

// 1970-01-05 was the first Monday after the epoch.
const firstMondayMs = 4 * dayMs

/** Returns the next Monday 00:00 UTC after a moment, when an announcement takes effect. */
export function nextWeekMs(nowMs: number): number {
  return firstMondayMs + (Math.floor((nowMs - firstMondayMs) / weekMs) + 1) * weekMs
}

/** Weekly rates in millionths, which apply from `fromMs`. */
export type Announcement = {
  fromMs: number
  announcedMs: number
  weeklyPpm: number
  minimumPpm: number
  borrowPpm: number
}

/**
 * Returns the announcement in force at a moment: the one with the latest start or, if two start at the same time, the
 * later announcement. `all` may be unsorted.
 */
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

/**
 * Splits a period at the times at which announcements take effect. The applied rate is never below the promised
 * minimum.
 */
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
