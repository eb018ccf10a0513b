import { isFaultOfRow, type RowAlarms } from '../../platform/database/failing-rows.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { PlainTrade } from '../../trading/public.ts'
import type { CopyingContext } from '../context.ts'
import {
  countWaiting,
  finishCopies,
  finishOrder,
  listUnfinished,
  lockWaiting,
  refuseOrder,
  type NewCopy,
  type PlacedOrder,
} from './copies-store.ts'
import { sizeCopy } from './copy-rules.ts'
import { listStoredExperts, type StoredExpert } from '../experts/experts-store.ts'
import { gapOf, type Settled } from './gap-rules.ts'
import { copyKeyOf, smallestOf, storePlacedOrder } from '../experts/expert-orders.ts'
import { listFollowersAt } from './relations-store.ts'

const copiesAtOnce = 5_000
/** Placing takes about a second. An order that started longer ago than this was interrupted. */
const interruptedAfterMs = 30_000

/**
 * Computes the gap ledger entries of all orders whose trades have settled, and completes orders that a crash
 * interrupted. Resolves with the number of copies computed. The results follow from stored trades, so they can be
 * recomputed at any time. A failing order raises an alarm and is retried in the next run without delaying the others.
 */
export async function settleCopies(context: CopyingContext, failing: RowAlarms): Promise<number> {
  const nowMs = context.clock.nowMs()
  const orders = await listUnfinished(context.db, nowMs, nowMs - interruptedAfterMs)
  if (orders.length === 0) return failing.endTurn().then(() => 0)
  const experts = new Map((await listStoredExperts(context.db)).map((expert) => [expert.id, expert]))
  let done = 0
  for (const order of orders) {
    try {
      const expert = experts.get(order.expertId)
      invariant(expert, 'an order belongs to an expert')
      if (order.state === 'placed') done += await settleOrder(context, expert, order)
      else if (!context.ordersInProgress.has(order.id)) await finishInterrupted(context, expert, order)
    } catch (error) {
      context.log.error({ err: error, order: order.id }, 'cannot compute the copies of an order')
      if (isFaultOfRow(error)) await failing.failed(order.id)
    }
  }
  await failing.endTurn()
  return done
}

async function settleOrder(
  context: CopyingContext,
  { shard, customerId }: StoredExpert,
  order: PlacedOrder,
): Promise<number> {
  const [own] = await context.trading.findTrades(context.db, [{ shard, customerId, id: order.tradeId! }])
  const expert = own && settledOf(own)
  if (!expert) return 0
  let done = 0
  for (;;) {
    const settled = await context.db.transaction().execute(async (tx) => {
      const waiting = await lockWaiting(tx, order.id, copiesAtOnce)
      const placed = waiting
        .filter(({ tradeId }) => tradeId !== null)
        .map(({ shard: of, customerId: owner, tradeId }) => ({ shard: of, customerId: owner, id: tradeId! }))
      const trades = new Map(
        (await context.trading.findTrades(tx, placed)).map((trade) => [trade.id, settledOf(trade)]),
      )
      const ready = waiting.flatMap((copy) => {
        const trade = copy.tradeId === null ? null : trades.get(copy.tradeId)
        return trade === undefined
          ? []
          : [{ ...copy, gap: gapOf(expert, { num: copy.weightNum, den: copy.weightDen }, trade) }]
      })
      if (ready.length > 0) await finishCopies(tx, order.id, ready, context.clock.nowMs())
      return ready
    })
    done += settled.length
    for (const { customerId: copier } of settled)
      context.bus.publish('customer.changed', { customerId: copier, calls: ['copies', 'copies.gaps'] })
    if (settled.length < copiesAtOnce) break
  }
  if ((await countWaiting(context.db, order.id)) === 0)
    await finishOrder(context.db, order.id, expert.returnedMinor - expert.stakeMinor)
  return done
}

/** Returns the settled trade, or undefined while the trade is open. */
function settledOf({ state, stakeMinor, returnedMinor, payoutBps }: PlainTrade): Settled | undefined {
  return returnedMinor === null ? undefined : { state, stakeMinor, returnedMinor, payoutBps }
}

/**
 * Completes an order that a crash interrupted. Finds the trades that were already placed by their keys, and records the
 * other copies as skipped, each with its own reason if it has one.
 */
async function finishInterrupted(context: CopyingContext, expert: StoredExpert, order: PlacedOrder): Promise<void> {
  const { db, trading, log } = context
  const [own] = await trading.findTradesByKey(db, [expert], order.key)
  log.warn({ order: order.id, found: own !== undefined }, 'expert order was interrupted')
  if (!own) return refuseOrder(db, order.id, 'interrupted')
  const relations = await listFollowersAt(db, expert.id, order.decidedAtMs)
  const trades = new Map(
    (await trading.findTradesByKey(db, relations, copyKeyOf(order))).map((trade) => [trade.customerId, trade]),
  )
  const copies = relations.map((relation): NewCopy => {
    const trade = trades.get(relation.customerId)
    const { shard, customerId, id } = relation
    const { weight, stakeMinor, code } = sizeCopy(relation, order, smallestOf(relation))
    const copy = { shard, customerId, relationId: id, weight }
    return trade
      ? { ...copy, tradeId: trade.id, code: null, stakeMinor: trade.stakeMinor }
      : { ...copy, tradeId: null, code: code ?? 'interrupted', stakeMinor }
  })
  await storePlacedOrder(
    context,
    order,
    { tradeId: own.id, payoutBps: own.payoutBps, acceptedAtMs: own.acceptedAtMs, expiresAtMs: own.expiresAtMs },
    copies,
  )
}
