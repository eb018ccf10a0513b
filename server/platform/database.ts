import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { DB } from '../../db/types.ts'
import { CommittingDialect } from './after-commit.ts'
import { ConfigError } from './config.ts'

export { afterCommit } from './after-commit.ts'

export type Database = Kysely<DB>
/** The executor of a store function: the database, or a transaction. */
export type Executor = Kysely<DB> | Transaction<DB>

export type DatabaseConnection = {
  db: Database
  /** For the set-based functions on the hot path, which run as plain SQL with array parameters. */
  pool: pg.Pool
  url: string
  stop(): Promise<void>
}

// int8 is read as bigint, because amounts and sequence numbers can exceed 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, BigInt as never)
pg.types.setTypeParser(
  1016 as never,
  (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)) as never,
)

/**
 * How long a statement of the application waits for a lock, in milliseconds. Then it fails with SQLSTATE 55P03, which
 * clients see as `busy`. Without a limit, calls waiting for one locked account would hold their shard's ledger head
 * and exhaust the pool.
 */
export const applicationLockTimeoutMs = 2_000

/**
 * Opens a pool on `url`. Statements wait for locks for `lockTimeoutMs`; 0 sets no limit. Refuses a server that could
 * lose an acknowledged order (`checkServer`) or is too old.
 */
export async function connectDatabase(
  url: string,
  maxConnections = 20,
  name = 'tallystick',
  lockTimeoutMs = 0,
): Promise<DatabaseConnection> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: name,
    lock_timeout: lockTimeoutMs,
  })
  // The pool replaces a connection that breaks while idle. Without a listener, the process would exit.
  const ignored = () => {}
  pool.on('error', ignored)
  pool.on('connect', (client) => client.on('error', ignored))
  const db = new Kysely<DB>({ dialect: new CommittingDialect({ pool }) })
  const connection = { db, pool, url, stop: () => db.destroy() }
  try {
    await checkServer(db)
  } catch (error) {
    await db.destroy()
    throw error instanceof ConfigError
      ? error
      : new ConfigError(`DATABASE_URL: cannot connect to the database (${reason(error)})`)
  }
  return connection
}

const oldestVersion = 180_000

/** Orders may be acknowledged only after a commit that survives a power failure (docs/spec/money.md "The hot path"). */
async function checkServer(db: Kysely<DB>): Promise<void> {
  const { rows } = await db.executeQuery<{ server_version_num: string }>(CompiledQuery.raw('SHOW server_version_num'))
  if (Number(rows[0]!.server_version_num) < oldestVersion)
    throw new ConfigError('DATABASE_URL: needs PostgreSQL 18 or later')
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const result = await db.executeQuery<Record<string, string>>(CompiledQuery.raw(`SHOW ${setting}`))
    const value = result.rows[0]?.[setting]
    if (value === 'off')
      throw new ConfigError(`The database runs with ${setting}=off and could lose an acknowledged order: turn it on`)
  }
}

/** Returns a driver's error text without address or password. */
function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'no reason given'
}

const migrationFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/**
 * Applies missing migrations from `db/migrations` in file-name order, all in one transaction. Throws `ConfigError` if
 * they don't match the database.
 */
export async function migrate(db: Database): Promise<string[]> {
  if (await isUpToDate(db)) return []
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => sqlMigrations() },
    migrationTableSchema: 'public',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error)
    throw new ConfigError(
      `The database could not be migrated: ${error instanceof Error ? error.message : reason(error)}`,
    )
  return (results ?? []).map((result) => result.migrationName)
}

const migrationFiles = () =>
  readdirSync(migrationFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
const nameOf = (file: string) => file.replace(/\.sql$/, '')

/**
 * Returns whether exactly our migrations were applied. The migrator returns the same, but inspects every table first.
 */
async function isUpToDate(db: Database): Promise<boolean> {
  const { rows: found } = await sql<{
    exists: boolean
  }>`SELECT to_regclass('public.kysely_migration') IS NOT NULL AS exists`.execute(db)
  if (!found[0]!.exists) return false
  const { rows } = await sql<{
    name: string
  }>`SELECT name FROM public.kysely_migration ORDER BY name COLLATE "C"`.execute(db)
  return JSON.stringify(rows.map(({ name }) => name)) === JSON.stringify(migrationFiles().map(nameOf))
}

function sqlMigrations() {
  return Object.fromEntries(
    migrationFiles().map((file) => {
      const text = readFileSync(path.join(migrationFolder, file), 'utf8')
      return [nameOf(file), { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]
    }),
  )
}

/** Runs `work` inside a savepoint of the transaction: if it throws, only its own changes are rolled back. */
export async function withSavepoint<T>(tx: Executor, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT part`.execute(tx)
  try {
    const result = await work()
    await sql`RELEASE SAVEPOINT part`.execute(tx)
    return result
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(tx)
    await sql`RELEASE SAVEPOINT part`.execute(tx)
    throw error
  }
}
