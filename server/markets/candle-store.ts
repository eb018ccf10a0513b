import type { Pool } from 'pg'
import type { Candle } from './candles.ts'
import { checkRows, int4, int8AsNumber, ms, row, text } from '../platform/database/rows.ts'

const pricesAtRow = row({ symbol: text, close: int8AsNumber.nullable() })

/** Returns each symbol's last price at or before `atMs`, or the first one after it if there is none. */
export async function pricesAt(pool: Pool, symbols: readonly string[], atMs: number): Promise<Map<string, number>> {
  const rows = checkRows(
    pricesAtRow,
    await pool.query(
      `SELECT s.symbol, coalesce(
       (SELECT close FROM markets.candles
        WHERE symbol = s.symbol AND width_s = 60 AND at_ms < $2 ORDER BY at_ms DESC LIMIT 1),
       (SELECT open FROM markets.candles
        WHERE symbol = s.symbol AND width_s = 60 AND at_ms >= $2 ORDER BY at_ms LIMIT 1)
     ) AS close FROM unnest($1::text[]) AS s(symbol)`,
      [symbols, atMs],
    ),
  )
  return new Map(rows.flatMap(({ symbol, close }) => (close === null ? [] : [[symbol, close]])))
}

const hourlyCloseRow = row({ symbol: text, close: int8AsNumber })

/** Returns the closing prices of every symbol's hours since `fromMs`, oldest first. */
export async function hourlyCloses(pool: Pool, fromMs: number): Promise<Map<string, number[]>> {
  const rows = checkRows(
    hourlyCloseRow,
    await pool.query(
      `SELECT symbol, close FROM markets.candles WHERE width_s = 3600 AND at_ms >= $1 ORDER BY symbol, at_ms`,
      [fromMs],
    ),
  )
  const closes = new Map<string, number[]>()
  for (const { symbol, close } of rows) closes.set(symbol, [...(closes.get(symbol) ?? []), close])
  return closes
}

const candleRow = row({
  atMs: ms,
  open: int8AsNumber,
  high: int8AsNumber,
  low: int8AsNumber,
  close: int8AsNumber,
  ticks: int4,
})

/** Returns stored candles with fromMs <= at < toMs, oldest first. */
export async function storedCandles(
  pool: Pool,
  symbol: string,
  widthSeconds: 60 | 3600,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const rows = checkRows(
    candleRow,
    await pool.query(
      `SELECT at_ms, open, high, low, close, ticks FROM markets.candles
     WHERE symbol = $1 AND width_s = $2 AND at_ms >= $3 AND at_ms < $4 ORDER BY at_ms`,
      [symbol, widthSeconds, fromMs, toMs],
    ),
  )
  return rows
}

/**
 * Returns the candles of ticks with fromMs <= at < toMs, oldest first. Both times must be starts of an interval.
 * Aggregates in the database, because a busy symbol has too many ticks to transfer. The first and last price of an
 * interval are those with the lowest and highest seq, because ticks are numbered in time order.
 */
export async function candlesOfStored(
  pool: Pool,
  symbol: string,
  widthMs: number,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const rows = checkRows(
    candleRow,
    await pool.query(
      `SELECT c.place * $2 AS at_ms, c.high, c.low, c.ticks,
       (SELECT price FROM markets.ticks
        WHERE symbol = $1 AND seq = c.first_seq AND at_ms >= c.place * $2 AND at_ms < (c.place + 1) * $2) AS open,
       (SELECT price FROM markets.ticks
        WHERE symbol = $1 AND seq = c.last_seq AND at_ms >= c.place * $2 AND at_ms < (c.place + 1) * $2) AS close
     FROM (
       SELECT at_ms / $2::bigint AS place, min(seq) AS first_seq, max(seq) AS last_seq,
         max(price) AS high, min(price) AS low, count(*)::int AS ticks
       FROM markets.ticks WHERE symbol = $1 AND at_ms >= $3 AND at_ms < $4 GROUP BY 1
     ) c ORDER BY c.place`,
      [symbol, widthMs, fromMs, toMs],
    ),
  )
  return rows
}

const throughMsRow = row({ throughMs: ms })

/** Returns the time up to which minute candles are stored, exclusive; 0 if there are none. */
export async function candlesThrough(pool: Pool): Promise<number> {
  const rows = checkRows(throughMsRow, await pool.query('SELECT through_ms FROM markets.candle_progress'))
  return rows[0]?.throughMs ?? 0
}

