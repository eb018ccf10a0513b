import type { Pool } from 'pg'
import { checkRows, ms, row } from '../database/rows.ts'

const offsetMsRow = row({ offsetMs: ms })

/** Returns how far the product's clock was ahead when it last stopped, in milliseconds; 0 if it never was. */
export async function readClockOffset(pool: Pool): Promise<number> {
  const rows = checkRows(offsetMsRow, await pool.query('SELECT offset_ms FROM platform.clock_offset'))
  return Number(rows[0]?.offsetMs ?? 0n)
}

/** Stores the offset, so that the product's time does not go back at the next startup. */
export async function writeClockOffset(pool: Pool, offsetMs: number): Promise<void> {
  await pool.query(
    `INSERT INTO platform.clock_offset (offset_ms) VALUES ($1) ON CONFLICT (only_row) DO UPDATE
     SET offset_ms = greatest(clock_offset.offset_ms, excluded.offset_ms)`,
    [Math.round(offsetMs)],
  )
}
