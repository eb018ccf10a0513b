import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { connectDatabase } from '../server/platform/database/database.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { shardOf, systemRandom, uuidv7 } from '../server/platform/random.ts'
import { startEmbeddedPostgres } from '../server/platform/database/postgres.ts'

// `node bench/ledger-posting.ts [seconds per case]`: measures transfers per second through ledger.post_transfers, with
// one durable commit per batch, for batches across all shards and in one shard, with one and two batches in flight, and
// with a share of refusals.

const customers = 10_000
const startMs = 1_700_000_000_000
const seconds = Number(process.argv[2] ?? 4)

type Case = { batch: number; inFlight: number; shards: 'all' | 'one' | 'divided'; poorShare?: number }
const cases: Case[] = [
  { batch: 50, inFlight: 1, shards: 'all' },
  { batch: 200, inFlight: 1, shards: 'all' },
  { batch: 500, inFlight: 1, shards: 'all' },
  { batch: 200, inFlight: 2, shards: 'all' },
  { batch: 200, inFlight: 2, shards: 'divided' },
  { batch: 500, inFlight: 2, shards: 'divided' },
  { batch: 50, inFlight: 1, shards: 'one' },
  { batch: 200, inFlight: 1, shards: 'one' },
  { batch: 200, inFlight: 2, shards: 'one' },
  { batch: 200, inFlight: 1, shards: 'all', poorShare: 0.1 },
]

const stakes = {
  name: 'stakes',
  text: `SELECT result, balance_after FROM ledger.post_transfers($1, (SELECT array_agg(
      ROW(s, o, 'trading', NULL, 'stakes', 'USD', a, 'stake', r, NULL, NULL, NULL, NULL, NULL)::ledger.new_transfer
      ORDER BY n)
    FROM unnest($2::smallint[], $3::uuid[], $4::bigint[], $5::uuid[]) WITH ORDINALITY AS u(s, o, a, r, n)))`,
}

const directory = mkdtempSync(path.join(tmpdir(), 'tallystick-bench-'))
const server = await startEmbeddedPostgres(directory)
const { db, pool, stop } = await connectDatabase(server.url, 4)
try {
  await migrate(db)
  const rich = Array.from({ length: customers }, () => uuidv7(startMs, systemRandom))
  const poor = Array.from({ length: 100 }, () => uuidv7(startMs, systemRandom))
  for (let from = 0; from < customers; from += 500) await grant(pool, rich.slice(from, from + 500), 1_000_000_000_000n)
  await grant(pool, poor, 1n)
  await pool.query('VACUUM ANALYZE')
  process.stdout.write('batch  in flight  shards   refused  transfers/s  ms/batch\n')
  for (const one of cases) await measure(pool, one, rich, poor)
} finally {
  await stop()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function grant(on: Pool, owners: string[], amountMinor: bigint) {
  await on.query(
    `SELECT count(*) FROM ledger.post_transfers($1, (SELECT array_agg(
         ROW(s, NULL, 'practice_grants', o, 'trading', 'USD', $4, 'practice_grant', NULL, NULL, NULL, NULL, NULL, NULL)
           ::ledger.new_transfer)
       FROM unnest($2::smallint[], $3::uuid[]) AS u(s, o)))`,
    [startMs, owners.map(shardOf), owners, amountMinor],
  )
}

async function measure(on: Pool, { batch, inFlight, shards, poorShare = 0 }: Case, rich: string[], poor: string[]) {
  const byShard = Map.groupBy(rich, shardOf)
  let done = 0
  let batches = 0
  let refused = 0
  const beganMs = performance.now()
  const lane = async (number: number) => {
    const mine = shards === 'divided' ? rich.filter((owner) => shardOf(owner) % inFlight === number) : rich
    for (let turn = number; performance.now() - beganMs < seconds * 1000; turn += inFlight) {
      const from = shards === 'one' ? byShard.get(turn % 32)! : mine
      const owners = Array.from({ length: batch }, () =>
        Math.random() < poorShare ? poor[randomInt(poor.length)]! : from[randomInt(from.length)]!,
      )
      const { rows } = await on.query({
        ...stakes,
        values: [
          startMs + turn,
          owners.map(shardOf),
          owners,
          owners.map(() => randomInt(1000, 100_000)),
          owners.map(() => reference()),
        ],
      })
      const ok = rows.filter((row) => row.result === 'ok').length
      done += ok
      refused += rows.length - ok
      batches++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, number) => lane(number)))
  const elapsedMs = performance.now() - beganMs
  const cells = [
    String(batch).padStart(5),
    String(inFlight).padStart(9),
    shards.padEnd(7),
    String(refused).padStart(8),
    Math.round((done * 1000) / elapsedMs)
      .toString()
      .padStart(11),
    ((elapsedMs * inFlight) / batches).toFixed(1).padStart(8),
  ]
  process.stdout.write(`${cells.join('  ')}\n`)
}

function reference(): string {
  const hex = randomBytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
