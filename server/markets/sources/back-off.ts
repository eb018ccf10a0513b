import { setTimeout as wait } from 'node:timers/promises'

const firstMs = 500
const maxMs = 30_000

/** Exponential backoff: half a second after the first failure, then twice as long each time, at most half a minute. */
export class BackOff {
  #failures = 0
  readonly #random: () => number

  /** `random` returns numbers from 0 to 1 that spread the waits, so that many clients don't reconnect at once. */
  constructor(random: () => number) {
    this.#random = random
  }

  succeeded(): void {
    this.#failures = 0
  }

  nextMs(): number {
    const most = Math.min(maxMs, firstMs * 2 ** Math.min(this.#failures, 16))
    this.#failures += 1
    return most * (0.5 + this.#random() / 2)
  }

  /** Resolves after the wait, or as soon as `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    await wait(this.nextMs(), undefined, { signal }).catch(() => {})
  }
}
