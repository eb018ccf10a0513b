import { Refused } from '../http/refused.ts'

/**
 * Runs expensive work one piece at a time and serves other requests in between. Throws `busy` if `waitAtMost` pieces
 * are already waiting.
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
      // Yields first, so that the response is written and waiting requests are served.
      setImmediate(() => this.#next())
    }
  }

  #next(): void {
    const first = this.#waiting.shift()
    if (first) first()
    else this.#running = false
  }
}
