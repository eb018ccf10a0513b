import { availableParallelism } from 'node:os'
import { shardCount, type Random } from '../platform/random.ts'
import { Refused } from '../platform/refused.ts'
import { createBatcher } from './batcher.ts'
import type { TradingContext } from './context.ts'
import { maxWaitingOrders } from './limits.ts'
import { findOpened, leaderRefusal, openTogether, openTrades, placesTooShort, type OrderBatch, type OrderResult, type PlacedOrder } from './order-store.ts'
import { rulesInForce } from './rules.ts'

/** Where orders wait for a place in a batch. */
export type OrderDesk = {
  /** Resolves when the order's batch was committed. Rejects with `busy`, or `outcome_unknown` where the database did not say. */
  place(order: PlacedOrder): Promise<OrderResult>
  /**
   * Commits an expert's order and its copies: as few batches as there are lanes and thousands, all accepted at the same moment, so
   * that all have the same strike. One order a customer. The first order is in the first batch. A batch that fails leaves
   * those after it alone and answers its orders `not_opened`.
   */
  placeTogether(orders: readonly TogetherOrder[], acceptedAtMs: number): Promise<OrderResult[]>
  /** Whether this process has lately taken an order with this customer's key: its answer is then in the database. */
  hasTaken(order: PlacedOrder): boolean
  waiting(): number
  /** Resolves when all that was placed is answered. */
  drain(): Promise<void>
}

/**
 * Orders are committed in lanes, each with one batch in flight and a part of the shards of its own, so that no batch waits
 * for a lock of another. `maxBatch` 1 commits each order alone, for comparison. Where the database and this process share two
 * cores, one lane is worth more than two, because its batches are larger (docs/decisions/0007-order-path-costs.md). Processes
 * over one database have as many lanes as each other: each lane holds a part of the exposure limit.
 */
export type DeskOptions = { lanes: number; maxBatch: number }
export const deskDefaults: DeskOptions = { lanes: availableParallelism() > 2 ? 2 : 1, maxBatch: 512 }

/** An order with the part of the account, in basis points, that must stay free after it; -1: the first, without which the others are not placed. */
export type TogetherOrder = PlacedOrder & { freeBps: number }

/** Orders of one statement that are placed together: large, because they wait for each other anyway, and not so large that all other orders wait. */
const togetherAtOnce = 2_500

/** Keys whose repetition does not cost a batch its first attempt. */
const keysRemembered = 1 << 16
const answerWithinMs = 10_000
const askAgainMs = 250

export function createOrderDesk(context: TradingContext, { lanes, maxBatch }: DeskOptions = deskDefaults): OrderDesk {
  const perLane = Math.ceil(shardCount / lanes)
  /** Keys under way: the same key sent twice at once waits for the first, whose row then answers it. */
  const underWay = new Map<string, Promise<unknown>>()
  const taken = createRecentKeys(keysRemembered)
  const finish = ({ keyOfCustomer }: PlacedOrder) => {
    if (keyOfCustomer === undefined) return
    underWay.delete(keyOfCustomer)
    taken.add(keyOfCustomer)
  }
  const batchers = Array.from({ length: lanes }, (_, lane) =>
    createBatcher<PlacedOrder, OrderResult>((orders) => commitBatch(context, batchOf(context, lane, lanes, orders)).finally(() => orders.forEach(finish)), {
      maxInFlight: 1,
      maxBatch,
      maxWaiting: Math.ceil(maxWaitingOrders / lanes),
    }),
  )

  function place(order: PlacedOrder): Promise<OrderResult> {
    const { shard, keyOfCustomer } = order
    const batcher = batchers[Math.floor(shard / perLane)]!
    if (keyOfCustomer === undefined) return batcher.add(order)
    const other = underWay.get(keyOfCustomer)
    if (other) return other.then(() => place(order), () => place(order))
    if (batcher.full()) return Promise.reject(new Refused('busy'))
    const placed = batcher.add(order)
    underWay.set(keyOfCustomer, placed)
    return placed
  }

  async function placeTogether(orders: readonly TogetherOrder[], acceptedAtMs: number): Promise<OrderResult[]> {
    const results = new Map<TogetherOrder, OrderResult>()
    const first = orders[0]
    if (!first) return []
    const laneOf = ({ shard }: TogetherOrder) => Math.floor(shard / perLane)
    const commit = (part: TogetherOrder[]) => commitTogether(context, batchOf(context, laneOf(part[0]!), lanes, part, acceptedAtMs), results)
    const queues = Array.from({ length: lanes }, (_, lane) => inParts(orders.filter((order) => laneOf(order) === lane), togetherAtOnce))
    await commit(queues[laneOf(first)]!.shift()!)
    const led = first.freeBps >= 0 || ['ok', 'exists'].includes(results.get(first)?.result ?? '')
    if (led) await Promise.all(queues.map(async (parts) => {
      for (const part of parts) await commit(part)
    }))
    return orders.map((order) => results.get(order) ?? { result: 'not_opened', id: '', acceptedAtMs, openAfter: 0, balanceMinor: 0n })
  }

  return {
    place,
    placeTogether,
    hasTaken: ({ keyOfCustomer }) => keyOfCustomer !== undefined && taken.has(keyOfCustomer),
    waiting: () => batchers.reduce((sum, batcher) => sum + batcher.waiting(), 0),
    drain: async () => void (await Promise.all(batchers.map((batcher) => batcher.drain()))),
  }
}

