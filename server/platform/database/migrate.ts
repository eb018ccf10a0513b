import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ConfigError } from '../config.ts'
import { type Database, type Executor, withSavepoint } from './database.ts'
import { bool, bytea, queryOne, queryRows, row, text } from './rows.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const migrationFolder = path.join(root, 'db/migrations')

/** The migrations that `0001-initial.sql` replaces: how many, and the last one. */
const replaced = { count: 82, last: '0350-webhooks-one-outcome-of-names' }

/**
 * Applies missing migrations from `db/migrations` in file-name order, then the function files that changed, all in one
 * transaction. Returns the names of the applied migrations. Throws `ConfigError` if the database can't be migrated.
 */
export async function migrate(db: Database): Promise<string[]> {
  const [migrations, functions] = [readMigrations(), readFunctions()]
  if (await isUpToDate(db, migrations, functions)) return []
  try {
    return await db.transaction().execute(async (tx) => {
      // Two processes that start together would otherwise apply the same file.
      await sql`SELECT pg_advisory_xact_lock(hashtext('tallystick.migrations'))`.execute(tx)
      await adoptOldDatabase(tx)
      const applied = await applyMigrations(tx, migrations)
      await applyFunctions(tx, functions)
      return applied
    })
  } catch (error) {
    throw new ConfigError(
      `The database could not be migrated: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

type SqlFile = { name: string; text: string }

const readMigrations = (): SqlFile[] =>
  readdirSync(migrationFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.sql$/, ''),
      text: readFileSync(path.join(migrationFolder, file), 'utf8'),
    }))

/** Returns the files with SQL functions: every `server/MODULE/sql/NAME.sql` except `tables.sql`. */
export const readFunctions = (): SqlFile[] =>
  globSync('server/*/sql/*.sql', { cwd: root })
    .filter((file) => path.basename(file) !== 'tables.sql')
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))

const existsRow = row({ exists: bool })

/** Returns whether exactly our migrations and functions were applied, without inspecting every table. */
async function isUpToDate(db: Database, migrations: SqlFile[], functions: SqlFile[]): Promise<boolean> {
  const found = await queryRows(db, existsRow)`
    SELECT to_regclass('platform.sql_files') IS NOT NULL AS exists`
  if (!found[0]!.exists) return false
  const applied = await appliedMigrations(db)
  return (
    JSON.stringify(applied) === JSON.stringify(migrations.map(({ name }) => name)) &&
    (await changedFunctions(db, functions)).length === 0
  )
}

const nameRow = row({ name: text })

async function appliedMigrations(db: Executor): Promise<string[]> {
  const rows = await queryRows(db, nameRow)`
    SELECT name FROM public.kysely_migration ORDER BY name COLLATE "C"`
  return rows.map(({ name }) => name)
}

/** Marks `0001-initial` as applied in a database that the migrations before it created. */
async function adoptOldDatabase(tx: Executor): Promise<void> {
  const found = await queryOne(tx, existsRow)`
    SELECT to_regclass('public.kysely_migration') IS NOT NULL AS exists`
  if (!found.exists) return
  const applied = await appliedMigrations(tx)
  if (applied.length === 0 || applied[0] === '0001-initial') return
  if (applied.length !== replaced.count || applied.at(-1) !== replaced.last)
    throw new Error(
      `its last migration is ${applied.at(-1)}; first start the last version that contains ${replaced.last}`,
    )
  await sql`DELETE FROM public.kysely_migration`.execute(tx)
  const epoch = new Date(0).toISOString()
  await sql`INSERT INTO public.kysely_migration (name, timestamp) VALUES ('0001-initial', ${epoch})`.execute(tx)
}

async function applyMigrations(tx: Executor, migrations: SqlFile[]): Promise<string[]> {
  // After a failure, the migrator writes to its own table. Without the savepoint, the aborted transaction would refuse
  // that write.
  const provided = migrations.map(({ name, text }) => [name, { up: () => withSavepoint(tx, () => run(tx, text)) }])
  const migrator = new Migrator({
    db: tx,
    provider: { getMigrations: async () => Object.fromEntries(provided) },
    migrationTableSchema: 'public',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

/**
 * Applies the files that changed. Function bodies are checked only when they run, because a function may call one that
 * is created later.
 */
async function applyFunctions(tx: Executor, functions: SqlFile[]): Promise<void> {
  await sql`SET LOCAL check_function_bodies = off`.execute(tx)
  for (const { name, text } of await changedFunctions(tx, functions)) {
    await run(tx, text)
    await sql`
      INSERT INTO platform.sql_files (file, sha256) VALUES (${name}, ${sha256(text)})
      ON CONFLICT (file) DO UPDATE SET sha256 = excluded.sha256`.execute(tx)
  }
}

const changedFunctionsRow = row({ file: text, sha256: bytea })

async function changedFunctions(db: Executor, functions: SqlFile[]): Promise<SqlFile[]> {
  const rows = await queryRows(db, changedFunctionsRow)`
    SELECT file, sha256 FROM platform.sql_files`
  const applied = new Map(rows.map((row) => [row.file, row.sha256]))
  return functions.filter(({ name, text }) => !applied.get(name)?.equals(sha256(text)))
}

const run = async (tx: Executor, text: string): Promise<void> => void (await sql.raw(text).execute(tx))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
