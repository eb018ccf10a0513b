import type { Database, Executor } from '../database/database.ts'
import type { Log } from '../log.ts'
import { Refused } from './refused.ts'

/** Writes a file piece by piece, from one snapshot of the database. */
export type WriteDownload = (snapshot: Executor) => AsyncGenerator<string>

export type DownloadLimits = { ofOwner: number; ofAll: number; withinMs: number }

/** Each download holds a pool connection. The time limit allows for a slow client connection. */
const defaultLimits: DownloadLimits = { ofOwner: 2, ofAll: 6, withinMs: 10 * 60_000 }
/** Time to start reading a download. A call that timed out never reads it; this frees its connection. */
const firstReadWithinMs = 20_000

/**
 * Streams downloads, each from one read-only transaction. The transaction ends after the last piece, when the client
 * disconnects, when the time limit passes or when the process stops. An aborted download fails, so that the client sees
 * a failed transfer instead of a truncated file.
 */
export class Downloads {
  readonly #db: Database
  readonly #log: Pick<Log, 'error'>
  readonly #limits: DownloadLimits
  readonly #open = new Map<Download, string>()
  readonly #starting: string[] = []
  #isStopping = false

  constructor({ db, log }: { db: Database; log: Pick<Log, 'error'> }, limits: Partial<DownloadLimits> = {}) {
    this.#db = db
    this.#log = log
    this.#limits = { ...defaultLimits, ...limits }
  }

  /**
   * Starts a download and resolves with its pieces once the first one is written. Throws `busy` if the owner or all
   * owners together have too many open, and whatever `write` throws before the first piece.
   */
  async start(owner: string, write: WriteDownload): Promise<AsyncIterable<string>> {
    const owners = [...this.#open.values(), ...this.#starting]
    const { ofOwner, ofAll, withinMs } = this.#limits
    if (owners.length >= ofAll || owners.filter((one) => one === owner).length >= ofOwner) throw new Refused('busy')
    this.#starting.push(owner)
    try {
      const pieces = fromSnapshot(this.#db, write)
      const first = await pieces.next()
      const ended = () => void this.#open.delete(download)
      const download = new Download(first, pieces, { log: this.#log, withinMs, ended })
      this.#open.set(download, owner)
      if (this.#isStopping) await download.breakOff(stopping())
      return download
    } finally {
      this.#starting.splice(this.#starting.indexOf(owner), 1)
    }
  }

  /** Aborts every open download. Resolves when their transactions have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#open.keys()].map((download) => download.breakOff(stopping())))
  }
}

const stopping = () => new Error('the service is stopping')

/**
 * Yields a download from one snapshot. Uses Kysely's `execute` callback, which releases the connection to the pool even
 * if the database closed it; `startTransaction` would leak it.
 */
async function* fromSnapshot(db: Database, write: WriteDownload): AsyncGenerator<string> {
  const begun = Promise.withResolvers<Executor>()
  const written = Promise.withResolvers<void>()
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const transaction = snapshot.execute((tx) => {
    begun.resolve(tx)
    return written.promise
  })
  transaction.catch(begun.reject)
  const tx = await begun.promise
  try {
    yield* write(tx)
  } finally {
    written.resolve()
    // Ignores errors: nothing was changed, and a lost connection has already made the query fail.
    await transaction.catch(() => {})
  }
}

type DownloadOptions = { log: Pick<Log, 'error'>; withinMs: number; ended: () => void }

class Download implements AsyncIterableIterator<string> {
  readonly #pieces: AsyncGenerator<string>
  readonly #options: DownloadOptions
  #deadline: NodeJS.Timeout
  #isRead = false
  #first: IteratorResult<string> | undefined
  #broken: Error | undefined

  constructor(first: IteratorResult<string>, pieces: AsyncGenerator<string>, options: DownloadOptions) {
    this.#first = first
    this.#pieces = pieces
    this.#options = options
    this.#deadline = this.#endAfter(Math.min(firstReadWithinMs, options.withinMs))
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#broken) throw this.#broken
    if (!this.#isRead) {
      this.#isRead = true
      clearTimeout(this.#deadline)
      this.#deadline = this.#endAfter(this.#options.withinMs)
    }
    const first = this.#first
    this.#first = undefined
    if (first && !first.done) return first
    try {
      const piece = await this.#pieces.next()
      if (this.#broken) throw this.#broken
      if (piece.done) this.#end()
      return piece
    } catch (error) {
      if (!this.#broken) this.#options.log.error({ err: error }, 'download aborted')
      this.#end()
      throw error
    }
  }

  /** Ends the transaction. A stream calls this method when its client disconnects. */
  async return(): Promise<IteratorResult<string>> {
    try {
      await this.#pieces.return(undefined)
    } finally {
      this.#end()
    }
    return { done: true, value: undefined }
  }

  /** Ends the transaction, and fails the next read with `reason`. */
  async breakOff(reason: Error): Promise<void> {
    this.#broken ??= reason
    await this.return().catch(() => {})
  }

  #endAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.breakOff(new Error('the time limit has passed')), ms).unref()
  }

  #end(): void {
    clearTimeout(this.#deadline)
    this.#options.ended()
  }
}
