import type { Pool } from 'pg'
import type { GateReason } from './gate.ts'
import type { RefusedPrice } from './refused-prices.ts'

/** The newest refused prices of a symbol that stay listed. */
const keptPerSymbol = 10_000

export type ListedRefusal = RefusedPrice & { id: string }

/** Refused prices with fromMs <= at <= toMs, newest first. */
export async function refusedBetween(pool: Pool, symbol: string, fromMs: number, toMs: number, limit: number): Promise<ListedRefusal[]> {
  const { rows } = await pool.query<{ id: bigint; symbol: string; at_ms: bigint; bid: bigint | null; ask: bigint | null; price: bigint | null; reason: GateReason; source: string }>(
    `SELECT id, symbol, at_ms, bid, ask, price, reason, source FROM markets.refused_prices
     WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3 ORDER BY at_ms DESC, id DESC LIMIT $4`,
    [symbol, fromMs, toMs, limit],
  )
  const steps = (value: bigint | null) => (value === null ? null : Number(value))
  return rows.map((row) => ({ ...row, id: String(row.id), atMs: Number(row.at_ms), bid: steps(row.bid), ask: steps(row.ask), price: steps(row.price) }))
}

/** How many prices were refused since a day (UTC, days since the epoch), by reason, most first. */
export async function refusedByReason(pool: Pool, sinceDay: number): Promise<{ reason: GateReason; count: number }[]> {
  const { rows } = await pool.query<{ reason: GateReason; count: string }>(
    'SELECT reason, sum(count)::text AS count FROM markets.refused_counts WHERE day >= $1 GROUP BY reason ORDER BY sum(count) DESC, reason',
    [sinceDay],
  )
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }))
}

/** Removes all but the newest refused prices of each symbol. */
export async function trimRefused(pool: Pool, kept = keptPerSymbol): Promise<void> {
  await pool.query(
    `DELETE FROM markets.refused_prices r USING (
       SELECT s.symbol, k.id FROM (SELECT DISTINCT symbol FROM markets.refused_counts) s
       CROSS JOIN LATERAL (SELECT id FROM markets.refused_prices WHERE symbol = s.symbol ORDER BY id DESC OFFSET $1 LIMIT 1) k
     ) oldest WHERE r.symbol = oldest.symbol AND r.id <= oldest.id`,
    [kept],
  )
}
