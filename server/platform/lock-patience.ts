import { sql } from 'kysely'
import type { Executor } from './database.ts'

/** How long a loop waits for a lock that another transaction holds, before it leaves the row to its next turn. As settlement does. */
const patienceMs = 250

/**
 * Runs `work` inside a transaction with a limit on how long each of its statements waits for a lock. Without one, a locked account would
 * hold up everybody whose rows are in the same transaction. Throws SQLSTATE 55P03 where the limit passes (see `isHeld`).
 */
export async function withLockPatience<T>(tx: Executor, work: () => Promise<T>): Promise<T> {
  await setLockTimeout(tx, patienceMs)
  const result = await work()
  // After a failure, the rollback of the transaction or the savepoint resets it.
  await setLockTimeout(tx, 0)
  return result
}

const setLockTimeout = (tx: Executor, ms: number) => sql`SELECT set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)

/** Returns whether an error means that another transaction holds a row for longer than we wait. Nothing is wrong with the row itself. */
export function isHeld(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03'
}
