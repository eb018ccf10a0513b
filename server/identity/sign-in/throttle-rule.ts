import type { ThrottlePolicy } from '../../platform/http/throttle-rule.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Limits on attempts. Strangers share the limits of an account and of their network. A device that has signed in before
 * has its own limits, so nobody else can lock it out. Source: docs/spec/targets.md S6 and decision 19.
 */
export const throttlePolicies = {
  /** Wrong passwords that strangers enter for one account. */
  signInOfAccount: { windows: [{ tries: 10, withinMs: hourMs }], freeTries: 5, firstWaitMs: 15_000 },
  /**
   * Wrong passwords from one network. Lower than the account's limit, so that no single network can use up the
   * account's hourly attempts.
   */
  signInOfAccountFromNetwork: { windows: [{ tries: 7, withinMs: hourMs }], freeTries: 5, firstWaitMs: 15_000 },
  /** Wrong passwords on a device that has signed in to the account before. */
  signInOfDevice: { windows: [{ tries: 10, withinMs: hourMs }], freeTries: 5, firstWaitMs: 15_000 },
  /** Wrong current passwords within a session and all sessions it handed over. */
  passwordOfSession: { windows: [{ tries: 10, withinMs: hourMs }], freeTries: 5, firstWaitMs: 15_000 },
  /**
   * Wrong passwords, codes and hand-over codes from one network, across all accounts. One network can be a whole
   * school.
   */
  failuresOfNetwork: { windows: [{ tries: 60, withinMs: hourMs }], freeTries: 30, firstWaitMs: 1_000 },
  /** Emailed codes for one address and purpose. The first RESEND is free. */
  mailsToAddress: {
    windows: [
      { tries: 5, withinMs: hourMs },
      { tries: 10, withinMs: dayMs },
    ],
    freeTries: 2,
    firstWaitMs: 30_000,
  },
  /**
   * Emailed codes that one network requests for one address and purpose. Lower than the address's limits, so that no
   * single network can use them up.
   */
  mailsToAddressFromNetwork: {
    windows: [
      { tries: 4, withinMs: hourMs },
      { tries: 6, withinMs: dayMs },
    ],
    freeTries: 4,
    firstWaitMs: 0,
  },
  /** Reset codes requested by a device that has signed in to the account before. */
  mailsOfDevice: {
    windows: [
      { tries: 5, withinMs: hourMs },
      { tries: 10, withinMs: dayMs },
    ],
    freeTries: 2,
    firstWaitMs: 30_000,
  },
  mailsOfNetwork: { windows: [{ tries: 300, withinMs: hourMs }], freeTries: 300, firstWaitMs: 0 },
  /** Wrong codes that strangers enter for one address and purpose: 15 of 100,000 a day. */
  codesOfAddress: {
    windows: [
      { tries: 10, withinMs: hourMs },
      { tries: 15, withinMs: dayMs },
    ],
    freeTries: 10,
    firstWaitMs: 0,
  },
  /**
   * Wrong codes from one network for one address and purpose. Lower than the address's daily limit, so that no single
   * network can use it up.
   */
  codesOfAddressFromNetwork: { windows: [{ tries: 10, withinMs: dayMs }], freeTries: 10, firstWaitMs: 0 },
  codesOfDevice: {
    windows: [
      { tries: 10, withinMs: hourMs },
      { tries: 15, withinMs: dayMs },
    ],
    freeTries: 10,
    firstWaitMs: 0,
  },
  /**
   * Codes tried from one network while the installation sees many wrong ones. The window grows with their number
   * (code-budget.ts).
   */
  codesOfNetworkWhenSlow: { windows: [{ tries: 3, withinMs: 90 * minuteMs }], freeTries: 3, firstWaitMs: 0 },
  /** Processing a picture takes seconds of CPU time. */
  uploadsOfCustomer: { windows: [{ tries: 20, withinMs: hourMs }], freeTries: 20, firstWaitMs: 0 },
  /** Wrong second factors for one account: 10 of 1,000,000 an hour, and only after the correct password. */
  factorOfCustomer: {
    windows: [
      { tries: 10, withinMs: hourMs },
      { tries: 30, withinMs: dayMs },
    ],
    freeTries: 5,
    firstWaitMs: 15_000,
  },
  handoversOfCustomer: { windows: [{ tries: 10, withinMs: hourMs }], freeTries: 10, firstWaitMs: 0 },
} as const satisfies Record<string, ThrottlePolicy>

export type ThrottleName = keyof typeof throttlePolicies
