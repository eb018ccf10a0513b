import { type alertsCalls, listedFiredAlerts, maxOpenAlerts } from '../../api/calls/alerts/alerts.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import { formatScaled } from '../../api/money.ts'
import { outcome } from '../../api/sentences/outcomes.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import { uuidv7 } from '../platform/random.ts'
import type { AlertsContext } from './context.ts'
import { parseAlertPrice, sideOf } from './rules.ts'
import { beginProgress, insertAlert, listAlerts, lockCustomer, trimFired } from './store.ts'

type Add = (typeof alertsCalls)['alerts.add']

/** `alerts.add`: adds an alert, which fires at the first tick from now on that reaches its price. */
export async function addAlert(
  { bus, clock, db, markets, random }: AlertsContext,
  input: InputOf<Add>,
  { session }: CustomerRequest,
): Promise<OutputOf<Add>> {
  const info = markets.symbol(input.symbol)
  if (!info) throw new Refused('unknown_symbol', { symbol: input.symbol })
  const { symbol, scale } = info
  const price = parseAlertPrice(input.price, scale)
  if (price === undefined) throw new Refused('bad_price', { decimals: scale })
  const nowMs = clock.nowMs()
  // From the record, because the memory of a process that doesn't lead the feed may be older.
  const tick = await markets.lastTickAt(symbol, nowMs)
  if (!tick) throw new Refused('no_price_yet', { symbol })
  const side = sideOf(price, tick.price)
  if (!side) throw new Refused('price_reached', { symbol, price: formatScaled(BigInt(price), scale) })
  const { customerId, shard } = session
  const id = uuidv7(nowMs, random)
  await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, session)
    await trimFired(tx, session, listedFiredAlerts)
    const open = (await listAlerts(tx, session, 0)).filter(({ firedSeq }) => firedSeq === null)
    if (open.some((other) => other.symbol === symbol && other.price === price)) throw new Refused('same_alert')
    if (open.length >= maxOpenAlerts) throw new Refused('too_many_alerts', { most: maxOpenAlerts })
    const { throughSeq } = await beginProgress(tx, symbol, tick)
    await insertAlert(tx, {
      shard,
      id,
      customerId,
      symbol,
      side,
      price,
      afterSeq: Math.max(tick.seq, throughSeq),
      createdAtMs: nowMs,
    })
  })
  bus.publish('alerts.changed', { symbol })
  bus.publish('customer.changed', { customerId, calls: ['alerts'] })
  return { ...outcome('alert_added'), id, side }
}
