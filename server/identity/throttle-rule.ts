const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * How often something may be tried. Windows slide, the shortest first; past `freeTries` within it every further try waits
 * twice as long after the one before, beginning with `firstWaitMs`.
 */
export type ThrottlePolicy = { windows: readonly { tries: number; withinMs: number }[]; freeTries: number; firstWaitMs: number }

/** Ten tries an hour an account: targets.md S6. A network is a whole school at times, hence its larger numbers. */
export const throttlePolicies = {
  /** Passwords tried against one account, right ones not counted. */
  signInOfAccount: { windows: [{ tries: 10, withinMs: hourMs }], freeTries: 5, firstWaitMs: 15_000 },
  /** Wrong passwords, codes and hand-over codes from one network, over all accounts. */
  failuresOfNetwork: { windows: [{ tries: 60, withinMs: hourMs }], freeTries: 30, firstWaitMs: 1_000 },
  /** Mailed codes of one address and purpose; the first RESEND is free. */
  mailsToAddress: { windows: [{ tries: 5, withinMs: hourMs }, { tries: 10, withinMs: dayMs }], freeTries: 2, firstWaitMs: 30_000 },
  mailsOfNetwork: { windows: [{ tries: 300, withinMs: hourMs }], freeTries: 300, firstWaitMs: 0 },
  /** Codes tried for one address and purpose, right ones not counted: 15 of 100,000 a day. */
  codesOfAddress: { windows: [{ tries: 10, withinMs: hourMs }, { tries: 15, withinMs: dayMs }], freeTries: 10, firstWaitMs: 0 },
  /** Pictures cost seconds of a processor. */
  uploadsOfCustomer: { windows: [{ tries: 20, withinMs: hourMs }], freeTries: 20, firstWaitMs: 0 },
  /** Second factors tried for one account, right ones not counted: 10 of 1,000,000 an hour. */
  factorOfCustomer: { windows: [{ tries: 10, withinMs: hourMs }, { tries: 30, withinMs: dayMs }], freeTries: 5, firstWaitMs: 15_000 },
  handoversOfCustomer: { windows: [{ tries: 10, withinMs: hourMs }], freeTries: 10, firstWaitMs: 0 },
} as const satisfies Record<string, ThrottlePolicy>

export type ThrottleName = keyof typeof throttlePolicies

/** Milliseconds until the next try is allowed, 0 for now. `triesMs` are the times of the tries so far, oldest first. */
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

/** The longest time that a try of this policy counts. */
export function throttleMemoryMs(policy: ThrottlePolicy): number {
  return Math.max(...policy.windows.map(({ withinMs }) => withinMs))
}
