import { availableParallelism } from 'node:os'
import type { Pool, PoolClient } from 'pg'
import { manyUuidv7, shardCount } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { createBatcher } from './batcher.ts'
import type { TradingContext } from '../context.ts'
import { failureOf } from '../results/failures.ts'
import { createHeldOrders, type HeldOrders } from './held-orders.ts'
import { maxWaitingOrders } from './limits.ts'
import { createKeysInProgress, createRecentKeys } from './order-keys.ts'
import {
  findOpened,
  leaderRefusal,
  openTogether,
  openTrades,
  placesTooShort,
  type OrderResult,
  withLentExposure,
} from './order-store.ts'
import type { OrderBatch, PlacedOrder } from './order-batch.ts'
import { rulesInForce } from '../results/rules.ts'

/** Collects orders into batches and commits them. */
export type OrderIntake = {
  /**
   * Resolves once the order's batch is committed. Rejects with `busy`, or with `outcome_unknown` if the database
   * connection broke and the result couldn't be determined.
   */
  place(order: PlacedOrder): Promise<OrderResult>
  /**
   * Commits an expert's order and its copies with the same acceptance time, so that all have the same strike. Each
   * customer has at most one order. Uses as few batches as possible, with the expert's order in the first one. If a
   * batch fails, its orders get `not_opened` and later batches are unaffected.
   */
  placeTogether(orders: readonly TogetherOrder[], acceptedAtMs: number): Promise<OrderResult[]>
  /**
   * Returns whether this process recently accepted an order with this customer's key, so its result is in the database.
   */
  hasTaken(order: PlacedOrder): boolean
  waiting(): number
  /** Resolves when every placed order has a result. */
  drain(): Promise<void>
}

/**
 * Orders are committed in lanes. Each lane has one batch in flight and its own share of the shards, so no batch waits
 * for another batch's locks. `maxBatch` 1 commits each order separately, for comparison. If the database and this
 * process share two cores, one lane is faster than two because its batches are larger
 * (docs/decisions/0007-order-path-costs.md). All processes that share a database must use the same number of lanes,
 * because lanes lend each other unused parts of the exposure limit.
 */
export type IntakeOptions = { lanes: number; maxBatch: number }
export const intakeDefaults: IntakeOptions = { lanes: availableParallelism() > 2 ? 2 : 1, maxBatch: 512 }

/**
 * An order and the share of the account, in basis points, that must stay free after it. -1 marks the leading order: if
 * it is refused, the others aren't placed.
 */
export type TogetherOrder = PlacedOrder & { freeBps: number }

/**
 * Maximum number of linked orders in one statement. Large, because these orders wait for each other anyway, but small
 * enough not to delay all other orders.
 */
const togetherAtOnce = 2_500

/**
 * The number of recent keys that are remembered. Repeating one of them doesn't make the first attempt of its batch
 * fail.
 */
const keysRemembered = 1 << 16
/** Large enough that an order almost never waits for another customer's key. */
const keyPlaces = 1 << 20
const answerWithinMs = 10_000
const retryMs = 250

