import type { ThrottlePolicy } from '../platform/throttle-rule.ts'

const hourMs = 60 * 60_000
const waits = { freeTries: 5, firstWaitMs: 60_000 }

/** Limits of tries at the desk. Strangers share those of an operator's address and their network; a known device has its own. Source: decision 19. */
export const throttlePolicies = {
  /** Sign-ins that strangers try with one address; right ones don't count. */
  signInOfAddress: { windows: [{ tries: 10, withinMs: hourMs }], ...waits },
  /** The same from one network. Fewer, so that one network alone never uses up the address's hour. */
  signInOfAddressFromNetwork: { windows: [{ tries: 7, withinMs: hourMs }], ...waits },
  signInOfDevice: { windows: [{ tries: 10, withinMs: hourMs }], ...waits },
  /** Wrong sign-ins from one network over all addresses. */
  failuresOfNetwork: { windows: [{ tries: 60, withinMs: hourMs }], freeTries: 30, firstWaitMs: 1_000 },
  /** Password and code of a signed-in operator, asked for again inside a session. */
  proofOfSession: { windows: [{ tries: 10, withinMs: hourMs }], ...waits },
} as const satisfies Record<string, ThrottlePolicy>

export type ThrottleName = keyof typeof throttlePolicies
