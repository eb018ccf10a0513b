import type { Executor } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { Refused } from './refused.ts'
import { keyedHash } from '../secrets/sealing.ts'
import { stretched, throttleMemoryMs, throttleWaitMs, type ThrottlePolicy } from './throttle-rule.ts'

/**
 * What attempts are counted for: an account, an email address, a network. `stretch` multiplies the length of the
 * policy's windows.
 */
export type ThrottleSubject<Name extends string> = [name: Name, subject: string, stretch?: number]

/** Counted attempts, which can be given back if they turn out to be correct. */
type TakenTries<Name extends string> = { subjects: ThrottleSubject<Name>[]; atMs: number }

/** Lockouts that apply across processes and restarts, because the database counts them. */
export type Throttle<Name extends string> = {
  /** Takes one attempt from every subject, or from none: throws `Refused('locked_out', { seconds, of })`. */
  take(...subjects: ThrottleSubject<Name>[]): Promise<TakenTries<Name>>
  /** Gives back attempts that were correct. */
  giveBack(taken: TakenTries<Name>): Promise<void>
  /** Deletes all attempts of these subjects. */
  clear(...subjects: ThrottleSubject<Name>[]): Promise<void>
  /**
   * Takes an attempt from every subject, runs `work`, and gives the attempts back unless `work` returns undefined,
   * which means that the attempt was wrong. Taking them first limits concurrent attempts like consecutive ones. While
   * other attempts for the same subject are running in this process, waits for them before throwing `locked_out`, so
   * that concurrent correct attempts from one network don't lock each other out.
   */
  attempt<T>(subjects: ThrottleSubject<Name>[], work: () => Promise<T | undefined>): Promise<T | undefined>
}

/** Stores a key's attempts. `lock` creates the row if necessary, locks it, and returns the times, oldest first. */
type ThrottleStore = {
  lock(ex: Executor, key: Buffer, now: Date): Promise<number[]>
  save(ex: Executor, key: Buffer, triesMs: number[], keepUntil: Date): Promise<void>
}

type Parts<Name extends string> = { key: Buffer; policies: Record<Name, ThrottlePolicy>; store: ThrottleStore }

/** How many requests may wait for others to end. Further ones are refused immediately. */
const maxWaiting = 200

type OneTry = { ended: Promise<void>; isTaken: boolean }

/** This process's running attempts, by subject. */
class UnderWay<Name extends string> {
  readonly #tries = new Map<string, Set<OneTry>>()

  /** Marks an attempt for these subjects as running until `end` is called. */
  begin(subjects: ThrottleSubject<Name>[]): { one: OneTry; end: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const one = { ended: promise, isTaken: false }
    const names = subjects.map(([name, subject]) => `${name} ${subject}`)
    for (const name of names) this.#tries.set(name, (this.#tries.get(name) ?? new Set()).add(one))
    const end = () => {
      for (const name of names) {
        const others = this.#tries.get(name)
        others?.delete(one)
        if (others?.size === 0) this.#tries.delete(name)
      }
      resolve()
    }
    return { one, end }
  }

  othersOf(subjects: ThrottleSubject<Name>[]): OneTry[] {
    return subjects.flatMap(([name, subject]) => [...(this.#tries.get(`${name} ${subject}`) ?? [])])
  }
}

/**
 * How many rounds an attempt waits for others while none of them has been counted: they may all be waiting for each
 * other.
 */
const maxIdleRounds = 3

/** Creates lockouts with a module's policies. `key` makes the stored subjects unreadable. */
export function createThrottle<Name extends string>(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  { key, policies, store }: Parts<Name>,
): Throttle<Name> {
  const underWay = new UnderWay<Name>()
  let waiting = 0

  /** Changes the attempts of all subjects in one transaction and locks them in key order. */
  async function change(
    subjects: ThrottleSubject<Name>[],
    rule: (policy: ThrottlePolicy, triesMs: number[], name: Name) => number[],
  ): Promise<void> {
    const rows = subjects
      .map(([name, subject, stretch = 1]) => ({
        name,
        policy: stretched(policies[name], stretch),
        key: keyedHash(key, name, subject),
      }))
      .sort((a, b) => a.key.compare(b.key))
    await db.transaction().execute(async (tx) => {
      for (const row of rows) {
        const triesMs = rule(row.policy, await store.lock(tx, row.key, clock.now()), row.name)
        const keepUntilMs = (triesMs.at(-1) ?? clock.nowMs()) + throttleMemoryMs(row.policy)
        await store.save(tx, row.key, triesMs, new Date(keepUntilMs))
      }
    })
  }

  async function take(...subjects: ThrottleSubject<Name>[]): Promise<TakenTries<Name>> {
    const atMs = clock.nowMs()
    await change(subjects, (policy, triesMs, name) => {
      const waitMs = throttleWaitMs(policy, triesMs, atMs)
      if (waitMs > 0) throw new Refused('locked_out', { seconds: Math.ceil(waitMs / 1000), of: name })
      return [...triesMs.filter((tryMs) => tryMs > atMs - throttleMemoryMs(policy)), atMs]
    })
    return { subjects, atMs }
  }

  const giveBack = ({ subjects, atMs }: TakenTries<Name>) =>
    change(subjects, (_policy, triesMs) => {
      const index = triesMs.indexOf(atMs)
      return index < 0 ? triesMs : triesMs.toSpliced(index, 1)
    })

  /** Takes the attempts as soon as the running ones leave room for them. */
  async function takeInTurn(subjects: ThrottleSubject<Name>[]): Promise<{ taken: TakenTries<Name>; end: () => void }> {
    for (let idleRounds = 0; ;) {
      const { one, end } = underWay.begin(subjects)
      try {
        const taken = await take(...subjects)
        one.isTaken = true
        return { taken, end }
      } catch (error) {
        end()
        const others = error instanceof Refused && error.code === 'locked_out' ? underWay.othersOf(subjects) : []
        if (!others.some(({ isTaken }) => isTaken)) idleRounds += 1
        if (others.length === 0 || idleRounds > maxIdleRounds || waiting >= maxWaiting) throw error
        waiting += 1
        const taken = others.filter(({ isTaken }) => isTaken)
        await Promise.race((taken.length > 0 ? taken : others).map(({ ended }) => ended))
        waiting -= 1
      }
    }
  }

  return {
    take,
    giveBack,
    clear: (...subjects) => change(subjects, () => []),
    async attempt(subjects, work) {
      const { taken, end } = await takeInTurn(subjects)
      try {
        const result = await work().catch(async (error) => {
          await giveBack(taken)
          throw error
        })
        if (result !== undefined) await giveBack(taken)
        return result
      } finally {
        end()
      }
    },
  }
}
