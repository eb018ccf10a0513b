import type { Refusal } from '../../call.ts'

/**
 * Limits that customers can set for themselves. The server's check, the page and the documents share this table. Lower
 * is always tighter; no limit is the loosest. Source: docs/spec/truth.md section 5.
 */
export const ownLimits = {
  deposit_day: { unit: 'money', subject: 'deposits', period: 'day' },
  deposit_week: { unit: 'money', subject: 'deposits', period: 'week' },
  deposit_month: { unit: 'money', subject: 'deposits', period: 'month' },
  stake: { unit: 'money', subject: 'stake', period: null },
  loss_day: { unit: 'money', subject: 'losses', period: 'day' },
  loss_week: { unit: 'money', subject: 'losses', period: 'week' },
  loss_month: { unit: 'money', subject: 'losses', period: 'month' },
  session_day: { unit: 'minutes', subject: 'time', period: 'day' },
  reality: { unit: 'minutes', subject: 'reality', period: null },
} as const

export type OwnLimitName = keyof typeof ownLimits
export const ownLimitNames = Object.keys(ownLimits) as OwnLimitName[]
export type LimitPeriod = 'day' | 'week' | 'month'

/** Bounds of a time limit, in minutes. */
export const minutesAllowed = { session_day: { least: 5, most: 1440 }, reality: { least: 10, most: 240 } } as const

/** Returns whether one limit is tighter than another. `null` means that there is no limit. */
export function isTighter(one: bigint | null, other: bigint | null): boolean {
  return one !== null && (other === null || one < other)
}

export const loosensAfterMs = 24 * 3_600_000

/** Lengths of a time-out, in hours: one day to six weeks. */
export const timeOutHours = [24, 72, 168, 336, 672, 1008] as const
/** Lengths of a self-exclusion, in months; 0 is permanent. */
export const exclusionMonths = [6, 12, 24, 36, 60, 0] as const
/** Text to type to confirm a time-out or an exclusion. */
export const confirmWords = { timeout: 'TIME OUT', exclude: 'EXCLUDE ME' } as const

/** Refusals of calls that a time-out or a self-exclusion blocks. */
export const pauseRefusals = {
  timed_out: { status: 403, message: 'You are on a time-out until {until}.' },
  excluded: { status: 403, message: 'You have excluded yourself {until}.' },
} as const satisfies Record<string, Refusal>
