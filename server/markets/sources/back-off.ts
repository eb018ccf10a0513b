import { setTimeout as wait } from 'node:timers/promises'

const firstMs = 500
const mostMs = 30_000

/** Waits longer after each failure in a row: half a second, then twice as long each time, half a minute at most. */
export class BackOff {
  private failures = 0
  private readonly random: () => number

  /** `random` gives numbers from 0 to 1, by which waits are spread so that many clients do not come back at once. */
  constructor(random: () => number) {
    this.random = random
  }

  succeeded(): void {
    this.failures = 0
  }

  nextMs(): number {
    const most = Math.min(mostMs, firstMs * 2 ** Math.min(this.failures, 16))
    this.failures += 1
    return most * (0.5 + this.random() / 2)
  }

  /** Resolves after the wait, or at once when `signal` ends it. */
  async wait(signal: AbortSignal): Promise<void> {
    await wait(this.nextMs(), undefined, { signal }).catch(() => {})
  }
}