export function createOrderIntake(
  context: TradingContext,
  { lanes, maxBatch }: IntakeOptions = intakeDefaults,
): OrderIntake {
  const perLane = Math.ceil(shardCount / lanes)
  /** Keys in progress. A second order with the same key waits for the first one and then gets its result. */
  const inProgress = createKeysInProgress(keyPlaces)
  const taken = createRecentKeys(keysRemembered)
  const finish = ({ keyMark }: PlacedOrder) => {
    if (keyMark === undefined) return
    taken.add(keyMark)
    inProgress.delete(keyMark)
  }
  const held = createHeldOrders(context)
  const batchers = createLanes(context, { lanes, maxBatch }, held, finish)
  const batcherOf = ({ shard }: PlacedOrder) => batchers[Math.floor(shard / perLane)]!

  function add(order: PlacedOrder): Promise<OrderResult> {
    if (held.covers(order)) return addWhenFree(order)
    return batcherOf(order)
      .add(order)
      .then((result) => (result === 'held' ? addWhenFree(order) : resultOrThrow(result)))
  }

  /** Places an order once its account is unlocked, or refuses it with `busy` if it may not wait. */
  async function addWhenFree(order: PlacedOrder): Promise<OrderResult> {
    try {
      if (!order.mayWait) throw new Refused('busy')
      for (;;) {
        await held.wait(order)
        const result = await batcherOf(order).add(order)
        if (result !== 'held') return resultOrThrow(result)
      }
    } catch (error) {
      finish(order)
      throw error
    }
  }

  function place(order: PlacedOrder): Promise<OrderResult> {
    const { keyMark } = order
    if (keyMark === undefined) return add(order)
    if (inProgress.has(keyMark)) return inProgress.change(keyMark).then(() => place(order))
    if (batcherOf(order).full()) return Promise.reject(new Refused('busy'))
    inProgress.add(keyMark)
    return add(order)
  }

  async function placeTogether(orders: readonly TogetherOrder[], acceptedAtMs: number): Promise<OrderResult[]> {
    const results = new Map<TogetherOrder, OrderResult>()
    const first = orders[0]
    if (!first) return []
    const laneOf = ({ shard }: TogetherOrder) => Math.floor(shard / perLane)
    const commitPart = (part: TogetherOrder[]) =>
      commitTogether(context, held, batchOf(context, laneOf(part[0]!), lanes, part, acceptedAtMs), results)
    const queues = Array.from({ length: lanes }, (_, lane) =>
      inParts(
        orders.filter((order) => laneOf(order) === lane),
        togetherAtOnce,
      ),
    )
    await commitPart(queues[laneOf(first)]!.shift()!)
    const led = first.freeBps >= 0 || ['ok', 'exists'].includes(results.get(first)?.result ?? '')
    if (led)
      await Promise.all(
        queues.map(async (parts) => {
          for (const part of parts) await commitPart(part)
        }),
      )
    return orders.map(
      (order) => results.get(order) ?? { result: 'not_opened', id: '', acceptedAtMs, openAfter: 0, balanceMinor: 0n },
    )
  }

  return {
    place,
    placeTogether,
    hasTaken: ({ keyMark }) => keyMark !== undefined && taken.has(keyMark),
    waiting: () => batchers.reduce((sum, batcher) => sum + batcher.waiting(), held.waiting()),
    async drain() {
      held.stop()
      await Promise.all(batchers.map((batcher) => batcher.drain()))
    },
  }
}

type Lane = ReturnType<typeof createBatcher<PlacedOrder, LaneResult>>

/** Returns one batcher per lane. Calls `finish` for each order that is committed or refused, but not for a held one. */
function createLanes(
  context: TradingContext,
  { lanes, maxBatch }: IntakeOptions,
  held: HeldOrders,
  finish: (order: PlacedOrder) => void,
): Lane[] {
  const commit = async (lane: number, orders: PlacedOrder[]): Promise<LaneResult[]> => {
    const results: LaneResult[] = []
    try {
      await commitUnheld(context, held, (requested) => batchOf(context, lane, lanes, requested), orders, results)
    } finally {
      orders.forEach((order, place) => results[place] !== 'held' && finish(order))
    }
    return results
  }
  const limits = { maxInFlight: 1, maxBatch, maxWaiting: Math.ceil(maxWaitingOrders / lanes) }
  return Array.from({ length: lanes }, (_, lane) =>
    createBatcher<PlacedOrder, LaneResult>((orders) => commit(lane, orders), limits),
  )
}

function inParts<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}

/**
 * Builds a batch. `acceptedAtMs` is the common acceptance time of linked orders; without it, each order is accepted
 * now.
 */
function batchOf<O extends PlacedOrder>(
  context: TradingContext,
  lane: number,
  lanes: number,
  orders: O[],
  acceptedAtMs?: number,
): OrderBatch & { orders: O[] } {
  const { clock, random, limits } = context
  const nowMs = acceptedAtMs ?? clock.nowMs()
  return {
    lane,
    lanes,
    nowMs,
    rules: rulesInForce.id,
    limits,
    orders,
    ids: manyUuidv7(orders.length, nowMs, random),
    acceptedAtMs: orders.map((order) => acceptedAtMs ?? acceptanceMs(context, order, nowMs)),
  }
}

/**
 * `held`: nothing was written, because another transaction holds the account or its shard's hash chain. An error
 * applies to this order only.
 */
type LaneResult = OrderResult | 'held' | Error

function resultOrThrow(result: OrderResult | Error): OrderResult {
  if (result instanceof Error) throw result
  return result
}

