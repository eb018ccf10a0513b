import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
export const clientCounts = [8, 32, 64] as const

/** Measures pgbench's "TPC-B (sort of)" on the server under test. `measure` resolves with transactions per second. */
export type Tpcb = { program: string; measure(clients: number, seconds: number): Promise<number> }

/**
 * Fills the tables (100,000 accounts per unit of `scale`). Uses pgbench if it is installed, otherwise a Node client.
 */
export async function prepareTpcb(url: string, scale: number): Promise<Tpcb> {
  await fillTables(url, scale)
  const version = pgbenchVersion()
  if (!version)
    return {
      program: 'TPC-B by a Node client',
      measure: (clients, seconds) => measureByNode(url, scale, clients, seconds),
    }
  const { hostname, port, username, password, pathname } = new URL(url)
  const env = { ...process.env, PGPASSWORD: password }
  return {
    program: version,
    async measure(clients, seconds) {
      const { stdout } = await run(
        'pgbench',
        [
          '-h',
          hostname,
          '-p',
          port,
          '-U',
          username,
          '-n',
          '-M',
          'prepared',
          '-c',
          String(clients),
          '-j',
          '2',
          '-T',
          String(seconds),
          pathname.slice(1),
        ],
        { env },
      )
      return Number(/tps = ([\d.]+) \(without/.exec(stdout)![1])
    },
  }
}

function pgbenchVersion(): string | undefined {
  try {
    return execFileSync('pgbench', ['--version'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/**
 * Creates the same tables as `pgbench -i`. Source: PostgreSQL documentation, pgbench, "What Is the 'Transaction'
 * Actually Performed in pgbench?".
 */
async function fillTables(url: string, scale: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    CREATE TABLE pgbench_branches (bid int NOT NULL, bbalance int, filler char(88)) WITH (fillfactor = 100);
    CREATE TABLE pgbench_tellers (tid int NOT NULL, bid int, tbalance int, filler char(84)) WITH (fillfactor = 100);
    CREATE TABLE pgbench_accounts (aid int NOT NULL, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);
    CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    INSERT INTO pgbench_branches SELECT b, 0, '' FROM generate_series(1, ${scale}) b;
    INSERT INTO pgbench_tellers SELECT t, (t - 1) / 10 + 1, 0, '' FROM generate_series(1, ${scale * 10}) t;
    INSERT INTO pgbench_accounts SELECT a, (a - 1) / 100000 + 1, 0, '' FROM generate_series(1, ${scale * 100_000}) a;
    ALTER TABLE pgbench_branches ADD PRIMARY KEY (bid);
    ALTER TABLE pgbench_tellers ADD PRIMARY KEY (tid);
    ALTER TABLE pgbench_accounts ADD PRIMARY KEY (aid)`)
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** Runs the same transaction from this process, with one query per statement, as pgbench does. */
async function measureByNode(url: string, scale: number, clients: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const pick = (count: number) => 1 + Math.floor(Math.random() * count)
  const work = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const step = (name: string, text: string, values: number[] = []) => client.query({ name, text, values })
    while (performance.now() < until) {
      const [aid, tid, bid, delta] = [pick(scale * 100_000), pick(scale * 10), pick(scale), pick(10_001) - 5_001]
      await client.query('BEGIN')
      await step('1', 'UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2', [delta, aid])
      await step('2', 'SELECT abalance FROM pgbench_accounts WHERE aid = $1', [aid])
      await step('3', 'UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2', [delta, tid])
      await step('4', 'UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2', [delta, bid])
      await step(
        '5',
        'INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)',
        [tid, bid, aid, delta],
      )
      await client.query('END')
      done++
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: clients }, work))
  return done / seconds
}
