import type { Alarms } from '../alarms.ts'
import type { Log } from '../log.ts'

/**
 * Reads parts of rows that may have been altered or sealed under another key, so that a single bad row never makes a
 * whole list fail.
 */
export class UnreadableRows {
  readonly #alarms: Alarms
  readonly #log: Log
  readonly #open = new Set<string>()

  constructor({ alarms, log }: { alarms: Alarms; log: Log }) {
    this.#alarms = alarms
    this.#log = log
  }

  /** Returns the result of `read`. If it throws, raises an alarm about `subject` and returns undefined. */
  read<T>(subject: string, read: () => T): T | undefined {
    try {
      const value = read()
      if (this.#open.delete(subject)) void this.#alarms.clear('row_unreadable', subject)
      return value
    } catch (error) {
      if (!this.#open.has(subject)) {
        this.#open.add(subject)
        this.#log.error({ err: error, subject }, 'row unreadable')
        void this.#alarms.raise({ kind: 'row_unreadable', subject })
      }
      return undefined
    }
  }
}