const triesWithoutHolder = 3

/**
 * Commits orders and writes each result to its place in `results`. After a short wait, held orders are set aside and
 * the rest continue without them. Orders above the lane's share of the exposure limit are retried once with exposure
 * from other lanes.
 */
async function commitUnheld(
  context: TradingContext,
  held: HeldOrders,
  makeBatch: (orders: PlacedOrder[]) => OrderBatch,
  orders: readonly PlacedOrder[],
  results: LaneResult[],
): Promise<void> {
  let places = orders.map((_, place) => place)
  let lent = false
  for (let tried = 1; places.length > 0; tried++) {
    const requested = places.map((place) => orders[place]!)
    try {
      const batch = makeBatch(requested)
      const opened = await commitBatch(context, batch, openOn(context, batch, lent, openTrades))
      places.forEach((place, index) => (results[place] = opened[index]!))
      if (lent || batch.lanes === 1) return
      lent = true
      places = places.filter((_, index) => opened[index]!.result === 'exposure_limit')
    } catch (error) {
      // The rest of the batch is already committed, so this failure affects only these orders.
      if (lent) {
        for (const place of places)
          results[place] = failureOf(error) === 'locked' ? new Refused('busy') : (error as Error)
        return
      }
      if (failureOf(error) !== 'locked') throw error
      const found = await held.look(requested)
      context.log.warn({ orders: requested.length, held: found.size }, 'some orders are waiting for a lock')
      // If several attempts in a row find no locked order, the lock is on something that all of these orders need.
      if (found.size === 0 && tried >= triesWithoutHolder) throw new Refused('busy')
      for (const place of places) if (found.has(orders[place]!)) results[place] = 'held'
      places = places.filter((place) => !found.has(orders[place]!))
    }
  }
}

type Open = (batch: OrderBatch, checkKeys: boolean) => Promise<OrderResult[]>
type OpenBy = (by: Pool | PoolClient, batch: OrderBatch, checkKeys: boolean) => Promise<OrderResult[]>

/** Opens a batch, either within the lane's own exposure or with exposure lent by other lanes. */
function openOn({ pool }: TradingContext, batch: OrderBatch, lent: boolean, open: OpenBy): Open {
  return (requested, checkKeys) =>
    lent
      ? withLentExposure(pool, batch, (client) => open(client, requested, checkKeys))
      : open(pool, requested, checkKeys)
}

async function commitBatch(context: TradingContext, batch: OrderBatch, open: Open): Promise<OrderResult[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A key that was used before makes the first attempt fail. Checking keys upfront would slow down all orders for
      // the sake of a few.
      return await open(batch, attempt > 1)
    } catch (error) {
      const { log } = context
      const { orders } = batch
      if (placesTooShort(error) || leaderRefusal(error)) throw error
      const failure = isKeyUsed(error) ? 'again' : failureOf(error)
      if (failure === 'locked') throw error
      if (!isKeyUsed(error)) log.warn({ err: error, orders: orders.length, attempt, failure }, 'batch of orders failed')
      if (failure === 'unknown') return findCommittedOrders(context, batch)
      if (failure !== 'again' || attempt === 3) throw error
    }
  }
}

type TogetherBatch = Omit<OrderBatch, 'orders'> & { orders: readonly TogetherOrder[] }

/** Returns a batch that contains only the orders at these positions. */
function batchOfPlaces(batch: TogetherBatch, places: readonly number[]): TogetherBatch {
  const { orders, ids, acceptedAtMs } = batch
  return {
    ...batch,
    orders: places.map((place) => orders[place]!),
    ids: places.map((place) => ids[place]!),
    acceptedAtMs: places.map((place) => acceptedAtMs[place]!),
  }
}

