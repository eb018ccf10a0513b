import type { Clock } from './clock.ts'

/** A result that all callers share for some time, because computing it for each of them would cost too much. */
export class Cached<Value> {
  readonly #clock: Pick<Clock, 'nowMs'>
  readonly #maxAgeMs: number
  #last: { atMs: number; value: Promise<Value> } | undefined

  constructor(clock: Pick<Clock, 'nowMs'>, maxAgeMs: number) {
    this.#clock = clock
    this.#maxAgeMs = maxAgeMs
  }

  /** Returns the cached value, or computes it if it is as old as `maxAgeMs`. Failures aren't cached. */
  read(compute: () => Promise<Value>): Promise<Value> {
    const atMs = this.#clock.nowMs()
    if (this.#last && atMs - this.#last.atMs < this.#maxAgeMs) return this.#last.value
    const last = { atMs, value: compute() }
    this.#last = last
    last.value.catch(() => {
      if (this.#last === last) this.#last = undefined
    })
    return last.value
  }
}
