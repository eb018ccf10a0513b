import type { Database, Executor } from './database.ts'
import { queryOne, row, text } from './rows.ts'

/**
 * How long a loop, such as settlement, waits for another transaction's lock before it leaves the row to its next run.
 */
const patienceMs = 250

/**
 * Runs `work` inside a transaction with a limit on how long each statement waits for a lock. Without the limit, one
 * locked account would delay every row in the transaction. Throws SQLSTATE 55P03 if the limit is exceeded (see
 * `isHeld`).
 */
export async function withLockPatience<T>(tx: Executor, work: () => Promise<T>): Promise<T> {
  const before = await setLockTimeout(tx, `${patienceMs}ms`)
  const result = await work()
  // After a failure, rolling back the transaction or savepoint resets the limit.
  await setLockTimeout(tx, before)
  return result
}

/** Runs `work` in a new transaction under the limit of `withLockPatience`. Throws SQLSTATE 55P03 if it is exceeded. */
export function withPatientTransaction<T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => withLockPatience(tx, () => work(tx)))
}

const beforeRow = row({ before: text, setConfig: text })

/** Sets the limit until the transaction ends. Returns the previous limit. */
async function setLockTimeout(tx: Executor, limit: string): Promise<string> {
  const found = await queryOne(tx, beforeRow)`
    WITH old AS MATERIALIZED (SELECT current_setting('lock_timeout') AS value)
    SELECT value AS before, set_config('lock_timeout', ${limit}, true) FROM old`
  return found.before
}

/**
 * Returns whether an error means that another transaction has locked a row for longer than the limit. The row itself is
 * fine.
 */
export function isHeld(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03'
}
