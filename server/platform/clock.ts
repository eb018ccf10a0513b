/** The product's time. Nothing else reads the machine's clock; a rule in `tests/repo-rules` checks that. */
export type Clock = {
  /** Epoch milliseconds. */
  nowMs(): number
  now(): Date
  /** Milliseconds that never go back, for durations only. */
  monotonicMs(): number
  /** Moves the product's time forward and resolves when all that is due has run. Development only. */
  advance(ms: number): Promise<void>
  /** Whether an advance is under way: what belongs to the time that it leads to, such as its prices, may not be there yet. */
  isAdvancing(): boolean
  /** `rest` is awaited before each advance moves the time: what is under way ends in the time in which it began. */
  beforeAdvance(rest: () => Promise<unknown>): void
  /** `run` is awaited after each advance, in the order of registration: markets make prices before trading settles. */
  onAdvance(run: (fromMs: number, toMs: number) => Promise<void>): void
  /** The machine's time at which this product time comes, for programs that know only the machine's clock. */
  toMachine(productMs: number): Date
  /** How far the product's time is ahead of the machine's. */
  offsetMs(): number
}

/** A clock that runs with the machine, `offsetMs` ahead of it. */
export function createClock(offsetMs = 0): Clock {
  return clockOver(() => Date.now(), offsetMs)
}

/** A clock that stands still until it is advanced, for tests that need an exact time. */
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
