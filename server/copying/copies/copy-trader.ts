import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { copytrader } from '../../../api/calls/copying/copying.ts'
import { experts } from '../../../api/experts.ts'
import type { OnceRequest, CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { uuidv7 } from '../../platform/random.ts'
import type { CopyingContext } from '../context.ts'
import { changedSettings, defaultSettings } from './copy-settings.ts'
import { listStoredExperts } from '../experts/experts-store.ts'
import { insertRelation, lockRunning, stopRelations } from './relations-store.ts'
import { weekOf } from './share-profits.ts'

/**
 * `copytrader`: starts or stops copying an expert. If `to` is given, does nothing when copying is already in that
 * state. Open copies run to their expiry either way. Stopping is never refused. Throws `not_found`, `trader_stopped`,
 * the refusals of `changedSettings`, and those of an account that may not trade now.
 */
export async function copyTrader(
  context: CopyingContext,
  { copytrade, to, ...requested }: InputOf<typeof copytrader>,
  { session, once }: CustomerRequest & OnceRequest,
) {
  const { db, clock, random, markets, identity, limits } = context
  const expert = experts.find(({ id }) => id === copytrade)
  const account = expert && (await listStoredExperts(db)).find(({ id }) => id === copytrade)
  if (!expert || !account) throw new Refused('not_found')
  const { currency } = await identity.customer(session.customerId)
  const nowMs = clock.nowMs()
  const input = { copytrade, to, ...requested }
  const { changed, copied } = await db.transaction().execute((tx) =>
    once(tx, input, async () => {
      const running = await lockRunning(tx, session, expert.id)
      if (to === (running ? 'start' : 'stop')) return { changed: false, copied: running !== undefined }
      if (running) {
        await stopRelations(tx, [running], 'customer', nowMs)
        return { changed: true, copied: false }
      }
      if (account.stoppedAtMs !== null) throw new Refused('trader_stopped', { name: expert.name })
      const { refusal } = await limits.orderRules(session.customerId, nowMs)
      if (refusal) throw refusal
      const settings = changedSettings(defaultSettings(currency), requested, currency, classesOf(markets))
      // Of two simultaneous requests, the second finds the first one's relation and keeps it, because both wanted to
      // start copying.
      await insertRelation(tx, {
        ...settings,
        shard: session.shard,
        customerId: session.customerId,
        id: uuidv7(nowMs, random),
        expertId: expert.id,
        asset: currency,
        startedAtMs: nowMs,
        week: weekOf(nowMs),
      })
      return { changed: true, copied: true }
    }),
  )
  context.bus.publish('customer.changed', {
    customerId: session.customerId,
    calls: ['traders', 'traders.show', 'copies', 'user'],
  })
  if (!changed)
    return {
      ...outcome(copied ? 'copying_already' : 'copying_not', { name: expert.name }),
      copied,
    }
  return {
    ...outcome(copied ? 'copying' : 'copying_ended', { name: expert.name }),
    copied,
  }
}

/** Returns the catalogue's symbol classes. */
export function classesOf(markets: CopyingContext['markets']): string[] {
  return [...new Set(markets.symbols.map((info) => info.class))]
}
