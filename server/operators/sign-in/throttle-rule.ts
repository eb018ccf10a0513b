import type { ThrottlePolicy } from '../../platform/http/throttle-rule.ts'

const hourMs = 60 * 60_000
const waits = { freeTries: 5, firstWaitMs: 60_000 }

/**
 * Limits on attempts at the desk. Strangers share the limits of an operator's address and of their network; a known
 * device has its own. Source: decision 19.
 */
export const throttlePolicies = {
  /** Strangers' failed sign-ins with one email address. */
  signInOfAddress: { windows: [{ tries: 10, withinMs: hourMs }], ...waits },
  /**
   * Failed sign-ins from one network with one email address. Lower than the address's limit, so that no single network
   * can use it up.
   */
  signInOfAddressFromNetwork: { windows: [{ tries: 7, withinMs: hourMs }], ...waits },
  signInOfDevice: { windows: [{ tries: 10, withinMs: hourMs }], ...waits },
  /** Failed sign-ins from one network, across all addresses. */
  failuresOfNetwork: { windows: [{ tries: 60, withinMs: hourMs }], freeTries: 30, firstWaitMs: 1_000 },
  /** Wrong passwords and codes when a signed-in operator must enter them again. */
  proofOfSession: { windows: [{ tries: 10, withinMs: hourMs }], ...waits },
} as const satisfies Record<string, ThrottlePolicy>

export type ThrottleName = keyof typeof throttlePolicies
