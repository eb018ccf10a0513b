import { freeBps } from '../../../api/experts.ts'
import type { TradeInterval, TradeType } from '../../../api/calls/trading/trading.ts'
import { isHeld, withPatientTransaction } from '../../platform/database/lock-patience.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import { uuidv7 } from '../../platform/random.ts'
import type { PartResult } from '../../trading/public.ts'
import type { CopyingContext } from '../context.ts'
import { insertOrder, refuseOrder, type ExpertOrder, type NewCopy } from './copies-store.ts'
import { sizeCopy, type CopySize } from './copy-rules.ts'
import { copyKeyOf, equityOf, expertAsset, smallestOf, stakeFor, storePlacedOrder } from '../experts/expert-orders.ts'
import type { StoredExpert } from '../experts/experts-store.ts'
import { listFollowers, stopRelations, type Follower } from './relations-store.ts'
import { mailStopLoss } from './mail-stop-loss.ts'

/**
 * An expert's decision. `key` identifies its trade. It consists of the source (`strategy` or `operator`) and a unique
 * name.
 */
export type Decision = { symbol: string; type: TradeType; intervalS: TradeInterval; key: string }

export type PlacedExpertOrder =
  | { result: 'placed'; copied: number; skipped: number }
  | { result: 'refused'; code: string }
  | { result: 'exists' }

/**
 * Places an expert's order and its copies for all followers, with one acceptance time, and records each follower's
 * outcome. Each key is placed only once. If the process crashes before it has finished, the order stays in state
 * `placing` until `finishInterrupted` completes it.
 */
export async function placeExpertOrder(
  context: CopyingContext,
  expert: StoredExpert,
  decision: Decision,
): Promise<PlacedExpertOrder> {
  const { db, clock, random, markets } = context
  const info = markets.symbol(decision.symbol)
  invariant(info, `${decision.symbol} is a known symbol`)
  const equityMinor = await equityOf(context, expert)
  const nowMs = clock.nowMs()
  const order: ExpertOrder = {
    id: uuidv7(nowMs, random),
    expertId: expert.id,
    ...decision,
    class: info.class,
    stakeMinor: stakeFor(equityMinor),
    equityMinor,
    decidedAtMs: nowMs,
  }
  if (equityMinor <= 0n) return { result: 'refused', code: 'insufficient_balance' }
  context.ordersInProgress.add(order.id)
  try {
    return (await insertOrder(db, order)) ? await placeWithCopies(context, expert, order) : { result: 'exists' }
  } finally {
    context.ordersInProgress.delete(order.id)
  }
}

async function placeWithCopies(
  context: CopyingContext,
  expert: StoredExpert,
  order: ExpertOrder,
): Promise<PlacedExpertOrder> {
  const { db, trading } = context
  const sizes = (await listFollowers(db, expert.id)).map((relation) => ({
    relation,
    size: sizeCopy(relation, order, smallestOf(relation)),
  }))
  const requested = sizes.filter(({ size }) => size.code === null)
  try {
    const placed = await trading.placeTogether(
      { symbol: order.symbol, type: order.type, intervalS: order.intervalS, key: order.key, copyKey: copyKeyOf(order) },
      [
        {
          shard: expert.shard,
          customerId: expert.customerId,
          asset: expertAsset,
          stakeMinor: order.stakeMinor,
          freeBps: -1,
        },
        ...requested.map(({ relation: { shard, customerId, asset }, size }) => ({
          shard,
          customerId,
          asset,
          stakeMinor: size.stakeMinor,
          freeBps,
        })),
      ],
    )
    const [own, ...parts] = placed.parts
    if (!own || 'code' in own) return await refuse(context, order, own?.code ?? 'busy')
    const results = new Map(requested.map(({ relation }, index) => [relation.id, parts[index]!]))
    const copies = sizes.map(({ relation, size }) => copyOf(relation, size, results.get(relation.id)))
    await storePlacedOrder(context, order, { ...placed, tradeId: own.tradeId }, copies)
    notifyCopiers(context, copies)
    await stopSpent(context, expert.id, sizes)
    const copied = copies.filter(({ tradeId }) => tradeId !== null).length
    return { result: 'placed', copied, skipped: copies.length - copied }
  } catch (error) {
    if (error instanceof Refused) return refuse(context, order, error.code)
    throw error
  }
}

async function refuse({ db }: CopyingContext, { id }: ExpertOrder, code: string): Promise<PlacedExpertOrder> {
  await refuseOrder(db, id, code)
  return { result: 'refused', code }
}

function copyOf({ shard, customerId, id }: Follower, size: CopySize, part: PartResult | undefined): NewCopy {
  const own = { shard, customerId, relationId: id, weight: size.weight }
  if (part && 'tradeId' in part) return { ...own, tradeId: part.tradeId, code: null, stakeMinor: size.stakeMinor }
  return { ...own, tradeId: null, code: size.code ?? part?.code ?? 'busy', stakeMinor: size.stakeMinor }
}

/**
 * Stops copying for followers whose stop-loss leaves no room for another copy and who have no open copy. Notifies their
 * pages and emails them. A relation that another transaction has locked is checked again at the expert's next order and
 * doesn't delay the others.
 */
async function stopSpent(
  context: CopyingContext,
  expertId: string,
  sizes: readonly { relation: Follower; size: CopySize }[],
): Promise<void> {
  const spent = sizes
    .filter(({ relation, size }) => size.code === 'stop_loss' && relation.openMinor === 0n)
    .map(({ relation }) => relation)
  if (spent.length === 0) return
  try {
    await stopTogether(context, expertId, spent)
  } catch (error) {
    if (!isHeld(error)) throw error
    for (const relation of spent)
      await stopTogether(context, expertId, [relation]).catch((failure: unknown) => {
        if (!isHeld(failure)) throw failure
      })
  }
}

/** Throws SQLSTATE 55P03 if another transaction has locked one of the relations. */
async function stopTogether(context: CopyingContext, expertId: string, spent: readonly Follower[]): Promise<void> {
  const ended = await withPatientTransaction(context.db, async (tx) => {
    const ended = new Set(await stopRelations(tx, spent, 'stop_loss', context.clock.nowMs()))
    await mailStopLoss(
      context,
      tx,
      expertId,
      spent.filter(({ customerId }) => ended.has(customerId)),
    )
    return ended
  })
  for (const customerId of ended)
    context.bus.publish('customer.changed', { customerId, calls: ['traders', 'traders.show', 'copies', 'user'] })
}

function notifyCopiers({ bus }: CopyingContext, copies: readonly NewCopy[]): void {
  for (const { customerId, tradeId } of copies)
    bus.publish('customer.changed', {
      customerId,
      calls: tradeId
        ? ['trades', 'trades.count', 'totalbalance', 'user', 'copies', 'copies.gaps']
        : ['copies', 'copies.gaps'],
    })
}
