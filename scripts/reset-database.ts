import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { modules } from '../server/modules.ts'
import { readConfig, readEnvironment } from '../server/platform/config.ts'
import { startEmbeddedPostgres } from '../server/platform/database/postgres.ts'

// `npm run db:reset`: deletes all data. Refused in production.
const config = readConfig(readEnvironment())
if (config.production) {
  process.stderr.write('db:reset does not run with NODE_ENV=production.\n')
  process.exit(1)
}
if (config.databaseUrl) {
  const client = new pg.Client({ connectionString: config.databaseOwnerUrl ?? config.databaseUrl })
  await client.connect()
  // Only our schemas: other programs may use the same database.
  for (const schema of [...Object.keys(modules), 'platform', 'graphile_worker'])
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  await client.query('DROP TABLE IF EXISTS public.kysely_migration, public.kysely_migration_lock')
  await client.end()
} else {
  const directory = path.join(config.dataDir, 'postgres')
  const server = await startEmbeddedPostgres(directory)
  if (server.adopted) {
    process.stderr.write('The product is running on this data. Stop it first.\n')
    process.exit(1)
  }
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
process.stdout.write('All data has been deleted. The next start creates the database again.\n')
