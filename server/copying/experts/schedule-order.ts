import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { expertsSchedule, expertsScheduled } from '../../../api/calls/copying/copying.ts'
import { experts } from '../../../api/experts.ts'
import { tradeIntervals } from '../../../api/calls/trading/trading.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { uuidv7 } from '../../platform/random.ts'
import type { CopyingContext } from '../context.ts'
import { insertScheduled, listScheduled, listStoredExperts } from './experts-store.ts'
import { fieldsOfStored } from '../../platform/stored-phrase.ts'

const weekMs = 7 * 86_400_000

/**
 * `experts.schedule`: schedules a manual order, for Mixed experts only. Throws the call's refusals in the order of
 * its declaration.
 */
export async function scheduleOrder(
  context: CopyingContext,
  input: InputOf<typeof expertsSchedule>,
  { session: { operatorId } }: OperatorRequest,
) {
  const { db, clock, random, markets, operators } = context
  const expert = experts.find(({ id }) => id === input.tid)
  const account = expert && (await listStoredExperts(db)).find(({ id }) => id === input.tid)
  if (!expert || !account) throw new Refused('not_found')
  if (account.stoppedAtMs !== null) throw new Refused('trader_stopped', { name: expert.name })
  if (expert.method !== 'Mixed') throw new Refused('not_mixed', { name: expert.name })
  if (!markets.symbol(input.symbol)) throw new Refused('unknown_symbol', { symbol: input.symbol })
  const intervalS = tradeIntervals.find((seconds) => seconds === input.interval)
  if (intervalS === undefined) throw new Refused('bad_interval')
  const nowMs = clock.nowMs()
  const atMs = nowMs + Math.round(input.inSeconds * 1000)
  if (input.inSeconds < 0 || atMs > nowMs + weekMs) throw new Refused('bad_time')
  const scheduled = {
    id: uuidv7(nowMs, random),
    expertId: expert.id,
    symbol: input.symbol,
    type: input.TYPE,
    intervalS,
    atMs,
    reason: input.reason,
    operatorId,
  }
  await db.transaction().execute(async (tx) => {
    await insertScheduled(tx, scheduled)
    await operators.audit(tx, {
      operatorId,
      action: 'experts.schedule',
      subject: expert.id,
      reason: input.reason,
      details: { symbol: input.symbol, type: input.TYPE, intervalS, atMs },
    })
  })
  return outcome('order_scheduled', { name: expert.name, type: input.TYPE, symbol: input.symbol, at: { atMs } })
}

/** `experts.scheduled`: lists scheduled orders, newest first. */
export async function showScheduled({ db }: CopyingContext): Promise<OutputOf<typeof expertsScheduled>> {
  return (await listScheduled(db, 100)).map(({ id, expertId, symbol, type, intervalS, atMs, reason, state, note }) => ({
    id,
    tid: expertId,
    symbol,
    type,
    interval: intervalS,
    at: atMs,
    reason,
    state,
    ...fieldsOfStored('note', note),
  }))
}
