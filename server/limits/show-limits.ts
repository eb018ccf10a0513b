import { type PhraseValue, sentenceFields } from '../../api/sentences/sentences.ts'
import type { OutputOf } from '../../api/call.ts'
import type { limits } from '../../api/calls/limits/limits.ts'
import { formatAmount, type CashAsset } from '../../api/money.ts'
import { ownLimitNames, ownLimits, type OwnLimitName } from '../../api/calls/limits/own-limits.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import type { LimitsContext } from './context.ts'
import { inForce, noLimit, periodStartMs, type LimitState } from './limit-rules.ts'
import { activeToday, exclusionEnd, longestPause } from './order-rules.ts'
import type { Pause } from './store.ts'

type Answer = OutputOf<typeof limits>
type Shown = Answer['limits'][number]

/** Returns all of a customer's limits, their usage, and any active pause. */
export async function showLimits(
  context: LimitsContext,
  _input: unknown,
  { session: { customerId } }: CustomerRequest,
): Promise<Answer> {
  const { clock, identity, rules } = context
  const [{ currency }, stored] = await Promise.all([identity.customer(customerId), rules.find(customerId)])
  const shown: Shown[] = []
  for (const name of ownLimitNames)
    shown.push(await limitShown(context, customerId, name, stored.limits.get(name) ?? noLimit))
  const pause = longestPause(stored.pauses, clock.nowMs())
  return { cur: currency, limits: shown, pause: pause ? pauseShown(pause) : null }
}

/** Returns a limit in the format that the calls use. */
export async function limitShown(
  context: LimitsContext,
  customerId: string,
  name: OwnLimitName,
  state: LimitState,
): Promise<Shown> {
  const { currency } = await context.identity.customer(customerId)
  const { value, waiting } = inForce(state, context.clock.nowMs())
  return {
    name,
    unit: ownLimits[name].unit,
    value: valueText(name, value, currency),
    waiting: waiting && { value: valueText(name, waiting.value, currency), from: waiting.fromMs },
    used: valueText(name, await used(context, customerId, name), currency),
  }
}

/** Returns how much of a limit is used in the current period. Losses are zero while the period's result is a profit. */
async function used(
  { clock, db, rules, depositedSince, tradingResult }: LimitsContext,
  customerId: string,
  name: OwnLimitName,
): Promise<bigint | null> {
  const { subject, period } = ownLimits[name]
  const nowMs = clock.nowMs()
  if (!period) return null
  const fromMs = periodStartMs(period, nowMs)
  if (subject === 'deposits') return depositedSince(db, customerId, fromMs)
  if (subject === 'time') return BigInt(activeToday(await rules.find(customerId), nowMs))
  const { netMinor } = await tradingResult(customerId, fromMs)
  return netMinor < 0n ? -netMinor : 0n
}

/** Formats a value for a response: money with its decimals, minutes unchanged. */
function valueText(name: OwnLimitName, value: bigint | null, currency: CashAsset): string | null {
  if (value === null) return null
  return ownLimits[name].unit === 'money' ? formatAmount(value, currency) : String(value)
}

export function pauseShown(pause: Pause): NonNullable<Answer['pause']> {
  const { kind, fromMs, untilMs } = pause
  return { kind, from: fromMs, until: untilMs, ...sentenceFields('words', pausePhrase(pause)) }
}

/** Returns a sentence about a customer's pause and its end. */
export const pausePhrase = ({ kind, untilMs }: Pause): PhraseValue =>
  kind === 'timeout'
    ? { phrase: 'on_timeout', values: { until: { atMs: untilMs! } } }
    : { phrase: 'on_exclusion', values: { until: exclusionEnd(untilMs) } }
