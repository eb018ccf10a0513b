import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, type Config } from '../server/platform/config.ts'
import { connectDatabase, type DatabaseConnection } from '../server/platform/database.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres.ts'

/** Connects to the database of the settings, beside a running server or a stopped one. Throws `ConfigError` where there is none. */
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

/** Returns the address of the database of the settings, and how to let go of it. Throws `ConfigError` where there is none. */
export async function findDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  return config.databaseUrl
    ? { url: config.databaseUrl, close: async () => {} }
    : ownServer(path.join(config.dataDir, 'postgres'))
}

/** A server that was running before is left running. */
async function ownServer(directory: string) {
  if (!existsSync(directory))
    throw new ConfigError(`There is no database under ${directory}: set DATA_DIR or DATABASE_URL`)
  const server = await startEmbeddedPostgres(directory)
  return { url: server.url, close: server.adopted ? async () => {} : server.stop }
}
