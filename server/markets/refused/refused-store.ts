import type { Pool } from 'pg'
import type { GateReason } from './gate.ts'
import type { RefusedPrice } from './refused-prices.ts'
import { checkRows, int8, int8AsNumber, ms, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

/**
 * Maximum number of refused prices listed per symbol and reason. Separate limits keep a common reason from displacing
 * rare ones.
 */
const keptPerReason = 10_000

export type ListedRefusal = RefusedPrice & { id: string }

const refusedRow = row({
  id: int8,
  symbol: text,
  atMs: ms,
  bid: int8AsNumber.nullable(),
  ask: int8AsNumber.nullable(),
  price: int8AsNumber.nullable(),
  reason: textOf<GateReason>(),
  source: text,
})

const listed = (row: RowOf<typeof refusedRow>): ListedRefusal => ({ ...row, id: String(row.id) })

/** Returns refused prices with fromMs <= at <= toMs, newest first. */
export async function refusedBetween(
  pool: Pool,
  symbol: string,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<ListedRefusal[]> {
  const rows = checkRows(
    refusedRow,
    await pool.query(
      `SELECT id, symbol, at_ms, bid, ask, price, reason, source FROM markets.refused_prices
     WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3 ORDER BY at_ms DESC, id DESC LIMIT $4`,
      [symbol, fromMs, toMs, limit],
    ),
  )
  return rows.map(listed)
}

const refusedByReasonRow = row({ reason: textOf<GateReason>(), count: text })

/** Counts refused prices since a day (UTC, days since the epoch) by reason, most frequent first. */
export async function refusedByReason(pool: Pool, sinceDay: number): Promise<{ reason: GateReason; count: number }[]> {
  const rows = checkRows(
    refusedByReasonRow,
    await pool.query(
      `SELECT reason, sum(count)::text AS count FROM markets.refused_counts
     WHERE day >= $1 GROUP BY reason ORDER BY sum(count) DESC, reason`,
      [sinceDay],
    ),
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
  const rows = checkRows(
    refusedRow,
    await pool.query(
      `SELECT id, symbol, at_ms, bid, ask, price, reason, source FROM (
       SELECT *, row_number() OVER (PARTITION BY reason ORDER BY at_ms DESC, id DESC) AS place
       FROM markets.refused_prices
       WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3
     ) placed WHERE place <= $4 ORDER BY at_ms DESC, id DESC`,
      [symbol, fromMs, toMs, limit],
    ),
  )
  return rows.map(listed)
}

const throughMsRow = row({ throughMs: ms.nullable() })

/**
 * Returns the time of the newest refused price that is missing from a symbol's list; undefined if the list is complete.
 */
export async function refusedGapsEnd(pool: Pool, symbol: string): Promise<number | undefined> {
  const rows = checkRows(
    throughMsRow,
    await pool.query('SELECT max(through_ms) AS through_ms FROM markets.refused_gaps WHERE symbol = $1', [symbol]),
  )
  const throughMs = rows[0]?.throughMs
  return throughMs === null || throughMs === undefined ? undefined : Number(throughMs)
}

/**
 * Deletes all but the newest `kept` refused prices per symbol and reason, and records the time up to which some are
 * missing.
 */
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
