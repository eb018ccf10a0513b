import type { Pool, PoolClient } from 'pg'
import type { Candle } from './candles.ts'
import type { RefusedCount, RefusedPrice } from './refused/refused-prices.ts'
import { chainStart, type Tick } from './tick.ts'

/** The head of a symbol's chain, and the time up to which its record is complete. */
export type ChainHead = { seq: number; atMs: number; hash: string; completeMs: number }

type TickRow = {
  symbol: string
  seq: bigint
  at_ms: bigint
  bid: bigint
  ask: bigint
  price: bigint
  source: string
  hash: Buffer
}
const tickColumns = 'symbol, seq, at_ms, bid, ask, price, source, hash'

const asTick = (row: TickRow): Tick => ({
  symbol: row.symbol,
  seq: Number(row.seq),
  atMs: Number(row.at_ms),
  bid: Number(row.bid),
  ask: Number(row.ask),
  price: Number(row.price),
  source: row.source,
  hash: row.hash.toString('hex'),
})

/** Takes the feed's lead on a dedicated connection. Resolves to `undefined` if another process leads. */
export async function takeFeedLead(pool: Pool): Promise<PoolClient | undefined> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock(markets.feed_lock()) AS taken')
    if (rows[0]?.taken) {
      // Waiting for a lock is better than restarting the record, because a restart voids the open trades.
      await client.query('SET lock_timeout = 0')
      return client
    }
  } catch (error) {
    client.release(true)
    throw error
  }
  client.release()
  return undefined
}

/** Releases the lead, so that another process can take it at once. */
export async function releaseFeedLead(lead: PoolClient): Promise<void> {
  await lead.query('SELECT pg_advisory_unlock(markets.feed_lock())').catch(() => {})
  dropFeedLead(lead)
}

/** Closes the connection that holds the lead, which aborts a write in progress. */
export function dropFeedLead(lead: PoolClient): void {
  lead.release(true)
}

/** Creates the partitions for the days from `fromMs` to `toMs`. */
export async function ensureTickDays(lead: PoolClient, fromMs: number, toMs: number): Promise<void> {
  await lead.query('SELECT markets.ensure_tick_days($1, $2)', [fromMs, toMs])
}

/** The gate's state after a tick, so that the first price after a restart can be checked. */
export type FeedState = { symbol: string; source: string; atMs: number; sourceMs: number; variance: number }

/** A batch to store: ticks, watermarks, and the state for the next start. */
export type StoredBatch = {
  ticks: readonly Tick[]
  complete: Record<string, number>
  states: readonly FeedState[]
  refused: readonly RefusedPrice[]
  counts: readonly RefusedCount[]
  source: { name: string; state: unknown } | undefined
}

/**
 * Writes a batch in one transaction on the lead's connection, so that the write can't outlive the lead. Throws if the
 * ticks don't extend the stored chain.
 */
export async function storeBatch(
  lead: PoolClient,
  { ticks, complete, states, refused, counts, source }: StoredBatch,
): Promise<void> {
  await lead.query('SELECT markets.store_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)', [
    ticks.map((tick) => tick.symbol),
    ticks.map((tick) => tick.seq),
    ticks.map((tick) => tick.atMs),
    ticks.map((tick) => tick.bid),
    ticks.map((tick) => tick.ask),
    ticks.map((tick) => tick.price),
    ticks.map((tick) => tick.source),
    ticks.map((tick) => `\\x${tick.hash}`),
    Object.keys(complete),
    Object.values(complete),
    JSON.stringify(states.map((state) => ({ ...state, at_ms: state.atMs, source_ms: state.sourceMs }))),
    JSON.stringify(refused.map((each) => ({ ...each, at_ms: each.atMs }))),
    JSON.stringify(counts),
    source?.name ?? null,
    source ? JSON.stringify(source.state) : null,
  ])
}

/** Records that the prices of symbols from this moment on don't continue the earlier ones. */
export async function markSeam(
  lead: PoolClient,
  symbols: readonly string[],
  atMs: number,
  reason: string,
): Promise<void> {
  await lead.query('SELECT markets.mark_seam($1, $2, $3)', [symbols, atMs, reason])
}

/** A moment at which a symbol's record restarted with prices that don't continue the earlier ones. */
export type StoredSeam = { atMs: number; reason: string }

/** Returns the seams of a symbol with afterMs < at <= throughMs, oldest first. */
export async function seamsBetween(
  pool: Pool,
  symbol: string,
  afterMs: number,
  throughMs: number,
): Promise<StoredSeam[]> {
  const { rows } = await pool.query<{ at_ms: bigint; reason: string }>(
    'SELECT at_ms, reason FROM markets.seams WHERE symbol = $1 AND at_ms > $2 AND at_ms <= $3 ORDER BY at_ms',
    [symbol, afterMs, throughMs],
  )
  return rows.map(({ at_ms, reason }) => ({ atMs: Number(at_ms), reason }))
}

