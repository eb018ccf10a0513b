/**
 * Limits how often something may be tried. Windows slide and are listed shortest first. Past `freeTries` within the
 * first window, the wait doubles with each attempt, starting with `firstWaitMs`.
 */
export type ThrottlePolicy = {
  windows: readonly { tries: number; withinMs: number }[]
  freeTries: number
  firstWaitMs: number
}

/**
 * Returns the milliseconds until the next attempt is allowed; 0 if it is allowed now. `triesMs` are the times of
 * earlier attempts, oldest first.
 */
export function throttleWaitMs(policy: ThrottlePolicy, triesMs: readonly number[], nowMs: number): number {
  let untilMs = nowMs
  for (const { tries, withinMs } of policy.windows) {
    const recent = triesMs.filter((tryMs) => tryMs > nowMs - withinMs)
    if (recent.length >= tries) untilMs = Math.max(untilMs, recent[recent.length - tries]! + withinMs)
  }
  const recent = triesMs.filter((tryMs) => tryMs > nowMs - policy.windows[0]!.withinMs)
  const excess = recent.length - policy.freeTries
  if (excess >= 0) untilMs = Math.max(untilMs, recent.at(-1)! + policy.firstWaitMs * 2 ** Math.min(excess, 30))
  return untilMs - nowMs
}

/** Returns the longest time for which an attempt counts, in milliseconds. */
export function throttleMemoryMs(policy: ThrottlePolicy): number {
  return Math.max(...policy.windows.map(({ withinMs }) => withinMs))
}

/** Returns the same policy with windows `factor` times as long, which allows fewer attempts in the same time. */
export function stretched(policy: ThrottlePolicy, factor: number): ThrottlePolicy {
  return factor === 1
    ? policy
    : { ...policy, windows: policy.windows.map(({ tries, withinMs }) => ({ tries, withinMs: withinMs * factor })) }
}
