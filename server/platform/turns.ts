import { Refused } from './refused.ts'

/**
 * Runs expensive work in turns, so that other requests are served in between. Refuses work beyond `waitAtMost` with
 * `busy`.
 */
export class Turns {
  readonly #waitAtMost: number
  #running = false
  readonly #waiting: (() => void)[] = []

  constructor(waitAtMost: number) {
    this.#waitAtMost = waitAtMost
  }

  /** Runs `work` after all earlier work. Throws `busy`. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= this.#waitAtMost) throw new Refused('busy')
    if (this.#running) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running = true
    try {
      return await work()
    } finally {
      // The response is written first, and waiting requests are handled.
      setImmediate(() => this.#next())
    }
  }

  #next(): void {
    const first = this.#waiting.shift()
    if (first) first()
    else this.#running = false
  }
}
