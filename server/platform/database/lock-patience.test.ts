import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { applicationLockTimeoutMs, connectDatabase } from './database.ts'
import { isHeld, withLockPatience, withPatientTransaction } from './lock-patience.ts'

let platform: TestPlatform
let holder: PoolClient
beforeAll(async () => {
  platform = await createTestPlatform()
  holder = await platform.owner.connect()
  await holder.query('SELECT pg_advisory_lock(7)')
})
afterAll(async () => {
  holder.release(true)
  await platform.stop()
})

/** Resolves with the time after which a wait for the held lock fails, in milliseconds. */
async function waited(wait: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await expect(wait()).rejects.toSatisfy(isHeld)
  return performance.now() - startedAt
}

describe('a statement that waits for a lock', () => {
  it('fails after two seconds', async () => {
    const ms = await waited(() => platform.pool.query('SELECT pg_advisory_lock(7)'))
    expect(ms).toBeGreaterThan(applicationLockTimeoutMs - 100)
  })

  it('fails after a quarter of a second in a loop, and the limit ends with the work', async () => {
    const ms = await waited(() =>
      withPatientTransaction(platform.db, async (tx) => sql`SELECT pg_advisory_xact_lock(7)`.execute(tx)),
    )
    expect(ms).toBeGreaterThan(200)
    expect(ms).toBeLessThan(applicationLockTimeoutMs - 200)
    const limits = await platform.db.transaction().execute(async (tx) => {
      const show = async () =>
        (await sql<{ limit: string }>`SELECT current_setting('lock_timeout') AS limit`.execute(tx)).rows
      return [await withLockPatience(tx, show), await show()]
    })
    expect(limits).toEqual([[{ limit: '250ms' }], [{ limit: '2s' }]])
  })

  it('has no limit on a connection for migrations', async () => {
    const { pool, stop } = await connectDatabase(platform.ownerUrl, 1)
    expect((await pool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
    await stop()
  })
})
