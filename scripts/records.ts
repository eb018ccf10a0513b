import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, type Config } from '../server/platform/config.ts'
import { connectDatabase, type DatabaseConnection } from '../server/platform/database/database.ts'
import { startEmbeddedPostgres } from '../server/platform/database/postgres.ts'

/**
 * Connects to the database that the settings name, whether or not the server is running. Throws `ConfigError` if there
 * is no database.
 */
export async function openRecords(config: Config): Promise<Pick<DatabaseConnection, 'db' | 'pool' | 'stop'>> {
  const { url, close } = await findDatabase(config)
  try {
    const { db, pool, stop } = await connectDatabase(url, 1)
    return { db, pool, stop: () => stop().finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Returns the URL of the database that the settings name, and a function that stops what this call started. Throws
 * `ConfigError` if there is no database.
 */
export async function findDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  return config.databaseUrl
    ? { url: config.databaseUrl, close: async () => {} }
    : ownServer(path.join(config.dataDir, 'postgres'))
}

/** Starts PostgreSQL on a data folder. `close` doesn't stop a server that was already running. */
async function ownServer(directory: string) {
  if (!existsSync(directory)) throw new ConfigError(`No database in ${directory}: set DATA_DIR or DATABASE_URL`)
  const server = await startEmbeddedPostgres(directory)
  return { url: server.url, close: server.adopted ? async () => {} : server.stop }
}
