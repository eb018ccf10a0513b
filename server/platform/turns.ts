import { Refused } from './refused.ts'

/** Lets costly work take turns, so that other requests are served in between. Work beyond `waitAtMost` is refused with `busy`. */
export class Turns {
  readonly #waitAtMost: number
  #running = false
  readonly #waiting: (() => void)[] = []

  constructor(waitAtMost: number) {
    this.#waitAtMost = waitAtMost
  }

  /** Runs `work` after the work that came before. Throws `busy`. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= this.#waitAtMost) throw new Refused('busy')
    if (this.#running) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running = true
    try {
      return await work()
    } finally {
      // The answer is written first, and requests that came in meanwhile are looked at.
      setImmediate(() => this.#next())
    }
  }

  #next(): void {
    const first = this.#waiting.shift()
    if (first) first()
    else this.#running = false
  }
}
