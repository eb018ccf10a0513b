import type { Pool } from 'pg'
import type { Clock } from '../../platform/time/clock.ts'
import type { Log } from '../../platform/log.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PlacedOrder } from './order-batch.ts'
import { findHeld, type Held } from '../results/settlement-store.ts'

/** An order waits this long for its account; after that the client gets `busy` and can retry. */
const waitMs = 5_000
const recheckMs = 200
/** Maximum number of queued orders. Further ones are refused immediately. */
const maxWaiting = 2_048

type Waiting = { order: PlacedOrder; sinceMs: number; go: () => void; refuse: (error: unknown) => void }

/**
 * Queue for orders whose account or shard's hash chain is locked by another transaction, so that other orders aren't
 * delayed. Queued orders haven't been written to the database.
 */
export type HeldOrders = {
  /** Returns whether the order's account is known to be locked, so that it would delay its batch. */
  covers(order: PlacedOrder): boolean
  /** Returns which of these orders are locked. */
  look(orders: readonly PlacedOrder[]): Promise<Set<PlacedOrder>>
  /** Resolves when the order is no longer locked. Rejects with `busy` after a few seconds; the order was not placed. */
  wait(order: PlacedOrder): Promise<void>
  waiting(): number
  /** Refuses all waiting orders with `busy`. */
  stop(): void
}

export function createHeldOrders({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }): HeldOrders {
  let held: Held = { shards: new Set(), customers: new Set() }
  let queue: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  const isHeld = ({ shard, customerId }: PlacedOrder, by: Held) => by.shards.has(shard) || by.customers.has(customerId)

  function recheckLater(): void {
    timer ??= setTimeout(() => void recheck(), recheckMs)
  }

  async function recheck(): Promise<void> {
    try {
      held = await findHeld(
        pool,
        queue.map(({ order }) => order),
      )
    } catch (error) {
      log.warn({ err: error }, 'cannot check which accounts are locked')
    }
    timer = undefined
    const nowMs = clock.monotonicMs()
    const before = queue
    queue = []
    for (const entry of before) {
      if (!isHeld(entry.order, held)) entry.go()
      else if (nowMs - entry.sinceMs >= waitMs) entry.refuse(new Refused('busy'))
      else queue.push(entry)
    }
    if (queue.length > 0) recheckLater()
    else held = { shards: new Set(), customers: new Set() }
  }

  return {
    covers: (order) => queue.length > 0 && isHeld(order, held),
    async look(orders) {
      const found = await findHeld(pool, orders)
      for (const shard of found.shards) held.shards.add(shard)
      for (const customerId of found.customers) held.customers.add(customerId)
      return new Set(orders.filter((order) => isHeld(order, found)))
    },
    wait(order) {
      if (queue.length >= maxWaiting) return Promise.reject(new Refused('busy'))
      return new Promise((go, refuse) => {
        queue.push({ order, sinceMs: clock.monotonicMs(), go, refuse })
        recheckLater()
      })
    },
    waiting: () => queue.length,
    stop() {
      clearTimeout(timer)
      timer = undefined
      for (const entry of queue.splice(0)) entry.refuse(new Refused('busy'))
    },
  }
}
