import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../tests/harness.ts'
import { restoreOldDatabase } from '../../../tests/old-database/restore.ts'
import { schemaSnapshot } from '../../../tests/schema-snapshot.ts'
import { modules } from '../../modules.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { migrate, readFunctions } from './migrate.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Opens an empty database as its owner. `prepare` runs first, on its own connection. */
async function open(prepare?: (client: pg.Client) => Promise<unknown>): Promise<DatabaseConnection> {
  const { ownerUrl, drop } = await createEmptyDatabase()
  ends.push(drop)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await Promise.resolve(prepare?.(client)).finally(() => client.end())
  const connection = await connectDatabase(ownerUrl, 2)
  ends.push(connection.stop)
  return connection
}

const pathOf = (file: string) => path.join(import.meta.dirname, '../../..', file)
const textOf = (file: string) => readFileSync(pathOf(file), 'utf8')

it('creates the tables and functions that the modules’ SQL files describe', async () => {
  const migrated = await open()
  expect((await migrate(migrated.db))[0]).toBe('0001-initial')
  const described = await open(async (client) => {
    await client.query('SET check_function_bodies = off')
    const tables = ['platform', ...Object.keys(modules)].map((module) => `server/${module}/sql/tables.sql`)
    for (const file of tables.filter((each) => existsSync(pathOf(each)))) await client.query(textOf(file))
    for (const { text } of readFunctions()) await client.query(text)
  })
  expect(await schemaSnapshot(migrated.pool)).toBe(await schemaSnapshot(described.pool))
  expect(await seedsOf(migrated)).toEqual(await seedsOf(described))
})

/** Returns the rows of every table in a new database, by table. */
async function seedsOf({ pool }: DatabaseConnection): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string }>(
    `
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname = ANY ($1) AND tablename <> 'sql_files' ORDER BY 1`,
    [['platform', ...Object.keys(modules)]],
  )
  const seeds: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t ORDER BY 1`)
    if (rows.length > 0) seeds[name] = rows.map(({ row }) => row)
  }
  expect(Object.keys(seeds).length).toBeGreaterThan(8)
  return seeds
}

it('upgrades a database that the migrations before 0001-initial created, and keeps its rows', async () => {
  const old = await open(restoreOldDatabase)
  const before = await old.pool.query('SELECT * FROM trading.trades ORDER BY id')
  expect(before.rows).toHaveLength(9)
  expect(await migrate(old.db)).toEqual([
    '0002-payments-constraint-names',
    '0003-platform-sql-files',
    '0004-operators-words-by-code',
    '0005-farming-state-names',
    '0006-payments-send-drafts',
    '0007-farming-leverage',
    '0008-trading-settled-figures',
    '0009-ledger-posting-of-one-shard',
    '0010-markets-hash-and-seed-chains',
    '0011-trading-notes',
    '0012-ledger-owner-index',
    '0020-identity-name-tokens',
    '0030-trading-workspaces',
    '0035-alerts',
    '0040-operators-conversations',
    '0041-operators-announcement-readers',
    '0042-transparency-log',
  ])
  const fresh = await open()
  await migrate(fresh.db)
  expect(await schemaSnapshot(old.pool)).toBe(await schemaSnapshot(fresh.pool))
  expect((await old.pool.query('SELECT * FROM trading.trades ORDER BY id')).rows).toEqual(before.rows)
  expect((await old.pool.query('SELECT * FROM ledger.find_breaks()')).rows).toEqual([])
  expect(await migrate(old.db)).toEqual([])
})

it('respells the states of yield contracts', async () => {
  const begin = (state: string, id: number) => `
    INSERT INTO farming.contracts (shard, customer_id, id, plan_id, plan, coin, asset, principal_minor, lever_halves,
      minimum_ppm, borrow_ppm, margin_bps, early_fee_bps, entry_seq, entry_at_ms, entry_price, liquidation_price,
      started_at_ms, ends_at_ms, state, next_ms, ended_ms, returned_minor, exit_seq, exit_at_ms, exit_price)
    SELECT 0, gen_random_uuid(), lpad('${id}', 32, '0')::uuid, 'plan', 'Plan', 'BTC', 'USD', 100, 4, 2, 0, 0, 0,
      1, 1, 2, 1, 0, 7 * 86400000::bigint, '${state}', CASE WHEN '${state}' = 'running' THEN 1 END,
      CASE WHEN '${state}' <> 'running' THEN 1 END, x, x, x, x
    FROM (SELECT CASE WHEN '${state}' = 'closed early' THEN 1 END AS x) AS ended`
  const old = await open(async (client) => {
    await restoreOldDatabase(client)
    for (const [id, state] of ['running', 'closed early', 'left the chain'].entries())
      await client.query(begin(state, id))
  })
  await migrate(old.db)
  const { rows } = await old.pool.query('SELECT state FROM farming.contracts WHERE shard = 0 ORDER BY id LIMIT 3')
  expect(rows.map(({ state }) => state)).toEqual(['running', 'closed_early', 'left_the_chain'])
})

it('refuses an even older database, and one with an unknown migration', async () => {
  const older = await open(async (client) => {
    await restoreOldDatabase(client)
    await client.query("DELETE FROM public.kysely_migration WHERE name = '0350-webhooks-one-outcome-of-names'")
  })
  await expect(migrate(older.db)).rejects.toThrow(
    'first start the last version that contains 0350-webhooks-one-outcome-of-names',
  )
  const newer = await open()
  await migrate(newer.db)
  await newer.pool.query("INSERT INTO public.kysely_migration VALUES ('9999-unknown', '')")
  await expect(migrate(newer.db)).rejects.toThrow('9999-unknown')
})

it('applies a function again if its file has changed, and does nothing otherwise', async () => {
  const { db, pool } = await open()
  await migrate(db)
  const words = () => pool.query("SELECT pg_get_functiondef('trading.state_of'::regproc) AS text")
  const original = (await words()).rows[0].text
  await pool.query('CREATE OR REPLACE FUNCTION ledger.balance_limit() RETURNS bigint LANGUAGE sql AS $$ SELECT 1 $$')
  await migrate(db)
  expect((await pool.query('SELECT ledger.balance_limit() AS x')).rows[0].x).toBe(1n)
  await pool.query("UPDATE platform.sql_files SET sha256 = sha256('') WHERE file LIKE '%balance-limit%'")
  await migrate(db)
  expect((await pool.query('SELECT ledger.balance_limit() AS x')).rows[0].x).not.toBe(1n)
  expect((await words()).rows[0].text).toBe(original)
})

it('rolls back an upgrade that fails', async () => {
  const old = await open(async (client) => {
    await restoreOldDatabase(client)
    await client.query('ALTER TABLE payments.plans RENAME CONSTRAINT plans_hash_giga_check TO another')
  })
  await expect(migrate(old.db)).rejects.toThrow('plans_hash_giga_check')
  expect((await old.pool.query('SELECT count(*) FROM public.kysely_migration')).rows[0].count).toBe(82n)
})
