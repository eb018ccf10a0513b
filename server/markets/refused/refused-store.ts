import type { Pool } from 'pg'
import type { GateReason } from './gate.ts'
import type { RefusedPrice } from './refused-prices.ts'

/**
 * Maximum number of refused prices listed per symbol and reason. Separate limits keep a common reason from displacing
 * rare ones.
 */
const keptPerReason = 10_000

export type ListedRefusal = RefusedPrice & { id: string }

type RefusedRow = {
  id: bigint
  symbol: string
  at_ms: bigint
  bid: bigint | null
  ask: bigint | null
  price: bigint | null
  reason: GateReason
  source: string
}

function listed({ at_ms: atMs, ...row }: RefusedRow): ListedRefusal {
  const steps = (value: bigint | null) => (value === null ? null : Number(value))
  return {
    ...row,
    id: String(row.id),
    atMs: Number(atMs),
    bid: steps(row.bid),
    ask: steps(row.ask),
    price: steps(row.price),
  }
}

/** Returns refused prices with fromMs <= at <= toMs, newest first. */
export async function refusedBetween(
  pool: Pool,
  symbol: string,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<ListedRefusal[]> {
  const { rows } = await pool.query<RefusedRow>(
    `SELECT id, symbol, at_ms, bid, ask, price, reason, source FROM markets.refused_prices
     WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3 ORDER BY at_ms DESC, id DESC LIMIT $4`,
    [symbol, fromMs, toMs, limit],
  )
  return rows.map(listed)
}

/** Counts refused prices since a day (UTC, days since the epoch) by reason, most frequent first. */
export async function refusedByReason(pool: Pool, sinceDay: number): Promise<{ reason: GateReason; count: number }[]> {
  const { rows } = await pool.query<{ reason: GateReason; count: string }>(
    `SELECT reason, sum(count)::text AS count FROM markets.refused_counts
     WHERE day >= $1 GROUP BY reason ORDER BY sum(count) DESC, reason`,
    [sinceDay],
  )
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }))
}

/** Returns the newest `limit` refused prices per reason with fromMs <= at <= toMs, newest first. */
export async function refusedOfEachReason(
  pool: Pool,
  symbol: string,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<ListedRefusal[]> {
  const { rows } = await pool.query<RefusedRow>(
    `SELECT id, symbol, at_ms, bid, ask, price, reason, source FROM (
       SELECT *, row_number() OVER (PARTITION BY reason ORDER BY at_ms DESC, id DESC) AS place
       FROM markets.refused_prices
       WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3
     ) placed WHERE place <= $4 ORDER BY at_ms DESC, id DESC`,
    [symbol, fromMs, toMs, limit],
  )
  return rows.map(listed)
}

/**
 * Returns the time of the newest refused price that is missing from a symbol's list; undefined if the list is complete.
 */
export async function refusedGapsEnd(pool: Pool, symbol: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ through_ms: bigint | null }>(
    'SELECT max(through_ms) AS through_ms FROM markets.refused_gaps WHERE symbol = $1',
    [symbol],
  )
  const throughMs = rows[0]?.through_ms
  return throughMs === null || throughMs === undefined ? undefined : Number(throughMs)
}

/** Deletes all but the newest `kept` refused prices per symbol and reason, and records up to when some are missing. */
export async function trimRefused(pool: Pool, kept = keptPerReason): Promise<void> {
  await pool.query(
    `WITH removed AS (
       DELETE FROM markets.refused_prices r USING (
         SELECT s.symbol, s.reason, k.id FROM (SELECT DISTINCT symbol, reason FROM markets.refused_counts) s
         CROSS JOIN LATERAL (
           SELECT id FROM markets.refused_prices WHERE symbol = s.symbol AND reason = s.reason
           ORDER BY id DESC OFFSET $1 LIMIT 1
         ) k
       ) oldest WHERE r.symbol = oldest.symbol AND r.reason = oldest.reason AND r.id <= oldest.id
       RETURNING r.symbol, r.reason, r.at_ms
     )
     INSERT INTO markets.refused_gaps AS g SELECT symbol, reason, max(at_ms) FROM removed GROUP BY symbol, reason
     ON CONFLICT (symbol, reason) DO UPDATE SET through_ms = greatest(g.through_ms, excluded.through_ms)`,
    [kept],
  )
}
