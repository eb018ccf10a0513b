import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'

const unpacked = (file: string): string =>
  brotliDecompressSync(readFileSync(path.join(import.meta.dirname, file))).toString()

/**
 * Fills the empty database of `client` with the schema that the 82 migrations before `0001-initial.sql` created, and
 * with nine trades by three customers.
 */
export async function restoreOldDatabase(client: pg.Client): Promise<void> {
  await client.query(unpacked('schema.sql.br'))
  await client.query(`
    CREATE TABLE public.kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL);
    CREATE TABLE public.kysely_migration_lock (id varchar(255) PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0)`)
  // Otherwise, the database would refuse the rows of the ledger and of trades. A function creates the tick partitions.
  await client.query('SET session_replication_role = replica')
  const days = 'SELECT markets.ensure_tick_days(min(at_ms), max(at_ms)) FROM jsonb_to_recordset($1) AS t(at_ms bigint)'
  for (const part of unpacked('rows.txt.br').trim().split('\n\n')) {
    const table = part.slice(0, part.indexOf('\n'))
    const rows = part.slice(table.length + 1)
    if (table === 'markets.ticks') await client.query(days, [rows])
    await client.query(`DELETE FROM ${table}`)
    await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [rows])
  }
  await client.query('RESET session_replication_role')
}