/** Returns the state that the last leader of the feed stored. */
export async function readFeedStates(
  lead: PoolClient,
): Promise<{ states: FeedState[]; source: { name: string; state: unknown } | undefined }> {
  const states = await lead.query<{
    symbol: string
    source: string
    at_ms: bigint
    source_ms: number
    variance: number
  }>('SELECT symbol, source, at_ms, source_ms, variance FROM markets.feed_states')
  const source = await lead.query<{ name: string; state: unknown }>('SELECT name, state FROM markets.source_state')
  return {
    states: states.rows.map((row) => ({
      symbol: row.symbol,
      source: row.source,
      atMs: Number(row.at_ms),
      sourceMs: row.source_ms,
      variance: row.variance,
    })),
    source: source.rows[0],
  }
}

/** Returns the newest stored tick of each symbol. */
export async function newestOfEach(lead: PoolClient): Promise<Map<string, Tick>> {
  const { rows } = await lead.query<TickRow>(
    `SELECT t.* FROM markets.heads h
     CROSS JOIN LATERAL (
       SELECT ${tickColumns} FROM markets.ticks WHERE symbol = h.symbol AND at_ms = h.at_ms AND seq = h.seq
     ) t WHERE h.seq > 0`,
  )
  return new Map(rows.map((row) => [row.symbol, asTick(row)]))
}

/** Closes the record of a symbol while no process leads the feed. Throws if one does. */
export async function closeWithoutLead(pool: Pool, symbol: string, throughMs: number): Promise<void> {
  await pool.query("SELECT markets.append_ticks('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', $1, $2)", [
    [symbol],
    [throughMs],
  ])
}

/** Returns the head of each symbol's chain. */
export async function chainHeads(lead: PoolClient): Promise<Map<string, ChainHead>> {
  const { rows } = await lead.query<{ symbol: string; seq: bigint; at_ms: bigint; hash: Buffer; complete_ms: bigint }>(
    'SELECT symbol, seq, at_ms, hash, complete_ms FROM markets.heads',
  )
  return new Map(
    rows.map((row) => [
      row.symbol,
      {
        seq: Number(row.seq),
        atMs: Number(row.at_ms),
        hash: row.hash.toString('hex'),
        completeMs: Number(row.complete_ms),
      },
    ]),
  )
}

/**
 * Returns the newest stored ticks of each symbol since `fromMs`, at most `perSymbol` each, oldest first. Fills memory
 * at startup.
 */
export async function newestTicks(
  pool: Pool,
  symbols: readonly string[],
  fromMs: number,
  perSymbol: number,
): Promise<Tick[]> {
  const { rows } = await pool.query<TickRow>(
    `SELECT t.* FROM unnest($1::text[]) AS s(symbol)
     CROSS JOIN LATERAL (
       SELECT ${tickColumns} FROM markets.ticks WHERE symbol = s.symbol AND at_ms >= $2
       ORDER BY at_ms DESC, seq DESC LIMIT $3
     ) t ORDER BY t.symbol, t.seq`,
    [symbols, fromMs, perSymbol],
  )
  return rows.map(asTick)
}

/** Returns ticks with fromMs <= at <= toMs, oldest first. */
export async function ticksBetween(
  pool: Pool,
  symbol: string,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<Tick[]> {
  const { rows } = await pool.query<TickRow>(
    `SELECT ${tickColumns} FROM markets.ticks WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3
     ORDER BY at_ms, seq LIMIT $4`,
    [symbol, fromMs, toMs, limit],
  )
  return rows.map(asTick)
}

/** Returns the newest tick at or before `atMs`. */
export async function lastTickAt(pool: Pool, symbol: string, atMs: number): Promise<Tick | undefined> {
  const { rows } = await pool.query<TickRow>(
    `SELECT ${tickColumns} FROM markets.ticks WHERE symbol = $1 AND at_ms <= $2 ORDER BY at_ms DESC, seq DESC LIMIT 1`,
    [symbol, atMs],
  )
  return rows.map(asTick)[0]
}

/** Returns the first tick after `afterSeq`, with fromMs <= at <= throughMs, at or below `price`. */
export async function firstAtOrBelow(
  pool: Pool,
  symbol: string,
  { afterSeq, fromMs, throughMs, price }: { afterSeq: number; fromMs: number; throughMs: number; price: number },
): Promise<Tick | undefined> {
  const { rows } = await pool.query<TickRow>(
    `SELECT ${tickColumns} FROM markets.ticks
     WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3 AND seq > $4 AND price <= $5 ORDER BY at_ms, seq LIMIT 1`,
    [symbol, fromMs, throughMs, afterSeq, price],
  )
  return rows.map(asTick)[0]
}

/** Returns the lowest price with fromMs < at <= throughMs. */
export async function lowestBetween(
  pool: Pool,
  symbol: string,
  fromMs: number,
  throughMs: number,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ lowest: bigint | null }>(
    'SELECT min(price) AS lowest FROM markets.ticks WHERE symbol = $1 AND at_ms > $2 AND at_ms <= $3',
    [symbol, fromMs, throughMs],
  )
  const lowest = rows[0]?.lowest ?? null
  return lowest === null ? undefined : Number(lowest)
}

