import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { ownsTables, prepareDatabase } from './database-rights.ts'

// Tests what an attacker who makes the product run arbitrary SQL could do. Source: OWASP ASVS 5.0, 13.2.2.

let platform: TestPlatform
beforeAll(async () => void (platform = await createTestPlatform()))
afterAll(() => platform.stop())

const refused = (statement: string) =>
  expect(platform.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })

describe("the application's role", () => {
  it('is neither a superuser nor the owner of any table', async () => {
    const { rows } = await platform.pool.query(
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication FROM pg_roles
       WHERE rolname = current_user`,
    )
    expect(Object.values(rows[0])).toEqual([false, false, false, false, false])
    expect(await ownsTables(platform.pool)).toBe(false)
    expect(await ownsTables(platform.owner)).toBe(true)
  })

  it('cannot truncate, lock or own tables in any schema', async () => {
    const { rows } = await platform.pool.query(`
      SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND (pg_has_role(c.relowner, 'MEMBER') OR has_table_privilege(c.oid, 'TRUNCATE')
          OR has_table_privilege(c.oid, 'TRIGGER') OR has_table_privilege(c.oid, 'REFERENCES')
          OR has_table_privilege(c.oid, 'MAINTAIN'))`)
    expect(rows).toEqual([])
    const creates = await platform.pool.query(
      "SELECT nspname FROM pg_namespace WHERE has_schema_privilege(oid, 'CREATE') AND nspname !~ '^pg_'",
    )
    expect(creates.rows).toEqual([])
  })

  it('may not change or delete rows of a table whose trigger forbids it', async () => {
    const { rows } = await platform.owner.query<{
      name: string
      can_update: boolean
      can_delete: boolean
      refused: number
    }>(`
      SELECT c.oid::regclass::text AS name, has_table_privilege('tallystick', c.oid, 'UPDATE') AS can_update,
        has_table_privilege('tallystick', c.oid, 'DELETE') AS can_delete,
        bit_or(t.tgtype::int) AS refused
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE t.tgqual IS NULL AND t.tgattr = ''::int2vector AND p.prosrc ~ 'RAISE EXCEPTION' AND p.prosrc !~ 'IF '
        AND NOT c.relispartition GROUP BY c.oid`)
    expect(rows.length).toBeGreaterThan(12)
    expect(rows.filter(({ can_update, refused: bits }) => bits & 16 && can_update)).toEqual([])
    expect(rows.filter(({ can_delete, refused: bits }) => bits & 8 && can_delete)).toEqual([])
  })

  it.each([
    `INSERT INTO ledger.transfers (shard, id, at_ms, amount_minor, debit_code, credit_code, asset, kind)
     VALUES (0, 1, 1, 5, 'stakes', 'trading_house', 'USD', 'loss')`,
    'UPDATE ledger.accounts SET balance_minor = 1',
    'UPDATE ledger.heads SET batch = 1',
    'UPDATE trading.trades SET payout_bps = 30000',
    "UPDATE trading.trades SET state = 'WON'",
    'INSERT INTO trading.trades DEFAULT VALUES',
    'UPDATE trading.customers SET open_trades = 0',
    'DELETE FROM trading.trades',
    'ALTER TABLE trading.trades DISABLE TRIGGER ALL',
    'DROP TRIGGER ticks_append_only ON markets.ticks',
    'CREATE FUNCTION public.own() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'SET session_replication_role = replica',
    'SELECT * FROM public.kysely_migration',
    "COPY platform.alarm TO PROGRAM 'cat'",
  ])('is not allowed to run %s', refused)
})

it('preparing a database that is up to date changes nothing', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  try {
    const state = async () =>
      (await owner.query('SELECT max(xmin::text::bigint) AS newest, count(*) AS rows FROM pg_class')).rows
    const before = await state()
    expect(await prepareDatabase(database.ownerUrl, { name: 'tallystick' })).toEqual([])
    expect(await state()).toEqual(before)
  } finally {
    await owner.end()
    await database.drop()
  }
})