/** Commits linked orders. Removes and refuses orders that leave too little free or whose account is locked. */
async function commitTogether(
  context: TradingContext,
  held: HeldOrders,
  batch: TogetherBatch,
  results: Map<TogetherOrder, OrderResult>,
): Promise<void> {
  const { orders, ids, acceptedAtMs } = batch
  let requested = orders.map((_, place) => place)
  let tried = 0
  let lent = false
  const answer = (place: number, result: OrderResult['result']) =>
    results.set(orders[place]!, {
      result,
      id: ids[place]!,
      acceptedAtMs: acceptedAtMs[place]!,
      openAfter: 0,
      balanceMinor: 0n,
    })
  while (requested.length > 0) {
    const part = batchOfPlaces(batch, requested)
    try {
      const freeBps = part.orders.map((order) => order.freeBps)
      const open: OpenBy = (by, given, checkKeys) => openTogether(by, given, freeBps, checkKeys)
      const opened = await commitBatch(context, part, openOn(context, part, lent, open))
      opened.forEach((result, index) => results.set(part.orders[index]!, result))
      const limited = requested.filter((_, index) => opened[index]!.result === 'exposure_limit')
      if (lent || batch.lanes === 1) return
      lent = true
      requested = limited
    } catch (error) {
      const refused = leaderRefusal(error)
      if (refused === 'exposure_limit' && !lent && batch.lanes > 1) {
        lent = true
        continue
      }
      if (refused)
        return requested.forEach((place) => answer(place, orders[place]!.freeBps < 0 ? refused : 'not_opened'))
      if (failureOf(error) === 'locked' && ++tried <= triesWithoutHolder) {
        const found = await held.look(part.orders)
        // Copies can't wait, because all of them share one acceptance time.
        if (requested.some((place) => orders[place]!.freeBps < 0 && found.has(orders[place]!)))
          return requested.forEach((place) => answer(place, 'not_opened'))
        for (const place of requested) if (found.has(orders[place]!)) answer(place, 'not_opened')
        requested = requested.filter((place) => !found.has(orders[place]!))
        continue
      }
      const short = new Set(placesTooShort(error)?.map((index) => requested[index]!))
      if (short.size === 0 && failureOf(error) === 'row' && requested.length > 1)
        return commitInHalves(context, held, batchOfPlaces(batch, requested), results)
      if (short.size === 0) return context.log.error({ err: error, orders: requested.length }, 'linked orders failed')
      for (const place of short) answer(place, 'too_little_free')
      requested = requested.filter((place) => !short.has(place))
    }
  }
}

/**
 * Commits a batch that the database refuses because of its data: the leading order first, then halves, until the bad
 * orders are isolated.
 */
async function commitInHalves(
  context: TradingContext,
  held: HeldOrders,
  batch: TogetherBatch,
  results: Map<TogetherOrder, OrderResult>,
): Promise<void> {
  const places = batch.orders.map((_, place) => place)
  const leads = batch.orders[0]!.freeBps < 0
  const middle = leads ? 1 : Math.ceil(places.length / 2)
  await commitTogether(context, held, batchOfPlaces(batch, places.slice(0, middle)), results)
  if (leads && !['ok', 'exists'].includes(results.get(batch.orders[0]!)?.result ?? '')) return
  await commitTogether(context, held, batchOfPlaces(batch, places.slice(middle)), results)
}

/**
 * Returns the acceptance time. It is never earlier than a published price, because the strike must be a price that
 * nobody has seen yet.
 */
export function acceptanceMs(
  { markets }: Pick<TradingContext, 'markets'>,
  order: { symbol: string },
  nowMs: number,
): number {
  return Math.max(nowMs, markets.lastTick(order.symbol)?.atMs ?? 0)
}

const isKeyUsed = (error: unknown) => (error as { constraint?: unknown }).constraint === 'trades_key_once'

/**
 * Determines, after the connection broke, which orders had been committed. Keeps trying for as long as a client can be
 * kept waiting.
 */
async function findCommittedOrders(
  { db, log, clock }: TradingContext,
  { orders, ids, acceptedAtMs }: OrderBatch,
): Promise<OrderResult[]> {
  const until = clock.monotonicMs() + answerWithinMs
  while (clock.monotonicMs() < until) {
    // Pauses first, so that a statement that the server has already received is running or finished.
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    try {
      const opened = await db.transaction().execute((tx) => findOpened(tx, orders, ids))
      return ids.map((id, index) => {
        const found = opened.get(id)
        return {
          result: found ? 'ok' : 'not_opened',
          id,
          acceptedAtMs: acceptedAtMs[index]!,
          openAfter: found?.openAfter ?? 0,
          balanceMinor: found?.balanceMinor ?? 0n,
        }
      })
    } catch (error) {
      log.warn({ err: error }, 'cannot determine whether a batch was committed')
    }
  }
  throw new Refused('outcome_unknown')
}
