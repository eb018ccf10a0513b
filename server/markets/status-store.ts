import type { Pool } from 'pg'
import type { FeedStatus } from './source.ts'
import { checkRows, int4, row, text, textOf } from '../platform/database/rows.ts'

/** Stores the status of each symbol's source. */
export async function saveFeedStatuses(
  pool: Pool,
  statuses: readonly (readonly [symbol: string, status: FeedStatus])[],
): Promise<void> {
  await pool.query(
    `INSERT INTO markets.feed_statuses (symbol, status, skipped_rows)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int[])
     ON CONFLICT (symbol) DO UPDATE SET status = excluded.status, skipped_rows = excluded.skipped_rows`,
    [
      statuses.map(([symbol]) => symbol),
      statuses.map(([, { status }]) => status),
      statuses.map(([, { skipped = 0 }]) => skipped),
    ],
  )
}

const feedStatusesRow = row({ symbol: text, status: textOf<FeedStatus['status']>(), skippedRows: int4 })

/** Returns the last stored statuses of these symbols. */
export async function readFeedStatuses(pool: Pool, symbols: readonly string[]): Promise<Map<string, FeedStatus>> {
  const rows = checkRows(
    feedStatusesRow,
    await pool.query('SELECT symbol, status, skipped_rows FROM markets.feed_statuses WHERE symbol = ANY($1)', [
      symbols,
    ]),
  )
  return new Map(rows.map((row) => [row.symbol, { status: row.status, skipped: row.skippedRows }]))
}
