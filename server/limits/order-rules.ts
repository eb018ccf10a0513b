import type { PhraseValue } from '../../api/sentences/sentences.ts'
import { ownLimitNames, ownLimits, type OwnLimitName } from '../../api/calls/limits/own-limits.ts'
import { Refused } from '../platform/http/refused.ts'
import { inForce, noLimit, periodStartMs } from './limit-rules.ts'
import type { OrderRules } from './types.ts'
import { minuteOf, type Pause, type StoredRules } from './store.ts'

/** Rules for orders under the customer's own limits. The functions do no I/O. */

/** The state of an account, as reported by identity. */
export type AccountState = { frozen: null | 'customer' | 'operator'; closed: boolean }

export const openAccount: AccountState = { frozen: null, closed: false }
const free: OrderRules = { lossLimits: [] }

export function limitInForce(rules: StoredRules, name: OwnLimitName, nowMs: number): bigint | null {
  return inForce(rules.limits.get(name) ?? noLimit, nowMs).value
}

/** Returns the active pause that ends last. */
export function longestPause(pauses: readonly Pause[], nowMs: number): Pause | undefined {
  const running = pauses.filter(({ untilMs }) => untilMs === null || untilMs > nowMs)
  const end = ({ untilMs }: Pause) => untilMs ?? Number.POSITIVE_INFINITY
  return running.reduce<Pause | undefined>(
    (longest, pause) => (longest && end(longest) >= end(pause) ? longest : pause),
    undefined,
  )
}

/** Returns the number of active minutes since midnight UTC. */
export function activeToday({ activeMinutes }: StoredRules, nowMs: number): number {
  return countFrom(activeMinutes, minuteOf(periodStartMs('day', nowMs)))
}
export function activeSinceCheck({ activeMinutes, confirmedAtMs }: StoredRules): number {
  return confirmedAtMs === null ? 0 : countFrom(activeMinutes, minuteOf(confirmedAtMs) + 1)
}

function countFrom(minutes: ReadonlySet<number>, first: number): number {
  let count = 0
  for (const minute of minutes) if (minute >= first) count++
  return count
}

export function isRealityDue(rules: StoredRules, nowMs: number): boolean {
  const every = limitInForce(rules, 'reality', nowMs)
  return every !== null && activeSinceCheck(rules) >= Number(every)
}

/**
 * Returns why the customer can't start anything that risks money. The account's state takes precedence over the
 * customer's own pauses.
 */
export function pauseRefusal(rules: StoredRules, account: AccountState, nowMs: number): Refused | undefined {
  if (account.frozen || account.closed) return new Refused('account_frozen')
  const pause = longestPause(rules.pauses, nowMs)
  if (!pause) return undefined
  return pause.kind === 'timeout'
    ? new Refused('timed_out', { until: { atMs: pause.untilMs! } })
    : new Refused('excluded', { until: exclusionEnd(pause.untilMs) })
}

/** Returns the rules that trading checks before each order. */
export function orderRulesOf(rules: StoredRules, account: AccountState, nowMs: number): OrderRules {
  const paused = pauseRefusal(rules, account, nowMs)
  if (paused) return { refusal: paused, lossLimits: [] }
  if (rules.limits.size === 0) return free
  const minutes = limitInForce(rules, 'session_day', nowMs)
  if (minutes !== null && activeToday(rules, nowMs) > Number(minutes))
    return { refusal: new Refused('session_limit', { minutes: Number(minutes) }), lossLimits: [] }
  if (isRealityDue(rules, nowMs)) return { refusal: new Refused('reality_due'), lossLimits: [] }
  const stake = limitInForce(rules, 'stake', nowMs)
  const lossLimits = ownLimitNames.flatMap((name) => {
    const { subject, period } = ownLimits[name]
    const limitMinor = subject === 'losses' ? limitInForce(rules, name, nowMs) : null
    return limitMinor !== null && period ? [{ limitMinor, fromMs: periodStartMs(period, nowMs), period }] : []
  })
  return { ...(stake !== null && { maxStakeMinor: stake }), lossLimits }
}

/** Returns when an exclusion ends: `until 5 July 2026, 12:00 UTC`, or `permanently`. */
export const exclusionEnd = (untilMs: number | null): PhraseValue =>
  untilMs === null ? { phrase: 'for_ever' } : { phrase: 'until', values: { until: { atMs: untilMs } } }

/**
 * Returns the number of active limits and the longest pause, such as `2 set` or `none set, away until 6 January 2026,
 * 12:00 UTC`.
 */
export function summaryOfLimits(rules: StoredRules, nowMs: number): PhraseValue {
  const count = ownLimitNames.filter((name) => limitInForce(rules, name, nowMs) !== null).length
  const pause = longestPause(rules.pauses, nowMs)
  const limits: PhraseValue =
    count === 0 ? { phrase: 'fact_limits_none' } : { phrase: 'fact_limits', values: { count } }
  if (!pause) return limits
  return { phrase: 'fact_limits_paused', values: { limits, until: exclusionEnd(pause.untilMs) } }
}
