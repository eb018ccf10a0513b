const minuteMs = 60_000
const longestWaitMs = 60 * minuteMs
/** After this long without a try, everything is forgotten. */
export const failuresLifeMs = 24 * 60 * minuteMs

/** Failed tries without a wait: of one address, and of one network, which can be a whole school. */
export const freeTries = { address: 5, network: 30 } as const

/**
 * Milliseconds until the next try is allowed, 0 for now: past the free ones, each waits twice as long as the one before, from a
 * minute to an hour. That is ten tries in the first hour (targets.md S6). `count` failed, the last one at `lastAtMs`.
 */
export function lockOutWaitMs(count: number, lastAtMs: number, nowMs: number, free: number): number {
  if (count < free || nowMs - lastAtMs >= failuresLifeMs) return 0
  const waitMs = Math.min(longestWaitMs, minuteMs * 2 ** Math.min(count - free, 10))
  return Math.max(0, lastAtMs + waitMs - nowMs)
}
