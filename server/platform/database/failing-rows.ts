import type { AlarmKind } from '../../../api/calls/operators/alarms.ts'
import type { AlarmDetails, Alarms } from '../alarms.ts'
import type { Clock } from '../time/clock.ts'

const firstRetryMs = 60_000
const longestRetryMs = 3_600_000

type Failure = { failures: number; retryAtMs: number }

/**
 * Tracks rows whose work fails because of the row itself, so that a loop skips them and continues with the others. Each
 * is retried after a minute, and then after waits that double up to an hour. Held in memory: a new process tries every
 * row again.
 */
export class FailingRows {
  readonly #clock: Pick<Clock, 'nowMs'>
  readonly #failing = new Map<string, Failure>()

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock
  }

  /** Returns the ids of the rows that are waiting to be retried. */
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

  /** Removes a row whose work has succeeded. Returns whether it had failed before. */
  worked(id: string): boolean {
    return this.#failing.delete(id)
  }

  get count(): number {
    return this.#failing.size
  }
}

/** SQLSTATE classes for problems with the connection, the server or another transaction: 08, 40, 53, 55, 57 and 58. */
const serverFaults = /^(08|40|53|55|57|58)/
/** SQLSTATE has five characters; system errors such as ECONNRESET have other codes. */
const sqlState = /^[0-9A-Z]{5}$/

/**
 * Returns whether an error is caused by the row itself, so that the next row may succeed. Returns false for errors that
 * the connection, the server or a concurrent transaction causes.
 */
export function isFaultOfRow(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && sqlState.test(code) && code !== 'EPIPE') return !serverFaults.test(code)
  if (typeof code === 'string' && /^E[A-Z]/.test(code)) return false
  return !/connection|timeout/i.test(String(message))
}

/**
 * Keeps one alarm open for each subject that failed in a loop's latest run, and closes it after a run in which the
 * subject doesn't fail.
 */
export class RowAlarms {
  readonly #alarms: Alarms
  readonly #kind: AlarmKind
  readonly #prefix: string
  readonly #failing = new Set<string>()
  #known: Set<string> | undefined

  /** `prefix` distinguishes this loop's subjects if several loops raise alarms of the same kind. */
  constructor(alarms: Alarms, kind: AlarmKind, prefix = '') {
    this.#alarms = alarms
    this.#kind = kind
    this.#prefix = prefix
  }

  async failed(id: string, details: AlarmDetails = {}): Promise<void> {
    const subject = this.#prefix + id
    this.#failing.add(subject)
    const known = await this.#open()
    if (known.has(subject)) return
    known.add(subject)
    await this.#alarms.raise({ kind: this.#kind, subject, details })
  }

  /** Ends a run that checked every row. */
  async endTurn(): Promise<void> {
    const known = await this.#open()
    for (const subject of known) {
      if (this.#failing.has(subject)) continue
      known.delete(subject)
      await this.#alarms.clear(this.#kind, subject)
    }
    this.#failing.clear()
  }

  /** Returns the subjects of open alarms, including those that an earlier process raised. */
  async #open(): Promise<Set<string>> {
    if (this.#known) return this.#known
    const open = await this.#alarms.open().catch(() => undefined)
    const subjects = (open ?? [])
      .filter(({ kind, subject }) => kind === this.#kind && subject.startsWith(this.#prefix))
      .map(({ subject }) => subject)
    const known = new Set(subjects)
    if (open) this.#known = known
    return known
  }
}