/** Returns the ticks from `fromSeq` to `toSeq`, and the hash before the first of them. */
export async function ticksBySeq(
  pool: Pool,
  symbol: string,
  fromSeq: number,
  toSeq: number,
): Promise<{ before: string; ticks: Tick[] }> {
  const { rows } = await pool.query<TickRow>(
    `SELECT ${tickColumns} FROM markets.ticks WHERE symbol = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq`,
    [symbol, Math.max(0, fromSeq - 1), toSeq],
  )
  const ticks = rows.map(asTick)
  const earlier = ticks[0] && ticks[0].seq < fromSeq ? ticks.shift() : undefined
  return { before: earlier?.hash ?? chainStart, ticks }
}

/** Returns each symbol's last price at or before `atMs`, or its oldest later price. */
export async function pricesAt(pool: Pool, symbols: readonly string[], atMs: number): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ symbol: string; close: bigint }>(
    `SELECT s.symbol, coalesce(
       (SELECT close FROM markets.candles
        WHERE symbol = s.symbol AND width_s = 60 AND at_ms < $2 ORDER BY at_ms DESC LIMIT 1),
       (SELECT open FROM markets.candles
        WHERE symbol = s.symbol AND width_s = 60 AND at_ms >= $2 ORDER BY at_ms LIMIT 1)
     ) AS close FROM unnest($1::text[]) AS s(symbol)`,
    [symbols, atMs],
  )
  return new Map(rows.filter((row) => row.close !== null).map((row) => [row.symbol, Number(row.close)]))
}

type CandleRow = { at_ms: bigint; open: bigint; high: bigint; low: bigint; close: bigint; ticks: number }
const asCandle = (row: CandleRow): Candle => ({
  atMs: Number(row.at_ms),
  open: Number(row.open),
  high: Number(row.high),
  low: Number(row.low),
  close: Number(row.close),
  ticks: Number(row.ticks),
})

/** Returns stored candles with fromMs <= at < toMs, oldest first. */
export async function storedCandles(
  pool: Pool,
  symbol: string,
  widthSeconds: 60 | 3600,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const { rows } = await pool.query<CandleRow>(
    `SELECT at_ms, open, high, low, close, ticks FROM markets.candles
     WHERE symbol = $1 AND width_s = $2 AND at_ms >= $3 AND at_ms < $4 ORDER BY at_ms`,
    [symbol, widthSeconds, fromMs, toMs],
  )
  return rows.map(asCandle)
}

/**
 * Returns the candles of ticks with fromMs <= at < toMs, oldest first. Both times must be starts of an interval.
 * Aggregated in the database, because a busy symbol has too many ticks to transfer. Ordered by seq, because ticks are
 * stored in time order.
 */
export async function candlesOfStored(
  pool: Pool,
  symbol: string,
  widthMs: number,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const { rows } = await pool.query<CandleRow>(
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
  )
  return rows.map(asCandle)
}

/** Returns the time up to which minute candles are stored, exclusive; 0 if there are none. */
export async function candlesThrough(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ through_ms: bigint }>('SELECT through_ms FROM markets.candle_progress')
  return Number(rows[0]?.through_ms ?? 0n)
}

/** Returns the time of the oldest tick, or undefined for an empty record. */
export async function firstTickMs(pool: Pool, symbols: readonly string[]): Promise<number | undefined> {
  const { rows } = await pool.query<{ at_ms: bigint | null }>(
    `SELECT min(t.at_ms) AS at_ms FROM unnest($1::text[]) AS s(symbol)
     CROSS JOIN LATERAL (SELECT at_ms FROM markets.ticks WHERE symbol = s.symbol ORDER BY at_ms LIMIT 1) t`,
    [symbols],
  )
  const first = rows[0]?.at_ms
  return first === null || first === undefined ? undefined : Number(first)
}

/**
 * Creates the minute and hour candles of ticks with fromMs <= at < toMs (whole minutes) and stores the progress, in one
 * transaction.
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
 * Stores minute candles that aren't computed from ticks, such as those of the simulated market's hours before its
 * opening, and recomputes their hours from all minutes. Existing minutes stay unchanged. Candles of ticks in the same
 * hours may already exist; the lock prevents new ones until the hours are stored.
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
