import { sql } from 'kysely'
import type { Executor } from '../platform/database/database.ts'
import { int8, int8AsNumber, ms, queryOne, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

/** A stored price or candle that contradicts the others. `shard` is null because prices belong to no customer. */
export type RecordBreak = { rule: string; shard: null; subject: string; expected: string; found: string }

const foundRow = row({ subject: text, expected: text, found: text })
type Found = RowOf<typeof foundRow>

const firstTicks = sql`(
  SELECT h.symbol, f.at_ms FROM markets.heads h
  CROSS JOIN LATERAL (SELECT at_ms FROM markets.ticks WHERE symbol = h.symbol ORDER BY at_ms, seq LIMIT 1) f
)`
const openedMs = sql`(SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY at_ms) FROM ${firstTicks} f)`

/** Enough to show the extent of a problem without loading a whole table into memory. */
const maxBreaks = 100

// Skips from symbol to symbol in the index, because reading every row would take minutes.
const symbolsOf = (table: 'ticks' | 'candles') => {
  const name = sql.table(`markets.${table}`)
  return sql`(
    WITH RECURSIVE found AS (
      (SELECT symbol FROM ${name} ORDER BY symbol LIMIT 1)
      UNION ALL
      SELECT (SELECT t.symbol FROM ${name} t WHERE t.symbol > b.symbol ORDER BY t.symbol LIMIT 1)
      FROM found b WHERE b.symbol IS NOT NULL
    )
    SELECT symbol FROM found WHERE symbol IS NOT NULL
  )`
}

const symbolRow = row({ symbol: text })

/** Returns the symbols that have ticks, candles or a hash chain head. */
export async function recordedSymbols(tx: Executor): Promise<string[]> {
  const rows = await queryRows(tx, symbolRow)`
    SELECT symbol FROM ${symbolsOf('ticks')} t UNION SELECT symbol FROM ${symbolsOf('candles')} c
    UNION SELECT symbol FROM markets.heads ORDER BY symbol`
  return rows.map(({ symbol }) => symbol)
}

/** A tick up to which a hash chain was already verified. `hash` is hexadecimal. */
export type TickPlace = { seq: number; atMs: number; hash: string }

const wholeRecord: TickPlace = { seq: 0, atMs: 0, hash: '00'.repeat(32) }

/**
 * Returns a symbol's ticks whose sequence number or hash doesn't follow from the previous tick. If a verified tick is
 * given, reads only later ticks; the verified tick itself must still exist with the same hash.
 */
export async function findBrokenLinks(
  tx: Executor,
  symbol: string,
  { seq, atMs, hash } = wholeRecord,
): Promise<Found[]> {
  return queryRows(tx, foundRow)`
    WITH verified AS (
      SELECT coalesce(encode((
        SELECT hash FROM markets.ticks WHERE symbol = ${symbol} AND at_ms = ${atMs} AND seq = ${seq}
      ), 'hex'), 'no tick') AS hash WHERE ${seq}::bigint > 0
    ), linked AS (
      SELECT seq, at_ms, hash, lag(seq, 1, ${seq}::bigint) OVER record AS before_seq,
        sha256(lag(hash, 1, decode(${hash}, 'hex')) OVER record
          || convert_to(concat_ws('|', symbol, seq, at_ms, bid, ask, price, source), 'UTF8')) AS expected_hash
      FROM markets.ticks WHERE symbol = ${symbol} AND (at_ms, seq) > (${atMs}::bigint, ${seq}::bigint)
      WINDOW record AS (ORDER BY at_ms, seq)
    ), found AS (
      SELECT ${seq}::bigint AS seq, ${atMs}::bigint AS at_ms, ${hash}::text AS expected, v.hash AS found
      FROM verified v WHERE v.hash <> ${hash}
      UNION ALL
      SELECT seq, at_ms, before_seq + 1 || ' ' || encode(expected_hash, 'hex'), seq || ' ' || encode(hash, 'hex')
      FROM linked WHERE seq <> before_seq + 1 OR hash <> expected_hash
    )
    SELECT ${symbol} || ' tick ' || seq AS subject, expected, found FROM found
    ORDER BY at_ms, seq LIMIT ${maxBreaks}`
}

/** Returns the symbols whose record is marked as complete up to a different time than the feed stored. */
export async function findWrongMarks(tx: Executor): Promise<Found[]> {
  return queryRows(tx, foundRow)`
    SELECT symbol || ' complete up to ' || complete_ms AS subject,
      encode(markets.complete_mark(hash, complete_ms), 'hex') AS expected, encode(complete_mark, 'hex') AS found
    FROM markets.heads WHERE complete_mark <> markets.complete_mark(hash, complete_ms) ORDER BY symbol`
}

const tickPlacesRow = row({ symbol: text, seq: int8AsNumber, atMs: ms, hash: text })

/** Returns the head of each symbol's hash chain. */
export async function readTickPlaces(tx: Executor): Promise<(TickPlace & { symbol: string })[]> {
  return queryRows(tx, tickPlacesRow)`
    SELECT symbol, seq, at_ms, encode(hash, 'hex') AS hash FROM markets.heads
    WHERE seq > 0 ORDER BY symbol`
}

/** Returns the head of a symbol's hash chain if it doesn't match the symbol's last tick. */
export async function findWrongHead(tx: Executor, symbol: string): Promise<Found[]> {
  return queryRows(tx, foundRow)`
    WITH last AS (
      SELECT concat_ws(' ', seq, at_ms, encode(hash, 'hex')) AS place FROM markets.ticks
      WHERE symbol = ${symbol} ORDER BY at_ms DESC, seq DESC LIMIT 1
    ), head AS (
      SELECT concat_ws(' ', seq, at_ms, encode(hash, 'hex')) AS place FROM markets.heads
      WHERE symbol = ${symbol} AND seq > 0
    )
    SELECT ${symbol} AS subject, coalesce(last.place, 'no tick') AS expected, coalesce(head.place, 'no head') AS found
    FROM last FULL JOIN head ON true WHERE last.place IS DISTINCT FROM head.place`
}

const atMsRow = row({ atMs: ms.nullable() })

/**
 * Returns the time by which half of the symbols had a tick, which counts as the start of the record. For the hours
 * before its launch, a simulated market stores candles, and ticks of some symbols. These candles can't be compared with
 * the ticks, because they are computed from fewer prices.
 */
export async function recordOpenedMs(tx: Executor): Promise<number> {
  const { atMs } = await queryOne(tx, atMsRow)`SELECT ${openedMs} AS at_ms`
  return atMs ?? 0
}

/**
 * Returns a symbol's minutes whose candles differ from their ticks, from the first full minute of the record up to the
 * last candle. Before a seam, a symbol may have candles without ticks. `sinceMs` is the start of a minute; earlier
 * minutes aren't read.
 */
export async function findWrongMinutes(
  tx: Executor,
  symbol: string,
  openedMs: number,
  sinceMs: number,
): Promise<Found[]> {
  return queryRows(tx, foundRow)`
    WITH span AS (
      SELECT (SELECT through_ms FROM markets.candle_progress) AS to_ms,
        (SELECT greatest((greatest(at_ms, ${openedMs}::bigint) / 60000 + 1) * 60000, ${sinceMs}::bigint)
          FROM markets.ticks
          WHERE symbol = ${symbol} ORDER BY at_ms, seq LIMIT 1) AS from_ms,
        coalesce((SELECT max(at_ms) FROM markets.seams WHERE symbol = ${symbol}), 0) AS seam_ms
    ), made AS (
      SELECT t.at_ms / 60000 * 60000 AS at_ms,
        concat_ws(' ', (min(ARRAY[t.seq, t.price]))[2], max(t.price), min(t.price),
        (max(ARRAY[t.seq, t.price]))[2], count(*)) AS prices
      FROM markets.ticks t, span
      WHERE t.symbol = ${symbol} AND t.at_ms >= span.from_ms AND t.at_ms < span.to_ms GROUP BY 1
    ), stored AS (
      SELECT c.at_ms, concat_ws(' ', c.open, c.high, c.low, c.close, c.ticks) AS prices
      FROM markets.candles c, span WHERE c.symbol = ${symbol} AND c.width_s = 60 AND c.at_ms >= span.from_ms
    )
    SELECT ${symbol} || ' minute ' || coalesce(m.at_ms, s.at_ms) AS subject,
      coalesce(m.prices, 'no candle') AS expected, coalesce(s.prices, 'no candle') AS found
    FROM made m FULL JOIN stored s ON s.at_ms = m.at_ms
    WHERE m.prices IS DISTINCT FROM s.prices AND (m.prices IS NOT NULL OR s.at_ms > (SELECT seam_ms FROM span))
    ORDER BY coalesce(m.at_ms, s.at_ms) LIMIT ${maxBreaks}`
}

/** Returns a symbol's hours whose candles differ from their minute candles. `sinceMs` is the start of an hour. */
export async function findWrongHours(tx: Executor, symbol: string, sinceMs: number): Promise<Found[]> {
  return queryRows(tx, foundRow)`
    WITH made AS (
      SELECT at_ms / 3600000 * 3600000 AS at_ms, concat_ws(' ', (min(ARRAY[at_ms, open]))[2], max(high), min(low),
        (max(ARRAY[at_ms, close]))[2], sum(ticks)) AS prices
      FROM markets.candles WHERE symbol = ${symbol} AND width_s = 60 AND at_ms >= ${sinceMs} GROUP BY 1
    ), stored AS (
      SELECT at_ms, concat_ws(' ', open, high, low, close, ticks) AS prices FROM markets.candles
      WHERE symbol = ${symbol} AND width_s = 3600 AND at_ms >= ${sinceMs}
    )
    SELECT ${symbol} || ' hour ' || at_ms AS subject, coalesce(m.prices, 'no candle') AS expected,
      coalesce(s.prices, 'no candle') AS found
    FROM made m FULL JOIN stored s USING (at_ms)
    WHERE m.prices IS DISTINCT FROM s.prices ORDER BY 1 LIMIT ${maxBreaks}`
}

const recordedAtRow = row({ seq: int8AsNumber.nullable(), atMs: ms.nullable(), price: int8.nullable() })

/**
 * Returns, for each given moment in order, the symbol's last stored tick at or before it; undefined if there is none.
 * Used by other modules' checks.
 */
export async function recordedAt(
  tx: Executor,
  moments: readonly { symbol: string; atMs: number }[],
): Promise<({ seq: number; atMs: number; price: bigint } | undefined)[]> {
  const rows = await queryRows(tx, recordedAtRow)`
    SELECT t.seq, t.at_ms, t.price
    FROM unnest(
      ${moments.map(({ symbol }) => symbol)}::text[],
      ${moments.map(({ atMs }) => atMs)}::bigint[]
    ) WITH ORDINALITY AS m(symbol, at_ms, place)
    LEFT JOIN LATERAL (
      SELECT k.seq, k.at_ms, k.price FROM markets.ticks k
      WHERE k.symbol = m.symbol AND k.at_ms <= m.at_ms ORDER BY k.at_ms DESC, k.seq DESC LIMIT 1
    ) t ON true
    ORDER BY m.place`
  return rows.map(({ seq, atMs, price }) => (seq === null ? undefined : { seq, atMs: atMs!, price: price! }))
}

/**
 * Minute candles up to a few hours after a symbol's first tick. A simulated market computes the candles from before its
 * launch from prices that it doesn't store as ticks, so they can't be verified from ticks. They are final one day after
 * the first tick.
 */
export const earliestCandles = {
  name: 'earliest candles',
  rows: sql`
    SELECT c.symbol AS part, f.at_ms + 86400000 AS at_ms, lpad(c.at_ms::text, 16, '0') AS key,
      ROW(c.symbol, c.width_s, c.at_ms, c.open, c.high, c.low, c.close, c.ticks)::text AS words
    FROM ${firstTicks} f
    JOIN markets.candles c ON c.symbol = f.symbol AND c.width_s = 60 AND c.at_ms < f.at_ms + 21600000`,
}
