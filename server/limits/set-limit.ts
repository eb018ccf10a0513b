import { outcome, type Outcome } from '../../api/sentences/outcomes.ts'
import { parseAmount, type CashAsset } from '../../api/money.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import type { limitsCancel, limitsSet } from '../../api/calls/limits/limits.ts'
import {
  isTighter,
  minutesAllowed,
  ownLimitNames,
  ownLimits,
  type OwnLimitName,
} from '../../api/calls/limits/own-limits.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import type { LimitsContext } from './context.ts'
import { changeLimit, inForce, type LimitState } from './limit-rules.ts'
import { limitShown } from './show-limits.ts'
import { lockLimit, startRealityChecks, writeLimit } from './store.ts'

type Answer = OutputOf<typeof limitsSet>

/** Sets or removes a limit. Throws `Refused`: unknown_limit, bad_amount, bad_minutes. */
export async function setLimit(
  context: LimitsContext,
  input: InputOf<typeof limitsSet>,
  { session }: CustomerRequest,
): Promise<Answer> {
  const { clock, db, identity, rules } = context
  const name = knownName(input.name)
  const { currency } = await identity.customer(session.customerId)
  const asked = input.value === '' ? null : readValue(name, input.value, currency)
  const nowMs = clock.nowMs()
  const { before, after } = await db.transaction().execute(async (tx) => {
    const stored = await lockLimit(tx, session, name, nowMs)
    const changed = changeLimit(stored, asked, nowMs)
    await writeLimit(tx, session, name, changed, nowMs)
    if (name === 'reality') await startRealityChecks(tx, session, nowMs)
    return { before: inForce(stored, nowMs), after: changed }
  })
  rules.announce(session.customerId)
  return {
    ...outcomeOf(before, after, asked),
    limit: await limitShown(context, session.customerId, name, after),
  }
}

/** Cancels a pending change. Throws `Refused`: unknown_limit, nothing_waiting. */
export async function cancelChange(
  context: LimitsContext,
  input: InputOf<typeof limitsCancel>,
  { session }: CustomerRequest,
): Promise<Answer> {
  const { clock, db, rules } = context
  const name = knownName(input.name)
  const nowMs = clock.nowMs()
  const kept = await db.transaction().execute(async (tx) => {
    const now = inForce(await lockLimit(tx, session, name, nowMs), nowMs)
    if (!now.waiting) throw new Refused('nothing_waiting')
    const without: LimitState = { value: now.value, waiting: null }
    await writeLimit(tx, session, name, without, nowMs)
    return without
  })
  rules.announce(session.customerId)
  return {
    ...outcome('limit_change_cancelled'),
    limit: await limitShown(context, session.customerId, name, kept),
  }
}

function knownName(name: string): OwnLimitName {
  const known = ownLimitNames.find((one) => one === name)
  if (!known) throw new Refused('unknown_limit')
  return known
}

function readValue(name: OwnLimitName, text: string, currency: CashAsset): bigint {
  if (ownLimits[name].unit === 'money') {
    const minor = parseAmount(text, currency)
    if (minor === undefined) throw new Refused('bad_amount')
    return minor
  }
  const { least, most } = minutesAllowed[name as keyof typeof minutesAllowed]
  if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new Refused('bad_minutes', { least, most })
  return BigInt(text)
}

function outcomeOf(before: LimitState, after: LimitState, asked: bigint | null): Outcome {
  if (after.waiting) return outcome('limit_loosens_later', { from: { atMs: after.waiting.fromMs } })
  if (asked === null) return outcome('limit_removed')
  return outcome(isTighter(asked, before.value) ? 'limit_tightened' : 'limit_unchanged')
}
