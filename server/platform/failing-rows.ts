import type { Clock } from './clock.ts'

const firstRetryMs = 60_000
const longestRetryMs = 3_600_000

type Failure = { failures: number; retryAtMs: number }

/**
 * Remembers rows whose work fails by itself, so that a loop leaves them out and goes on with the others. Each is tried again after a
 * minute, then after twice as long, at most hourly. Kept in memory: a new process tries every row again.
 */
export class FailingRows {
  readonly #clock: Pick<Clock, 'nowMs'>
  readonly #failing = new Map<string, Failure>()

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock
  }

  /** Returns the ids of the rows that wait for their next try. */
  waiting(): string[] {
    const nowMs = this.#clock.nowMs()
    return [...this.#failing].filter(([, { retryAtMs }]) => retryAtMs > nowMs).map(([id]) => id)
  }

  isWaiting(id: string): boolean {
    const failure = this.#failing.get(id)
    return failure !== undefined && failure.retryAtMs > this.#clock.nowMs()
  }

  failed(id: string): void {
    const failures = (this.#failing.get(id)?.failures ?? 0) + 1
    const waitMs = Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 10), longestRetryMs)
    this.#failing.set(id, { failures, retryAtMs: this.#clock.nowMs() + waitMs })
  }

  /** Forgets a row that works again. Returns whether it had failed. */
  worked(id: string): boolean {
    return this.#failing.delete(id)
  }

  get count(): number {
    return this.#failing.size
  }
}

/** SQLSTATE classes that blame the connection, the server or another transaction: 08, 40, 53, 55, 57 and 58. */
const faultsOfTheServer = /^(08|40|53|55|57|58)/
/** SQLSTATE has five characters; system errors such as ECONNRESET have other codes. */
const sqlState = /^[0-9A-Z]{5}$/

/**
 * Returns whether an error comes from the row that was worked on, so that the next row may well succeed. False for errors of the
 * connection, of the server and of concurrent transactions.
 */
export function isFaultOfRow(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && sqlState.test(code) && code !== 'EPIPE') return !faultsOfTheServer.test(code)
  if (typeof code === 'string' && /^E[A-Z]/.test(code)) return false
  return !/connection|timeout/i.test(String(message))
}
