import type { Platform } from '../platform/platform.ts'
import { Refused } from '../platform/refused.ts'
import { keyedHash } from '../platform/sealing.ts'
import { deriveKey } from './personal-data.ts'
import { lockThrottle, saveThrottle } from './store.ts'
import { throttleMemoryMs, throttlePolicies, throttleWaitMs, type ThrottleName } from './throttle-rule.ts'

/** Whose tries of what: an account, an address, a network. */
export type ThrottleSubject = [name: ThrottleName, subject: string]

/** Tries that were taken, to be given back where they turn out not to count. */
export type TakenTries = { subjects: ThrottleSubject[]; atMs: number }

/** Lock-outs that hold over all processes and restarts, because they are counted in the database. */
export type Throttle = {
  /**
   * Takes one try of every subject, or of none: throws `Refused('locked_out', { seconds })`. It is taken before the try is
   * made, so that a hundred tries at once are no more than a hundred in a row.
   */
  take(...subjects: ThrottleSubject[]): Promise<TakenTries>
  /** Gives tries back: what was tried was right. */
  giveBack(taken: TakenTries): Promise<void>
  /** Forgets the tries of a subject. */
  clear(...subjects: ThrottleSubject[]): Promise<void>
}

export function createThrottle({ config, clock, db }: Pick<Platform, 'config' | 'clock' | 'db'>): Throttle {
  const key = deriveKey(config.secretKey, 'throttle')

  /** Changes the tries of all subjects in one transaction, locking them in the order of their keys. */
  async function change(subjects: ThrottleSubject[], rule: (name: ThrottleName, triesMs: number[]) => number[]): Promise<void> {
    const rows = subjects.map(([name, subject]) => ({ name, key: keyedHash(key, name, subject) })).sort((a, b) => a.key.compare(b.key))
    await db.transaction().execute(async (tx) => {
      for (const row of rows) {
        const triesMs = rule(row.name, await lockThrottle(tx, row.key, clock.now()))
        const keepUntilMs = (triesMs.at(-1) ?? clock.nowMs()) + throttleMemoryMs(throttlePolicies[row.name])
        await saveThrottle(tx, row.key, triesMs, new Date(keepUntilMs))
      }
    })
  }

  return {
    async take(...subjects) {
      const atMs = clock.nowMs()
      await change(subjects, (name, triesMs) => {
        const policy = throttlePolicies[name]
        const waitMs = throttleWaitMs(policy, triesMs, atMs)
        if (waitMs > 0) throw new Refused('locked_out', { seconds: Math.ceil(waitMs / 1000) })
        return [...triesMs.filter((tryMs) => tryMs > atMs - throttleMemoryMs(policy)), atMs]
      })
      return { subjects, atMs }
    },
    giveBack: ({ subjects, atMs }) =>
      change(subjects, (_name, triesMs) => {
        const index = triesMs.indexOf(atMs)
        return index < 0 ? triesMs : triesMs.toSpliced(index, 1)
      }),
    clear: (...subjects) => change(subjects, () => []),
  }
}
