/** The product's time. Nothing else may read the machine's clock; a test in `tests/repo-rules` enforces this. */
export type Clock = {
  /** Returns the product's time in epoch milliseconds. */
  nowMs(): number
  now(): Date
  /** Returns a number of milliseconds that never decreases, for durations only. */
  monotonicMs(): number
  /** Moves the product's time forward and resolves when everything due has run. Development only. */
  advance(ms: number): Promise<void>
  /** Returns whether an advance is running, during which data for the new time, such as prices, may be incomplete. */
  isAdvancing(): boolean
  /** Awaits `rest` before each advance, so that running work finishes before the time jumps. */
  beforeAdvance(rest: () => Promise<unknown>): void
  /** Awaits `run` after each advance, in order of registration: markets create prices before trading settles. */
  onAdvance(run: (fromMs: number, toMs: number) => Promise<void>): void
  /** Converts a product time to the machine's time, for programs that use only the machine's clock. */
  toMachine(productMs: number): Date
  /** Returns how far the product's time is ahead of the machine's, in milliseconds. */
  offsetMs(): number
}

/** Creates a clock that follows the machine's, `offsetMs` ahead of it. */
export function createClock(offsetMs = 0): Clock {
  return clockOver(() => Date.now(), offsetMs)
}

/** Creates a clock that only `advance` moves, for tests that need an exact time. */
export function createStillClock(startMs: number): Clock {
  return clockOver(() => startMs, 0)
}

function clockOver(machineMs: () => number, startOffsetMs: number): Clock {
  const rests: (() => Promise<unknown>)[] = []
  const listeners: ((fromMs: number, toMs: number) => Promise<void>)[] = []
  let offset = startOffsetMs
  let advancing = Promise.resolve()
  let isAdvancing = false
  const nowMs = () => machineMs() + offset
  return {
    nowMs,
    now: () => new Date(nowMs()),
    monotonicMs: () => performance.now(),
    toMachine: (productMs) => new Date(Date.now() + productMs - nowMs()),
    offsetMs: () => offset,
    isAdvancing: () => isAdvancing,
    beforeAdvance: (rest) => void rests.push(rest),
    onAdvance: (run) => void listeners.push(run),
    advance(ms) {
      advancing = advancing
        .catch(() => {})
        .then(async () => {
          isAdvancing = true
          try {
            for (const rest of rests) await rest()
            const fromMs = nowMs()
            offset += ms
            for (const run of listeners) await run(fromMs, fromMs + ms)
          } finally {
            isAdvancing = false
          }
        })
      return advancing
    },
  }
}
