import { availableParallelism } from 'node:os'
import { shardCount, type Random } from '../platform/random.ts'
import { Refused } from '../platform/refused.ts'
import { createBatcher } from './batcher.ts'
import type { TradingContext } from './context.ts'
import { maxWaitingOrders } from './limits.ts'
import { findOpened, openTrades, type OrderBatch, type OrderResult, type PlacedOrder } from './order-store.ts'
import { rulesInForce } from './rules.ts'

/** Where orders wait for a place in a batch. */
export type OrderDesk = {
  /** Resolves when the order's batch was committed. Rejects with `busy`, or `outcome_unknown` where the database did not say. */
  place(order: PlacedOrder): Promise<OrderResult>
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

/** Keys whose repetition does not cost a batch its first attempt. */
const keysRemembered = 20_000
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
    createBatcher<PlacedOrder, OrderResult>((orders) => commitOrders(context, lane, lanes, orders).finally(() => orders.forEach(finish)), {
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

  return {
    place,
    hasTaken: ({ keyOfCustomer }) => keyOfCustomer !== undefined && taken.has(keyOfCustomer),
    waiting: () => batchers.reduce((sum, batcher) => sum + batcher.waiting(), 0),
    drain: async () => void (await Promise.all(batchers.map((batcher) => batcher.drain()))),
  }
}

/** The last `count` keys at least, in two generations: a set that drops its oldest entry each time gets slow. */
function createRecentKeys(count: number): Pick<Set<string>, 'has'> & { add(key: string): void } {
  let newer = new Set<string>()
  let older = new Set<string>()
  return {
    has: (key) => newer.has(key) || older.has(key),
    add(key) {
      if (newer.size >= count) [older, newer] = [newer, new Set()]
      newer.add(key)
    },
  }
}

async function commitOrders(context: TradingContext, lane: number, lanes: number, orders: PlacedOrder[]): Promise<OrderResult[]> {
  const { pool, clock, random, limits, log } = context
  const nowMs = clock.nowMs()
  const batch: OrderBatch = {
    lane,
    lanes,
    nowMs,
    rules: rulesInForce.id,
    limits,
    orders,
    ids: tradeIds(orders.length, nowMs, random),
    acceptedAtMs: orders.map((order) => acceptanceMs(context, order, nowMs)),
  }
  for (let attempt = 1; ; attempt++) {
    try {
      // A key that was used before breaks the first attempt; looking each up beforehand would cost every order for the few.
      return await openTrades(pool, batch, attempt > 1)
    } catch (error) {
      const failure = kindOfFailure(error)
      if (!isKeyUsed(error)) log.warn({ err: error, orders: orders.length, attempt, failure }, 'a batch of orders failed')
      if (failure === 'unknown') return askWhatBecame(context, batch)
      if (failure === 'final' || attempt === 3) throw error
    }
  }
}

/** Never before a price that is already published: the strike is a price that nobody has seen. */
function acceptanceMs({ markets }: TradingContext, order: PlacedOrder, nowMs: number): number {
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
