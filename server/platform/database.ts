import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { DB } from '../../db/types.ts'
import { ConfigError } from './config.ts'

export type Database = Kysely<DB>
/** What a store function runs on: the database, or a transaction of it. */
export type Executor = Kysely<DB> | Transaction<DB>

export type DatabaseConnection = {
  db: Database
  /** For the set-based functions on the hot path, which are called by text with arrays. */
  pool: pg.Pool
  url: string
  stop(): Promise<void>
}

// int8 is read as bigint: money and sequence numbers pass 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, BigInt as never)
pg.types.setTypeParser(1016 as never, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)) as never)

/** Opens a pool on `url`. Refuses a server that could lose an acknowledged order (`checkDurability`). */
export async function connectDatabase(url: string, maxConnections = 20): Promise<DatabaseConnection> {
  const pool = new pg.Pool({ connectionString: url, max: maxConnections, application_name: 'tallystick' })
  // A connection that breaks while idle is replaced by the pool; without a listener the process would end.
  const ignored = () => {}
  pool.on('error', ignored)
  pool.on('connect', (client) => client.on('error', ignored))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const connection = { db, pool, url, stop: () => db.destroy() }
  try {
    await checkDurability(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return connection
}

/** An order is acknowledged only after a commit that survives a power cut (money.md "The hot path"). */
export async function checkDurability(db: Kysely<DB>): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const result = await db.executeQuery<Record<string, string>>(CompiledQuery.raw(`SHOW ${setting}`))
    const value = result.rows[0]?.[setting]
    if (value === 'off') throw new ConfigError(`The database runs with ${setting}=off and could lose an acknowledged order: switch it on`)
  }
}

const migrationFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/** Applies the migrations of `db/migrations` that are missing, each in file-name order, all in one transaction. */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => sqlMigrations() }, migrationTableSchema: 'public' })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

function sqlMigrations() {
  const files = readdirSync(migrationFolder).filter((file) => file.endsWith('.sql')).sort()
  return Object.fromEntries(
    files.map((file) => {
      const text = readFileSync(path.join(migrationFolder, file), 'utf8')
      return [file.replace(/\.sql$/, ''), { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]
    }),
  )
}