/**
 * Creates the minute and hour candles from ticks with fromMs <= at < toMs (whole minutes) and stores the progress, in
 * one transaction.
 */
export async function rollCandles(pool: Pool, symbols: readonly string[], fromMs: number, toMs: number): Promise<void> {
  await pool.query(
    `WITH minutes AS (
       INSERT INTO markets.candles (symbol, width_s, at_ms, open, high, low, close, ticks)
       SELECT s.symbol, 60, t.at_ms / 60000 * 60000, (array_agg(t.price ORDER BY t.at_ms, t.seq))[1],
         max(t.price), min(t.price),
         (array_agg(t.price ORDER BY t.at_ms DESC, t.seq DESC))[1], count(*)::int
       FROM unnest($1::text[]) AS s(symbol)
       CROSS JOIN LATERAL (
         SELECT at_ms, seq, price FROM markets.ticks
         WHERE symbol = s.symbol AND at_ms >= $2 AND at_ms < $3 ORDER BY at_ms, seq
       ) t
       GROUP BY 1, 3
       ON CONFLICT DO NOTHING
       RETURNING symbol, at_ms, open, high, low, close, ticks
     ), hours AS (
       INSERT INTO markets.candles AS c (symbol, width_s, at_ms, open, high, low, close, ticks)
       SELECT symbol, 3600, at_ms / 3600000 * 3600000, (array_agg(open ORDER BY at_ms))[1], max(high), min(low),
         (array_agg(close ORDER BY at_ms DESC))[1], sum(ticks)::int
       FROM minutes GROUP BY 1, 3
       ON CONFLICT (symbol, width_s, at_ms) DO UPDATE SET
         high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close,
         ticks = c.ticks + excluded.ticks
     )
     INSERT INTO markets.candle_progress (through_ms) VALUES ($3)
     ON CONFLICT (only_row) DO UPDATE SET through_ms = greatest(candle_progress.through_ms, excluded.through_ms)`,
    [symbols, fromMs, toMs],
  )
}

/**
 * Stores minute candles that aren't computed from ticks, such as those of the simulated market from before its launch,
 * and recomputes the candles of their hours from all minute candles. Existing minute candles stay unchanged. The same
 * hours may already have candles computed from ticks; the lock prevents new ones until the hours are stored.
 */
export async function insertReadyCandles(pool: Pool, candles: readonly (Candle & { symbol: string })[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('LOCK TABLE markets.candles IN SHARE ROW EXCLUSIVE MODE')
    await client.query(
      `INSERT INTO markets.candles (symbol, width_s, at_ms, open, high, low, close, ticks)
       SELECT symbol, 60, at_ms, open, high, low, close, ticks
       FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::int[])
         AS c(symbol, at_ms, open, high, low, close, ticks)
       ON CONFLICT DO NOTHING`,
      [
        candles.map((candle) => candle.symbol),
        candles.map((candle) => candle.atMs),
        candles.map((candle) => candle.open),
        candles.map((candle) => candle.high),
        candles.map((candle) => candle.low),
        candles.map((candle) => candle.close),
        candles.map((candle) => candle.ticks),
      ],
    )
    await client.query(
      `WITH given AS (
         SELECT DISTINCT symbol, at_ms / 3600000 * 3600000 AS hour_ms
         FROM unnest($1::text[], $2::bigint[]) AS c(symbol, at_ms)
       )
       INSERT INTO markets.candles (symbol, width_s, at_ms, open, high, low, close, ticks)
       SELECT g.symbol, 3600, g.hour_ms, (array_agg(m.open ORDER BY m.at_ms))[1], max(m.high), min(m.low),
         (array_agg(m.close ORDER BY m.at_ms DESC))[1], sum(m.ticks)::int
       FROM given g JOIN markets.candles m ON m.symbol = g.symbol AND m.width_s = 60
         AND m.at_ms >= g.hour_ms AND m.at_ms < g.hour_ms + 3600000
       GROUP BY 1, 3
       ON CONFLICT (symbol, width_s, at_ms) DO UPDATE SET
         open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
         ticks = excluded.ticks`,
      [candles.map((candle) => candle.symbol), candles.map((candle) => candle.atMs)],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