function inParts<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size))
}

/**
 * Marks of keys, one place for each hash, so that thousands of texts are not kept for the few that come again. A key whose place was taken
 * since is forgotten, and one in many millions is known that never was: both cost a look into the database, and nothing else.
 */
function createRecentKeys(places: number): { has(key: string): boolean; add(key: string): void } {
  const marks = new Int32Array(places)
  // FNV-1a, by Fowler, Noll and Vo.
  const hashOf = (key: string) => {
    let hash = 0x811c9dc5
    for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
    return hash
  }
  return {
    has(key) {
      const hash = hashOf(key)
      return marks[(hash >>> 0) % places] === hash
    },
    add(key) {
      const hash = hashOf(key)
      marks[(hash >>> 0) % places] = hash
    },
  }
}

/** `acceptedAtMs`: of orders that are accepted together; otherwise each is accepted now. */
function batchOf<O extends PlacedOrder>(context: TradingContext, lane: number, lanes: number, orders: O[], acceptedAtMs?: number): OrderBatch & { orders: O[] } {
  const { clock, random, limits } = context
  const nowMs = acceptedAtMs ?? clock.nowMs()
  return {
    lane,
    lanes,
    nowMs,
    rules: rulesInForce.id,
    limits,
    orders,
    ids: tradeIds(orders.length, nowMs, random),
    acceptedAtMs: orders.map((order) => acceptedAtMs ?? acceptanceMs(context, order, nowMs)),
  }
}

type Open = (batch: OrderBatch, checkKeys: boolean) => Promise<OrderResult[]>

async function commitBatch(context: TradingContext, batch: OrderBatch, open: Open = (asked, checkKeys) => openTrades(context.pool, asked, checkKeys)): Promise<OrderResult[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A key that was used before breaks the first attempt; looking each up beforehand would cost every order for the few.
      return await open(batch, attempt > 1)
    } catch (error) {
      const { log } = context
      const { orders } = batch
      if (placesTooShort(error) || leaderRefusal(error)) throw error
      const failure = kindOfFailure(error)
      if (!isKeyUsed(error)) log.warn({ err: error, orders: orders.length, attempt, failure }, 'a batch of orders failed')
      if (failure === 'unknown') return askWhatBecame(context, batch)
      if (failure === 'final' || attempt === 3) throw error
    }
  }
}

