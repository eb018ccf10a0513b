import { outcome } from '../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import type { limitsExclude, limitsTimeout } from '../../api/calls/limits/limits.ts'
import { confirmWords, exclusionMonths, timeOutHours } from '../../api/calls/limits/own-limits.ts'
import type { Session } from '../platform/http/http.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { uuidv7 } from '../platform/random.ts'
import { Refused } from '../platform/http/refused.ts'
import type { LimitsContext } from './context.ts'
import { addMonths } from './limit-rules.ts'
import { exclusionEnd, longestPause } from './order-rules.ts'
import { pausePhrase, pauseShown } from './show-limits.ts'
import { insertPause, type Pause } from './store.ts'

type Answer = OutputOf<typeof limitsTimeout>

/** Starts a time-out. Throws `Refused`: bad_length, not_confirmed, already_longer. */
export async function takeTimeOut(
  context: LimitsContext,
  { hours, confirm }: InputOf<typeof limitsTimeout>,
  { session }: CustomerRequest,
): Promise<Answer> {
  if (!(timeOutHours as readonly number[]).includes(hours)) throw new Refused('bad_length')
  if (confirm.toUpperCase() !== confirmWords.timeout) throw new Refused('not_confirmed')
  const fromMs = context.clock.nowMs()
  return begin(context, session, { kind: 'timeout', fromMs, untilMs: fromMs + hours * 3_600_000 })
}

/** Starts a self-exclusion. Throws `Refused`: bad_length, not_confirmed, already_longer. */
export async function takeSelfExclusion(
  context: LimitsContext,
  { months, confirm }: InputOf<typeof limitsExclude>,
  { session }: CustomerRequest,
): Promise<Answer> {
  if (!(exclusionMonths as readonly number[]).includes(months)) throw new Refused('bad_length')
  if (confirm.toUpperCase() !== confirmWords.exclude) throw new Refused('not_confirmed')
  const fromMs = context.clock.nowMs()
  return begin(context, session, {
    kind: 'exclusion',
    fromMs,
    untilMs: months === 0 ? null : addMonths(fromMs, months),
  })
}

/**
 * Starts a pause. It applies to the person, so it starts on every open account with their mailbox. Accounts that share
 * only the name and number don't count, because a stranger could have entered these details.
 */
async function begin(
  { clock, db, identity, random, rules }: LimitsContext,
  session: Session,
  pause: Pause,
): Promise<Answer> {
  const running = longestPause((await rules.find(session.customerId)).pauses, clock.nowMs())
  if (running && longestPause([running, pause], clock.nowMs()) === running)
    throw new Refused('already_longer', { until: exclusionEnd(running.untilMs) })
  const paused = await db.transaction().execute(async (tx) => {
    const others = await identity.otherOpenAccounts(tx, session.customerId)
    const accounts = [session, ...others.filter(({ sameMailbox }) => sameMailbox)]
    for (const account of accounts) await insertPause(tx, account, uuidv7(clock.nowMs(), random), pause)
    return accounts
  })
  for (const { customerId } of paused) rules.announce(customerId)
  const shown = pauseShown(pause)
  return {
    ...outcome('excluded', { pause: pausePhrase(pause) }),
    pause: shown,
  }
}
