import type { SessionFinder, Session } from '../platform/http/http.ts'
import type { Platform } from '../platform/platform.ts'
import { addActivity, minuteOf, type ActiveMinute } from './store.ts'

/**
 * Counts the minutes in which customers are active: they made a call or had `/live` open, which checks the session
 * every second. A minute counts once across all tabs, devices and processes.
 */
export class ActiveTime {
  readonly #platform: Pick<Platform, 'clock' | 'db'>
  /** Adds the minute to the customer's cached rules, and notifies open pages if a reality check is due. */
  readonly #onMinute: (customerId: string, minute: number) => void
  /** The last minute recorded for each customer. */
  readonly #noted = new Map<string, number>()
  /**
   * The minutes that the last run stored. They are kept until the next run, because a read that started before
   * they were stored may have missed them.
   */
  #saved: ActiveMinute[] = []
  readonly #unsaved = new Map<string, { shard: number; minutes: Set<number> }>()

  constructor(platform: Pick<Platform, 'clock' | 'db'>, onMinute: (customerId: string, minute: number) => void) {
    this.#platform = platform
    this.#onMinute = onMinute
  }

  /** Wraps sessions so that each use counts as activity. */
  counting(find: SessionFinder): SessionFinder {
    return (secrete, ip) => {
      const found = find(secrete, ip)
      if (!(found instanceof Promise)) return this.#note(found)
      return found.then((session) => this.#note(session))
    }
  }

  #note(session: Session | null): Session | null {
    if (!session) return null
    const { customerId, shard } = session
    const minute = minuteOf(this.#platform.clock.nowMs())
    if (this.#noted.get(customerId) === minute) return session
    this.#noted.set(customerId, minute)
    const unsaved = this.#unsaved.get(customerId)
    if (unsaved) unsaved.minutes.add(minute)
    else this.#unsaved.set(customerId, { shard, minutes: new Set([minute]) })
    this.#onMinute(customerId, minute)
    return session
  }

  /** Returns a customer's minutes that this process has not stored yet, or has only just stored. */
  unsaved(customerId: string): Iterable<number> {
    return this.#unsaved.get(customerId)?.minutes ?? []
  }

  /** Stores the recorded minutes. A failed write is retried in the next run. */
  async save(): Promise<void> {
    for (const { customerId, minute } of this.#saved) {
      const unsaved = this.#unsaved.get(customerId)
      unsaved?.minutes.delete(minute)
      if (unsaved?.minutes.size === 0) this.#unsaved.delete(customerId)
    }
    this.#saved = []
    const saving = [...this.#unsaved].flatMap(([customerId, { shard, minutes }]) =>
      [...minutes].map((minute): ActiveMinute => ({ customerId, shard, minute })),
    )
    if (saving.length > 0) await addActivity(this.#platform.db, saving)
    this.#saved = saving
    const now = minuteOf(this.#platform.clock.nowMs())
    for (const [customerId, minute] of this.#noted) if (minute < now) this.#noted.delete(customerId)
  }
}
