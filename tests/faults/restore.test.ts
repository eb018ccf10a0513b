import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { reconcile } from '../../server/ledger/reconcile.ts'
import { connectDatabase } from '../../server/platform/database/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/platform/database/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { inDatabase } from './books.ts'
import { createCustomers, startLoad, type Entry } from './orders-under-load.ts'

/**
 * Takes a base backup under load, causes an accident, and restores the books as of a moment between the two. Follows
 * docs/how-to/back-up-and-restore.md, but with the server's functions, because not every machine has pg_basebackup.
 * Source: PostgreSQL 18 documentation, 25.3 "Continuous Archiving".
 */
let product: Product
let folder: string
let restored: EmbeddedPostgres | undefined
let journal: Entry[]
let target: { time: string; atMs: number; trades: string[] }

const place = (name: string) => path.join(folder, name)

async function archiveLog(): Promise<void> {
  mkdirSync(place('wal'))
  await inDatabase(product, async (client) => {
    await client.query(`ALTER SYSTEM SET archive_mode = on`)
    const file = `${place('wal')}/%f`
    const command = `test ! -f ${file} && cp %p ${file}.part && mv ${file}.part ${file}`
    await client.query(`ALTER SYSTEM SET archive_command = '${command}'`)
  })
  await product.kill('SIGTERM')
  await product.restart()
}

/** Copies the cluster while the server writes to it. Recovery replays the changes made during the copy. */
async function backUp(): Promise<void> {
  await inDatabase(product, async (client) => {
    await client.query(`SELECT pg_backup_start('trial', true)`)
    // cp reports files that vanish during the copy. The log restores them.
    spawnSync('cp', ['-Rp', path.join(product.dataDir, 'postgres', 'cluster'), place('base')], { stdio: 'ignore' })
    for (const left of ['postmaster.pid', 'postmaster.opts', 'pg_wal'])
      rmSync(path.join(place('base'), left), { recursive: true, force: true })
    mkdirSync(path.join(place('base'), 'pg_wal'), { mode: 0o700 })
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(true)')
    writeFileSync(path.join(place('base'), 'backup_label'), rows[0]!.labelfile)
  })
}

async function restore(time: string): Promise<string> {
  mkdirSync(place('restored'))
  renameSync(place('base'), path.join(place('restored'), 'cluster'))
  copyFileSync(path.join(product.dataDir, 'postgres', 'password'), path.join(place('restored'), 'password'))
  const settings = [
    'archive_mode = off',
    `restore_command = 'cp ${place('wal')}/%f %p'`,
    `recovery_target_time = '${time}'`,
    "recovery_target_action = 'promote'\n",
  ]
  appendFileSync(path.join(place('restored'), 'cluster', 'postgresql.auto.conf'), settings.join('\n'))
  writeFileSync(path.join(place('restored'), 'cluster', 'recovery.signal'), '')
  restored = await startEmbeddedPostgres(place('restored'))
  return restored.url
}

/** Drops a module's tables while orders run. Retries when the database cancels the statement because of a deadlock. */
async function dropTrading(client: pg.Client): Promise<void> {
  for (;;) {
    const deadlocked = await client.query('DROP SCHEMA trading CASCADE').then(
      () => false,
      (error: pg.DatabaseError) => {
        if (error.code !== '40P01') throw error
        return true
      },
    )
    if (!deadlocked) return
  }
}

async function expectArchived(client: pg.Client, file: string): Promise<void> {
  const { rows } = await client.query<{ last: string | null }>('SELECT last_archived_wal AS last FROM pg_stat_archiver')
  expect((rows[0]!.last ?? '') >= file).toBe(true)
}

const tradesIn = async (client: pg.Client) =>
  (await client.query<{ key: string }>('SELECT key FROM trading.trades ORDER BY key')).rows.map(({ key }) => key)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-restore-'))
  product = await startProduct({ CHAINS: '0', LOG_LEVEL: 'silent' })
  await archiveLog()
  const load = startLoad(product, await createCustomers(product, 4))
  await load.acknowledged(30)
  await backUp()
  await load.acknowledged(30)
  target = await inDatabase(product, async (client) => {
    // The same snapshot for the time and the trades committed by then.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    const { rows } = await client.query<{ time: string }>('SELECT clock_timestamp()::text AS time')
    return { time: rows[0]!.time, atMs: performance.now(), trades: await tradesIn(client) }
  })
  await load.acknowledged(30)
  await inDatabase(product, async (client) => {
    await dropTrading(client)
    // The load would compete with the archiver.
    await load.stop()
    const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file')
    // A restore needs a commit after the target time. A slow machine could stop before that part of the log is
    // archived.
    await vi.waitFor(() => expectArchived(client, rows[0]!.file), { timeout: 60_000, interval: 100 })
  })
  journal = load.journal
  // The server archives the remaining log before it stops.
  await product.kill('SIGTERM')
}, 120_000)
afterAll(async () => {
  await restored?.stop()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

it(
  'restores every order acknowledged before the target time, and none sent after it',
  { timeout: 60_000 },
  async () => {
    const client = new pg.Client({ connectionString: await restore(target.time) })
    await client.connect()
    const trades = new Set(await tradesIn(client))
    await client.end()
    expect(target.trades.length).toBeGreaterThanOrEqual(60)
    expect(target.trades.filter((key) => !trades.has(key))).toEqual([])
    const sentAfter = journal.filter(({ sentAtMs }) => sentAtMs > target.atMs)
    expect(sentAfter.length).toBeGreaterThanOrEqual(30)
    expect(sentAfter.filter(({ key }) => trades.has(key))).toEqual([])
  },
)

it('restores a ledger that reconciles', async () => {
  const { db, stop } = await connectDatabase(restored!.url, 1)
  try {
    expect((await reconcile(db)).breaks).toEqual([])
  } finally {
    await stop()
  }
})