/** Commits a batch of orders that belong together; without those that would leave too little free, which are told apart. */
async function commitTogether(context: TradingContext, batch: OrderBatch & { orders: TogetherOrder[] }, results: Map<TogetherOrder, OrderResult>): Promise<void> {
  const { orders, ids, acceptedAtMs } = batch
  let asked = orders.map((_, place) => place)
  const answer = (place: number, result: OrderResult['result']) => results.set(orders[place]!, { result, id: ids[place]!, acceptedAtMs: acceptedAtMs[place]!, openAfter: 0, balanceMinor: 0n })
  while (asked.length > 0) {
    const part = { ...batch, orders: asked.map((place) => orders[place]!), ids: asked.map((place) => ids[place]!), acceptedAtMs: asked.map((place) => acceptedAtMs[place]!) }
    try {
      const opened = await commitBatch(context, part, (given, checkKeys) => openTogether(context.pool, given, part.orders.map(({ freeBps }) => freeBps), checkKeys))
      opened.forEach((result, index) => results.set(part.orders[index]!, result))
      return
    } catch (error) {
      const refused = leaderRefusal(error)
      if (refused) return asked.forEach((place) => answer(place, orders[place]!.freeBps < 0 ? refused : 'not_opened'))
      const short = new Set(placesTooShort(error)?.map((index) => asked[index]!))
      if (short.size === 0) return context.log.error({ err: error, orders: asked.length }, 'orders that belong together failed')
      for (const place of short) answer(place, 'too_little_free')
      asked = asked.filter((place) => !short.has(place))
    }
  }
}

/** Never before a price that is already published: the strike is a price that nobody has seen. */
export function acceptanceMs({ markets }: Pick<TradingContext, 'markets'>, order: { symbol: string }, nowMs: number): number {
  return Math.max(nowMs, markets.lastTick(order.symbol)?.atMs ?? 0)
}

const isKeyUsed = (error: unknown) => (error as { constraint?: unknown }).constraint === 'trades_key_once'

/** Rolled back and worth another try; rolled back for good; or nobody knows. SQLSTATE classes of PostgreSQL, appendix A. */
function kindOfFailure(error: unknown): 'again' | 'final' | 'unknown' {
  const code = String((error as { code?: unknown }).code ?? '')
  // Deadlock, serialization, and a key that was used before.
  if (code === '40P01' || code === '40001' || isKeyUsed(error)) return 'again'
  const told = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57P')
  return told ? 'final' : 'unknown'
}

/** The connection broke before the answer: looks which orders were committed, for as long as a client can be kept waiting. */
async function askWhatBecame({ db, log, clock }: TradingContext, { orders, ids, acceptedAtMs }: OrderBatch): Promise<OrderResult[]> {
  const until = clock.monotonicMs() + answerWithinMs
  while (clock.monotonicMs() < until) {
    // First a pause, so that a statement which the server had already read is running or over.
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    try {
      const opened = await db.transaction().execute((tx) => findOpened(tx, orders, ids))
      return ids.map((id, index) => {
        const found = opened.get(id)
        return { result: found ? 'ok' : 'not_opened', id, acceptedAtMs: acceptedAtMs[index]!, openAfter: found?.openAfter ?? 0, balanceMinor: found?.balanceMinor ?? 0n }
      })
    } catch (error) {
      log.warn({ err: error }, 'the database does not say what became of a batch')
    }
  }
  throw new Refused('outcome_unknown')
}

/** UUIDs of version 7 (RFC 9562) from one draw of random bytes. */
function tradeIds(count: number, nowMs: number, random: Random): string[] {
  const bytes = random.bytes(count * 10).toString('hex')
  const time = nowMs.toString(16).padStart(12, '0')
  const stem = `${time.slice(0, 8)}-${time.slice(8)}-7`
  const variants = '89ab'
  return Array.from({ length: count }, (_, index) => {
    const at = index * 20
    const variant = variants[Number.parseInt(bytes[at]!, 16) & 3]!
    return `${stem}${bytes.slice(at + 1, at + 4)}-${variant}${bytes.slice(at + 4, at + 7)}-${bytes.slice(at + 7, at + 19)}`
  })
}
