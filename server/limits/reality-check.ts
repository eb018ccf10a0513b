import { type Outcome, outcome } from '../../api/sentences/outcomes.ts'
import type { OutputOf } from '../../api/call.ts'
import type { limitsReality } from '../../api/calls/limits/limits.ts'
import { formatAmount } from '../../api/money.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import type { LimitsContext } from './context.ts'
import { periodStartMs } from './limit-rules.ts'
import { activeSinceCheck, activeToday, isRealityDue, limitInForce } from './order-rules.ts'
import { confirmReality } from './store.ts'

/** Returns the figures of the reality check since the last confirmation, or since midnight UTC if there was none. */
export async function showReality(
  { clock, identity, rules, tradingResult }: LimitsContext,
  _input: unknown,
  { session: { customerId } }: CustomerRequest,
): Promise<OutputOf<typeof limitsReality>> {
  const [{ currency }, stored] = await Promise.all([identity.customer(customerId), rules.find(customerId)])
  const nowMs = clock.nowMs()
  const every = limitInForce(stored, 'reality', nowMs)
  const sinceMs = stored.confirmedAtMs ?? periodStartMs('day', nowMs)
  const { trades, netMinor } = await tradingResult(customerId, sinceMs)
  const minutes = stored.confirmedAtMs === null ? activeToday(stored, nowMs) : activeSinceCheck(stored)
  return {
    cur: currency,
    every: every === null ? null : Number(every),
    due: isRealityDue(stored, nowMs),
    in: every === null ? null : Math.max(0, Number(every) - minutes),
    since: sinceMs,
    minutes,
    minutesToday: activeToday(stored, nowMs),
    trades,
    net: formatAmount(netMinor, currency),
  }
}

/** Records that the customer has seen the figures. */
export async function confirmFigures(
  { clock, db, rules }: LimitsContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<Outcome> {
  await confirmReality(db, session, clock.nowMs())
  rules.announce(session.customerId)
  return outcome('reality_confirmed')
}
