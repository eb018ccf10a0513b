import { Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { CommittingDialect } from './after-commit.ts'
import { ConfigError } from '../config.ts'
import { queryOne, row, text } from './rows.ts'

export { afterCommit } from './after-commit.ts'

export type Database = Kysely<unknown>
/** The executor of a store function: the database, or a transaction. */
export type Executor = Kysely<unknown> | Transaction<unknown>

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
 * How long one of the application's statements waits for a lock, in milliseconds. After that, the statement fails with
 * SQLSTATE 55P03, which clients see as `busy`. Without a limit, calls waiting for one locked account would hold their
 * shard's ledger head and exhaust the pool.
 */
export const applicationLockTimeoutMs = 2_000

/**
 * Opens a pool on `url`. A statement waits for a lock for at most `lockTimeoutMs`; 0 sets no limit. Refuses a server
 * that could lose an acknowledged order (`checkServer`) or is too old.
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
  const db = new Kysely<unknown>({ dialect: new CommittingDialect({ pool }) })
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

const settingRow = row({ value: text })

/** Orders may be acknowledged only after a commit that survives a power failure (docs/spec/money.md "The hot path"). */
async function checkServer(db: Database): Promise<void> {
  const settingOf = async (name: string) =>
    (await queryOne(db, settingRow)`SELECT current_setting(${name}) AS value`).value
  if (Number(await settingOf('server_version_num')) < oldestVersion)
    throw new ConfigError('DATABASE_URL: needs PostgreSQL 18 or later')
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if ((await settingOf(setting)) === 'off')
      throw new ConfigError(`The database runs with ${setting}=off and could lose an acknowledged order: turn it on`)
  }
}

/** Returns a driver's error text without the server's address or password. */
function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'no reason given'
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
