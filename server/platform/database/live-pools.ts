import { EventEmitter } from 'node:events'
import type { WorkerEvents, WorkerUtils } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../time/clock.ts'
import type { Log } from '../log.ts'
import { checkRows, row, text } from './rows.ts'

/**
 * How often a process checks for jobs that dead pools hold, and how long a pool must appear dead before its jobs are
 * freed.
 */
export type CheckTimes = { everyMs: number; deadForMs: number }
/** A process that loses its connection marks its pools again at its next check, long before others free their jobs. */
const installedTimes: CheckTimes = { everyMs: 2_000, deadForMs: 6_000 }

/**
 * First key of the advisory locks that mark live pools: 'jobs' in ASCII. The second key is the hash of the pool's id.
 */
const liveKey = 0x6a6f6273

const idRow = row({ id: text })

/**
 * Frees the unfinished jobs of a killed process; graphile-worker would wait four hours. Each process marks its worker
 * pools with shared advisory locks on one connection. PostgreSQL releases the locks when the process dies, and then
 * other processes may take over its jobs.
 */
export class LivePools {
  /** Pass this to graphile-worker, which announces each pool on it. */
  readonly events: WorkerEvents = new EventEmitter()
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #log: Log
  readonly #times: CheckTimes
  readonly #own = new Set<string>()
  /** When each pool was first found dead, in milliseconds, by the monotonic clock. */
  readonly #deadSinceMs = new Map<string, number>()
  #marks: PoolClient | undefined
  #looking: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, clock: Clock, log: Log, times: CheckTimes = installedTimes) {
    this.#pool = pool
    this.#clock = clock
    this.#log = log
    this.#times = times
    this.events.on('pool:create', ({ workerPool }) => this.#change(() => this.#mark(workerPool.id)))
    this.events.on('pool:release', ({ workerPool }) => this.#change(() => this.#unmark(workerPool.id)))
  }

  start(tools: Pick<WorkerUtils, 'forceUnlockWorkers'>): void {
    const look = () => {
      this.#change(() => this.#look(tools))
      this.#timer = setTimeout(look, this.#times.everyMs)
    }
    look()
  }

  /** Waits for the running check, then unmarks all pools, which frees their jobs. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#looking
    this.#marks?.release(true)
    this.#marks = undefined
    this.#own.clear()
  }

  /** Runs one change at a time, because all changes share one connection. The next check retries a failed change. */
  #change(work: () => Promise<void>): void {
    this.#looking = this.#looking.then(work).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'could not mark the worker pools as live')
    })
  }

  async #mark(id: string): Promise<void> {
    this.#own.add(id)
    const marks = await this.#connect()
    await marks.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [liveKey, id])
  }

  async #unmark(id: string): Promise<void> {
    this.#own.delete(id)
    await this.#marks?.query('SELECT pg_advisory_unlock_shared($1, hashtext($2))', [liveKey, id])
  }

  /** Returns the connection that holds the marks. If it has to open a new one, marks all pools on it again. */
  async #connect(): Promise<PoolClient> {
    if (this.#marks) return this.#marks
    const marks = await this.#pool.connect()
    marks.on('error', () => {
      if (this.#marks !== marks) return
      this.#marks = undefined
      marks.release(true)
    })
    try {
      for (const id of this.#own) await marks.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [liveKey, id])
    } catch (error) {
      marks.release(true)
      throw error
    }
    return (this.#marks = marks)
  }

  async #look(tools: Pick<WorkerUtils, 'forceUnlockWorkers'>): Promise<void> {
    const marks = await this.#connect()
    const rows = checkRows(
      idRow,
      await marks.query(
        `SELECT DISTINCT j.locked_by AS id FROM graphile_worker.jobs j
       WHERE j.locked_by IS NOT NULL AND NOT EXISTS (
         SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND l.granted AND d.datname = current_database()
           AND l.classid = $1::oid AND l.objid::bigint = hashtext(j.locked_by) & 4294967295::bigint)`,
        [liveKey],
      ),
    )
    const nowMs = this.#clock.monotonicMs()
    const dead = new Set(rows.map(({ id }) => id))
    for (const id of this.#deadSinceMs.keys()) if (!dead.has(id)) this.#deadSinceMs.delete(id)
    for (const id of dead) if (!this.#deadSinceMs.has(id)) this.#deadSinceMs.set(id, nowMs)
    const free = [...dead].filter((id) => nowMs - this.#deadSinceMs.get(id)! >= this.#times.deadForMs)
    if (free.length > 0) await tools.forceUnlockWorkers(free)
  }
}
