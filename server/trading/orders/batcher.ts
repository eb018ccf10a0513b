import { Refused } from '../../platform/http/refused.ts'

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

export type Batcher<Item, Result> = {
  /**
   * Resolves with the item's result once its batch is committed. Rejects with `busy` if too many items are waiting, or
   * with the batch's error.
   */
  add(item: Item): Promise<Result>
  waiting(): number
  /** Returns whether the next item would be refused. */
  full(): boolean
  /** Resolves when no item is waiting or in flight. */
  drain(): Promise<void>
}

export type BatcherOptions = {
  /** Maximum number of batches in flight at the same time. */
  maxInFlight: number
  maxBatch: number
  maxWaiting: number
}

/**
 * Groups items that arrive together into one batch. While a batch is in flight, the next one fills up, so batches grow
 * with the load and a single item isn't delayed. `commit` returns one result per item, in order.
 */
export function createBatcher<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
  options: BatcherOptions,
): Batcher<Item, Result> {
  const waiting: Waiting<Item, Result>[] = []
  let inFlight = 0
  let armed = false
  let drained: (() => void)[] = []

  function arm(): void {
    if (armed || inFlight >= options.maxInFlight || waiting.length === 0) return
    armed = true
    // Waits for the end of this event-loop turn, so that requests that were read together share a batch.
    setImmediate(() => {
      armed = false
      void handOver()
    })
  }

  async function handOver(): Promise<void> {
    const batch = waiting.splice(0, options.maxBatch)
    inFlight++
    let answer: (entry: Waiting<Item, Result>, index: number) => void
    try {
      const results = await commit(batch.map((entry) => entry.item))
      answer = (entry, index) => entry.resolve(results[index]!)
    } catch (error) {
      answer = (entry) => entry.reject(error)
    }
    inFlight--
    // Sends the next batch before resolving this one, so that the database works while responses are being written.
    if (waiting.length > 0 && !armed) void handOver()
    batch.forEach(answer)
    if (inFlight === 0 && waiting.length === 0) {
      for (const resolve of drained) resolve()
      drained = []
    }
  }

  return {
    add(item) {
      if (waiting.length >= options.maxWaiting) return Promise.reject(new Refused('busy'))
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        arm()
      })
    },
    waiting: () => waiting.length,
    full: () => waiting.length >= options.maxWaiting,
    drain: () =>
      inFlight === 0 && waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => drained.push(resolve)),
  }
}
