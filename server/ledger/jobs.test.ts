import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { captureJobs } from '../../tests/captured-jobs.ts'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { registerJobs } from './jobs.ts'
import { createLedger } from './public.ts'
import { advanceShardCheckpoints } from './store.ts'
import { testOwner } from './test-owner.ts'
import type { DirectTransfer, Ledger } from './types.ts'

let platform: TestPlatform
let ledger: Ledger
let jobs: ReturnType<typeof captureJobs>
beforeAll(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
  jobs = captureJobs(platform)
  registerJobs(jobs.platform, ledger)
  await ledger.post([grantTo(testOwner(1))])
})
afterAll(() => platform.stop())

const grantTo = (owner: string): DirectTransfer => ({
  debit: { house: 'practice_grants' },
  credit: { owner, code: 'trading' },
  asset: 'USD',
  amountMinor: 5n,
  kind: 'practice_grant',
})

async function night() {
  await jobs.run('ledger.reconcile')
  return (await platform.alarms.open()).map(({ kind, subject }) => ({ kind, subject }))
}

it('raises books_broken every night on which the ledger doesn’t reconcile, and clears it', async () => {
  expect(jobs.schedules.get('ledger.reconcile')).toBe('17 2 * * *')
  expect(await night()).toEqual([])
  await platform.owner.query('UPDATE ledger.accounts SET balance_minor = balance_minor + 1')
  expect(await night()).toEqual([{ kind: 'books_broken', subject: 'ledger' }])
  await platform.owner.query('UPDATE ledger.accounts SET balance_minor = balance_minor - 1')
  expect(await night()).toEqual([])
})

it('waits for the lock on a shard’s checkpoints without a limit', async () => {
  const holder = await platform.owner.connect()
  await holder.query(`SELECT pg_advisory_lock(hashtext('ledger.checkpoints'), 3)`)
  const { db, stop } = await connectDatabase(platform.databaseUrl, 1, 'short patience', 50)
  const advanced = advanceShardCheckpoints(db, 3)
  const waiting = `SELECT FROM pg_stat_activity WHERE application_name = 'short patience' AND wait_event_type = 'Lock'
    AND state_change < clock_timestamp() - interval '200 ms'`
  await expect.poll(async () => (await platform.owner.query(waiting)).rowCount, { timeout: 5_000 }).toBe(1)
  holder.release(true)
  await advanced
  await stop()
})

it('reads balances, hashes and its own check in one snapshot, even if a transfer commits meanwhile', async () => {
  const { reconciliation, liabilities, also } = await ledger.reconciledLiabilities(async (tx) => {
    await ledger.post([grantTo(testOwner(2))])
    const { rows } = await sql<{ transfers: bigint }>`SELECT count(*) AS transfers FROM ledger.transfers`.execute(tx)
    return Number(rows[0]!.transfers)
  })
  expect(also).toBe(reconciliation.transfers)
  const after = await ledger.reconciledLiabilities(async () => null)
  expect(after.reconciliation.transfers).toBe(reconciliation.transfers + 1)
  expect(after.liabilities).toHaveLength(liabilities.length + 1)
})
