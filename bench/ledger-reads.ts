import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { connectDatabase, type DatabaseConnection } from '../server/platform/database/database.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../server/platform/database/postgres.ts'
import { readBalanceAsOf, readHistory } from '../server/ledger/store.ts'
import { reconcile } from '../server/ledger/reconcile.ts'

// `node bench/ledger-reads.ts [transfers]` (default 10 million, target P12): measures how long it takes to read a past
// balance and a page of history in a ledger of that size, relative to the same reads in one of 10 thousand transfers.
// The reads are interleaved. Also prints the bytes per transfer including indexes.

const perCustomer = 100
const startMs = 1_700_000_000_000
const big = Number(process.argv[2] ?? 10_000_000)

type Ledger = { transfers: number; customers: number; connection: DatabaseConnection }

const directory = mkdtempSync(path.join(tmpdir(), 'tallystick-bench-'))
const server = await startEmbeddedPostgres(directory)
const opened: Ledger[] = []
try {
  for (const transfers of [10_000, big]) opened.push(await build(transfers))
  const rounds = { asOf: [[], []] as number[][], page: [[], []] as number[][] }
  for (let round = 0; round < 9; round++) {
    for (const [place, ledger] of opened.entries()) {
      rounds.asOf[place]!.push(
        await timed(ledger, (shard, owner) =>
          readBalanceAsOf(
            ledger.connection.db,
            shard,
            owner,
            'trading',
            'USD',
            startMs + Math.floor(Math.random() * perCustomer),
          ),
        ),
      )
      rounds.page[place]!.push(
        await timed(ledger, (shard, owner) =>
          readHistory(ledger.connection.db, shard, owner, { code: null, asset: null, before: null, limit: 10 }),
        ),
      )
    }
  }
  for (const [name, [small, large]] of Object.entries({
    'balance as of': rounds.asOf,
    'page of history': rounds.page,
  })) {
    const ratios = large!.map((ms, round) => ms / small![round]!)
    print(
      `${name}: ${median(small!).toFixed(3)} ms at 10 thousand, ${median(large!).toFixed(3)} ms at ${big}; ` +
        `ratio ${median(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)}`,
    )
  }
  const { pool, db } = opened[1]!.connection
  const { rows } = await pool.query<{ part: string; bytes: bigint }>(
    `SELECT relname AS part, pg_total_relation_size(c.oid) AS bytes FROM pg_class c
     WHERE relnamespace = 'ledger'::regnamespace AND relkind = 'r'
       AND relname IN ('transfers', 'batches', 'accounts') ORDER BY 1`,
  )
  for (const { part, bytes } of rows) print(`${part}: ${(Number(bytes) / big).toFixed(0)} bytes per transfer`)
  const beganMs = performance.now()
  const report = await reconcile(db)
  print(`reconcile: ${report.breaks.length} breaks in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`)
} finally {
  for (const { connection } of opened) await connection.stop()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** Creates a ledger with a hundred transfers per customer, posted through the SQL function in batches of 500. */
async function build(transfers: number): Promise<Ledger> {
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ledger_${transfers}`)
  await admin.end()
  const url = new URL(server.url)
  url.pathname = `/ledger_${transfers}`
  const connection = await connectDatabase(url.href, 2)
  await migrate(connection.db)
  const customers = Math.ceil(transfers / perCustomer)
  for (let turn = 0; turn < perCustomer; turn++) {
    for (let from = 0; from < customers; from += 500) {
      await connection.pool.query(
        `SELECT count(*) FROM ledger.post_transfers($1, (SELECT array_agg(CASE WHEN $2
           THEN ROW(n % 32, NULL, 'practice_grants', md5(n::text)::uuid, 'trading', 'USD', 1000000, 'practice_grant',
             NULL, NULL, NULL, NULL, NULL, NULL)::ledger.new_transfer
           ELSE ROW(n % 32, md5(n::text)::uuid, 'trading', NULL, 'stakes', 'USD', 10, 'stake',
             gen_random_uuid(), NULL, NULL, NULL, NULL, NULL)::ledger.new_transfer END)
         FROM generate_series($3::int, $4::int) n))`,
        [startMs + turn, turn === 0, from, Math.min(from + 500, customers) - 1],
      )
    }
  }
  await connection.pool.query('VACUUM ANALYZE')
  return { transfers, customers, connection }
}

/** Returns the mean time of 300 reads for random customers, in milliseconds. */
async function timed(ledger: Ledger, read: (shard: number, owner: string) => Promise<unknown>): Promise<number> {
  const numbers = Array.from({ length: 300 }, () => Math.floor(Math.random() * ledger.customers))
  const { rows } = await ledger.connection.pool.query<{ n: number; owner: string }>(
    'SELECT n, md5(n::text)::uuid AS owner FROM unnest($1::int[]) n',
    [numbers],
  )
  const beganMs = performance.now()
  for (const { n, owner } of rows) await read(n % 32, owner)
  return (performance.now() - beganMs) / rows.length
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
