import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { bool, bytea, checkRows, int4, ms, row, text, type RowOf } from '../../platform/database/rows.ts'

const seedChainRow = row({
  id: int4,
  model: text,
  firstHour: int4,
  hours: int4,
  root: bytea,
  sealedLastSeed: bytea,
})
/** A stored seed chain. Everything except the sealed last seed is public. */
export type StoredSeedChain = RowOf<typeof seedChainRow>

const newestHourRow = row({
  seedChainId: int4,
  hour: int4,
  state: text,
})
/** A stored hour of the simulated market. `state` is its start state. */
export type StoredHour = RowOf<typeof newestHourRow>

export async function newestSeedChain(pool: Pool): Promise<StoredSeedChain | undefined> {
  const rows = checkRows(
    seedChainRow,
    await pool.query(
      'SELECT id, model, first_hour, hours, root, sealed_last_seed FROM markets.seed_chains ORDER BY id DESC LIMIT 1',
    ),
  )
  const row = rows[0]
  return (
    row && {
      id: row.id,
      model: row.model,
      firstHour: row.firstHour,
      hours: row.hours,
      root: row.root,
      sealedLastSeed: row.sealedLastSeed,
    }
  )
}

const idRow = row({ id: int4 })

/** Stores a seed chain, which publishes its root. */
export async function insertSeedChain(
  pool: Pool,
  seedChain: Omit<StoredSeedChain, 'id'>,
  madeAtMs: number,
): Promise<number> {
  const rows = checkRows(
    idRow,
    await pool.query(
      `INSERT INTO markets.seed_chains (model, first_hour, hours, root, sealed_last_seed, made_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [seedChain.model, seedChain.firstHour, seedChain.hours, seedChain.root, seedChain.sealedLastSeed, madeAtMs],
    ),
  )
  return rows[0]!.id
}

/** Returns the last computed hour of a seed chain, or undefined. */
export async function newestHour(pool: Pool, seedChainId: number): Promise<StoredHour | undefined> {
  const rows = checkRows(
    newestHourRow,
    await pool.query(
      `SELECT seed_chain_id, hour, state FROM markets.simulated_hours WHERE seed_chain_id = $1
       ORDER BY hour DESC LIMIT 1`,
      [seedChainId],
    ),
  )
  const row = rows[0]
  return row && { seedChainId: row.seedChainId, hour: row.hour, state: row.state }
}

/** Stores an hour's start state and publishes the hour's commitment, before its first tick. */
export async function insertHour(pool: Pool, hour: StoredHour & { commitment: Buffer }): Promise<void> {
  await pool.query(
    'INSERT INTO markets.simulated_hours (seed_chain_id, hour, commitment, state) VALUES ($1, $2, $3, $4)',
    [hour.seedChainId, hour.hour, hour.commitment, hour.state],
  )
}

const hourRow = row({ hour: int4 })

/** Returns a seed chain's hours up to `lastHour` whose seeds aren't revealed yet. */
export async function unrevealedHours(pool: Pool, seedChainId: number, lastHour: number): Promise<number[]> {
  const rows = checkRows(
    hourRow,
    await pool.query(
      'SELECT hour FROM markets.simulated_hours WHERE seed_chain_id = $1 AND hour <= $2 AND seed IS NULL ORDER BY hour',
      [seedChainId, lastHour],
    ),
  )
  return rows.map((row) => row.hour)
}

export async function revealHours(
  pool: Pool,
  seedChainId: number,
  hours: readonly number[],
  seeds: readonly Buffer[],
  atMs: number,
): Promise<void> {
  await pool.query(
    `UPDATE markets.simulated_hours h SET seed = r.seed, revealed_at_ms = $4
     FROM unnest($2::int[], $3::bytea[]) AS r(hour, seed)
     WHERE h.seed_chain_id = $1 AND h.hour = r.hour AND h.seed IS NULL`,
    [seedChainId, hours, seeds.map((seed) => `\\x${seed.toString('hex')}`), atMs],
  )
}

const hoursPerPage = 24

const commitmentsRow = row({
  seedChainId: int4,
  hour: int4,
  model: text,
  root: bytea,
  firstHour: int4,
  hours: int4,
  beforeOpening: bool,
  commitment: bytea,
  state: text,
  seed: bytea.nullable(),
  revealedAtMs: ms.nullable(),
})

/**
 * Returns what the simulated market has published, newest hour first; `page` counts from 1. With `hour`, returns that
 * hour and the next recorded one. Includes seeds and states only for revealed hours. An hour that had already ended
 * when its seed chain was created (`before_opening`) wasn't committed to when it began, because it was computed before
 * the market's launch.
 */
export async function readCommitments(pool: Pool, page: number, hour: number | null = null) {
  const rows = checkRows(
    commitmentsRow,
    await pool.query(
      `SELECT h.seed_chain_id, h.hour, c.model, c.root, c.first_hour, c.hours,
       (h.hour + 1) * 3600000::bigint <= c.made_at_ms AS before_opening,
       h.commitment, h.state, h.seed, h.revealed_at_ms
     FROM markets.simulated_hours h JOIN markets.seed_chains c ON c.id = h.seed_chain_id
     WHERE $3::int IS NULL OR h.hour = $3
       OR h.hour = (SELECT min(n.hour) FROM markets.simulated_hours n
         WHERE n.seed_chain_id = h.seed_chain_id AND n.hour > $3)
     ORDER BY h.seed_chain_id DESC, h.hour DESC LIMIT $1 OFFSET $2`,
      [hoursPerPage, (Math.min(page, 1_000_000) - 1) * hoursPerPage, hour],
    ),
  )
  return rows.map((row) => ({
    id: `${row.seedChainId}-${row.hour}`,
    hour: row.hour,
    model: row.model,
    root: row.root.toString('hex'),
    firstHour: row.firstHour,
    hours: row.hours,
    beforeOpening: row.beforeOpening,
    commitment: row.commitment.toString('hex'),
    stateHash: createHash('sha256').update(row.state).digest('hex'),
    seed: row.seed?.toString('hex') ?? null,
    state: row.seed ? row.state : null,
    revealedAt: row.revealedAtMs,
  }))
}
