import { Refused } from '../platform/refused.ts'

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

export type Batcher<Item, Result> = {
  /** Resolves with the item's result when its batch was committed. Rejects with `busy` where too many wait, and with the batch's error. */
  add(item: Item): Promise<Result>
  waiting(): number
  /** Whether the next item would be refused. */
  full(): boolean
  /** Resolves when nothing waits and nothing is in flight. */
  drain(): Promise<void>
}

export type BatcherOptions = {
  /** Batches handed over and not yet answered. */
  maxInFlight: number
  maxBatch: number
  maxWaiting: number
}

/**
 * Hands over together what arrives together: while a batch is in flight the next one gathers, so that batches grow with
 * the load and a lone item waits for nothing. `commit` answers one result for each item, in order.
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
    // After the input of this turn of the event loop was read, so that requests read together go together.
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
    // The next batch is on its way before this one is answered: the database works while the answers are written.
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
