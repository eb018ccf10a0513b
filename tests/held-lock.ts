import type { Pool } from 'pg'
import { expect } from 'vitest'

/**
 * Forces a race: runs `statement` to take its locks, starts `work`, releases the locks when `waiting` sessions of this
 * database wait for a lock, and resolves with the result of `work`.
 */
export async function withLockHeld<T>(
  pool: Pool,
  statement: string,
  waiting: number,
  work: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query(statement)
    const running = work()
    await lockAwaited(pool, waiting)
    await holder.query('COMMIT')
    return await running
  } finally {
    holder.release()
  }
}

/** Resolves when at least `waiting` sessions of this database wait for a lock. */
export async function lockAwaited(pool: Pool, waiting = 1): Promise<void> {
  const waitingNow = async () => {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows[0].waiting
  }
  await expect.poll(waitingNow, { timeout: 10_000, interval: 5 }).toBeGreaterThanOrEqual(waiting)
}
