import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/platform/config.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres.ts'

// `npm run db:reset`: forgets everything. Refused in production.
const config = readConfig(process.env)
if (config.production) {
  process.stderr.write('db:reset is refused with NODE_ENV=production\n')
  process.exit(1)
}
if (config.databaseUrl) {
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>("SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)'")
  for (const { name } of rows) await client.query(`DROP SCHEMA ${client.escapeIdentifier(name)} CASCADE`)
  await client.query('CREATE SCHEMA public')
  await client.end()
} else {
  const directory = path.join(config.dataDir, 'postgres')
  const running = await startEmbeddedPostgres(directory)
  await running.stop()
  rmSync(directory, { recursive: true, force: true })
}
process.stdout.write('The database is empty; the next start makes it anew\n')
