import type { Pool, PoolClient } from 'pg'
import type { RefusedCount, RefusedPrice } from './refused/refused-prices.ts'
import { hashChainStart, type Tick } from './tick.ts'
import {
  bool,
  bytea,
  checkRows,
  float8,
  int8,
  int8AsNumber,
  json,
  ms,
  row,
  text,
  type RowOf,
} from '../platform/database/rows.ts'

/** The head of a symbol's hash chain, and the time up to which its record is complete. */
export type HashChainHead = { seq: number; atMs: number; hash: string; completeMs: number }

const tickRow = row({
  symbol: text,
  seq: int8AsNumber,
  atMs: ms,
  bid: int8AsNumber,
  ask: int8AsNumber,
  price: int8AsNumber,
  source: text,
  hash: bytea,
})
type TickRow = RowOf<typeof tickRow>

const asTick = (row: TickRow): Tick => ({ ...row, hash: row.hash.toString('hex') })

const takenRow = row({ taken: bool })

/**
 * Makes this process the leader of the feed, on a dedicated connection. Resolves to `undefined` if another process
 * leads.
 */
export async function takeFeedLead(pool: Pool): Promise<PoolClient | undefined> {
  const client = await pool.connect()
  try {
    const rows = checkRows(takenRow, await client.query('SELECT pg_try_advisory_lock(markets.feed_lock()) AS taken'))
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

/** Stops leading, so that another process can lead at once. */
export async function releaseFeedLead(lead: PoolClient): Promise<void> {
  await lead.query('SELECT pg_advisory_unlock(markets.feed_lock())').catch(() => {})
  dropFeedLead(lead)
}

/** Closes the leader's connection, which aborts a write in progress. */
export function dropFeedLead(lead: PoolClient): void {
  lead.release(true)
}

/** Creates the partitions for the days from `fromMs` to `toMs`. */
export async function ensureTickDays(lead: PoolClient, fromMs: number, toMs: number): Promise<void> {
  await lead.query('SELECT markets.ensure_tick_days($1, $2)', [fromMs, toMs])
}

const feedStateRow = row({
  symbol: text,
  source: text,
  atMs: ms,
  sourceMs: float8,
  variance: float8,
})
/** The gate's state after a tick, so that the first price after a restart can be checked. */
export type FeedState = RowOf<typeof feedStateRow>

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
 * Writes a batch in one transaction on the leader's connection, so that the write can't outlast the leadership. Throws
 * if the ticks don't extend the stored hash chain.
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

/** Records that the symbols' prices from `atMs` on don't continue the earlier ones. */
export async function markSeam(
  lead: PoolClient,
  symbols: readonly string[],
  atMs: number,
  reason: string,
): Promise<void> {
  await lead.query('SELECT markets.mark_seam($1, $2, $3)', [symbols, atMs, reason])
}

const seamRow = row({
  atMs: ms,
  reason: text,
})
/** A moment at which a symbol's record restarted with prices that don't continue the earlier ones. */
export type StoredSeam = RowOf<typeof seamRow>

/** Returns the seams of a symbol with afterMs < at <= throughMs, oldest first. */
export async function seamsBetween(
  pool: Pool,
  symbol: string,
  afterMs: number,
  throughMs: number,
): Promise<StoredSeam[]> {
  const rows = checkRows(
    seamRow,
    await pool.query(
      'SELECT at_ms, reason FROM markets.seams WHERE symbol = $1 AND at_ms > $2 AND at_ms <= $3 ORDER BY at_ms',
      [symbol, afterMs, throughMs],
    ),
  )
  return rows
}

const sourceStateRow = row({ name: text, state: json<unknown>() })

/** Returns the state that the last leader of the feed stored. */
export async function readFeedStates(
  lead: PoolClient,
): Promise<{ states: FeedState[]; source: { name: string; state: unknown } | undefined }> {
  const states = await lead.query('SELECT symbol, source, at_ms, source_ms, variance FROM markets.feed_states')
  const source = await lead.query('SELECT name, state FROM markets.source_state')
  return { states: checkRows(feedStateRow, states), source: checkRows(sourceStateRow, source)[0] }
}

/** Returns the newest stored tick of each symbol. */
export async function newestOfEach(lead: PoolClient): Promise<Map<string, Tick>> {
  const rows = checkRows(
    tickRow,
    await lead.query(
      `SELECT t.* FROM markets.heads h
     CROSS JOIN LATERAL (
       SELECT symbol, seq, at_ms, bid, ask, price, source, hash FROM markets.ticks
       WHERE symbol = h.symbol AND at_ms = h.at_ms AND seq = h.seq
     ) t WHERE h.seq > 0`,
    ),
  )
  return new Map(rows.map((row) => [row.symbol, asTick(row)]))
}

/** Marks the record of a symbol complete up to `throughMs`. Throws if a process leads the feed. */
export async function closeWithoutLead(pool: Pool, symbol: string, throughMs: number): Promise<void> {
  await pool.query("SELECT markets.append_ticks('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', $1, $2)", [
    [symbol],
    [throughMs],
  ])
}

const hashChainHeadRow = row({ symbol: text, seq: int8AsNumber, atMs: ms, hash: bytea, completeMs: ms })

/** Returns the head of each symbol's hash chain. */
export async function hashChainHeads(lead: PoolClient): Promise<Map<string, HashChainHead>> {
  const rows = checkRows(
    hashChainHeadRow,
    await lead.query('SELECT symbol, seq, at_ms, hash, complete_ms FROM markets.heads'),
  )
  return new Map(rows.map(({ symbol, hash, ...head }) => [symbol, { ...head, hash: hash.toString('hex') }]))
}

/**
 * Returns the newest stored ticks of each symbol since `fromMs`, at most `perSymbol` each, oldest first. Used to fill
 * memory at startup.
 */
export async function newestTicks(
  pool: Pool,
  symbols: readonly string[],
  fromMs: number,
  perSymbol: number,
): Promise<Tick[]> {
  const rows = checkRows(
    tickRow,
    await pool.query(
      `SELECT t.* FROM unnest($1::text[]) AS s(symbol)
     CROSS JOIN LATERAL (
       SELECT symbol, seq, at_ms, bid, ask, price, source, hash FROM markets.ticks
       WHERE symbol = s.symbol AND at_ms >= $2
       ORDER BY at_ms DESC, seq DESC LIMIT $3
     ) t ORDER BY t.symbol, t.seq`,
      [symbols, fromMs, perSymbol],
    ),
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
  const rows = checkRows(
    tickRow,
    await pool.query(
      `SELECT symbol, seq, at_ms, bid, ask, price, source, hash FROM markets.ticks
     WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3
     ORDER BY at_ms, seq LIMIT $4`,
      [symbol, fromMs, toMs, limit],
    ),
  )
  return rows.map(asTick)
}

/** Returns the newest tick at or before `atMs`. */
export async function lastTickAt(pool: Pool, symbol: string, atMs: number): Promise<Tick | undefined> {
  const rows = checkRows(
    tickRow,
    await pool.query(
      `SELECT symbol, seq, at_ms, bid, ask, price, source, hash FROM markets.ticks
     WHERE symbol = $1 AND at_ms <= $2 ORDER BY at_ms DESC, seq DESC LIMIT 1`,
      [symbol, atMs],
    ),
  )
  return rows.map(asTick)[0]
}

/** Returns the first tick after `afterSeq`, with fromMs <= at <= throughMs, at or below `price`. */
export async function firstAtOrBelow(
  pool: Pool,
  symbol: string,
  { afterSeq, fromMs, throughMs, price }: { afterSeq: number; fromMs: number; throughMs: number; price: number },
): Promise<Tick | undefined> {
  const rows = checkRows(
    tickRow,
    await pool.query(
      `SELECT symbol, seq, at_ms, bid, ask, price, source, hash FROM markets.ticks
     WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3 AND seq > $4 AND price <= $5 ORDER BY at_ms, seq LIMIT 1`,
      [symbol, fromMs, throughMs, afterSeq, price],
    ),
  )
  return rows.map(asTick)[0]
}

const lowestRow = row({ lowest: int8.nullable() })

/** Returns the lowest price with fromMs < at <= throughMs. */
export async function lowestBetween(
  pool: Pool,
  symbol: string,
  fromMs: number,
  throughMs: number,
): Promise<number | undefined> {
  const rows = checkRows(
    lowestRow,
    await pool.query(
      'SELECT min(price) AS lowest FROM markets.ticks WHERE symbol = $1 AND at_ms > $2 AND at_ms <= $3',
      [symbol, fromMs, throughMs],
    ),
  )
  const lowest = rows[0]?.lowest ?? null
  return lowest === null ? undefined : Number(lowest)
}

/** Returns the ticks from `fromSeq` to `toSeq`, and the hash of the tick before the first one. */
export async function ticksBySeq(
  pool: Pool,
  symbol: string,
  fromSeq: number,
  toSeq: number,
): Promise<{ before: string; ticks: Tick[] }> {
  const rows = checkRows(
    tickRow,
    await pool.query(
      `SELECT symbol, seq, at_ms, bid, ask, price, source, hash FROM markets.ticks
     WHERE symbol = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq`,
      [symbol, Math.max(0, fromSeq - 1), toSeq],
    ),
  )
  const ticks = rows.map(asTick)
  const earlier = ticks[0] && ticks[0].seq < fromSeq ? ticks.shift() : undefined
  return { before: earlier?.hash ?? hashChainStart, ticks }
}

const atMsRow = row({ atMs: ms.nullable() })

/** Returns the time of the oldest tick, or undefined for an empty record. */
export async function firstTickMs(pool: Pool, symbols: readonly string[]): Promise<number | undefined> {
  const rows = checkRows(
    atMsRow,
    await pool.query(
      `SELECT min(t.at_ms) AS at_ms FROM unnest($1::text[]) AS s(symbol)
     CROSS JOIN LATERAL (SELECT at_ms FROM markets.ticks WHERE symbol = s.symbol ORDER BY at_ms LIMIT 1) t`,
      [symbols],
    ),
  )
  return rows[0]?.atMs ?? undefined
}
