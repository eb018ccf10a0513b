import { sql } from 'kysely'
import type { Executor } from '../platform/database.ts'

/** A stored price or candle that contradicts the others. `shard` is null because prices belong to no customer. */
export type RecordBreak = { rule: string; shard: null; subject: string; expected: string; found: string }

type Found = Omit<RecordBreak, 'rule' | 'shard'>

/** Enough to see the extent without holding a whole table in memory. */
const mostBreaks = 100

/** Returns the symbols with ticks, and those with the end of a chain. */
export async function recordedSymbols(tx: Executor): Promise<string[]> {
  // Jumps from symbol to symbol in the index: reading every tick would take minutes.
  const { rows } = await sql<{ symbol: string }>`
    WITH RECURSIVE ticks AS (
      (SELECT symbol FROM markets.ticks ORDER BY symbol LIMIT 1)
      UNION ALL
      SELECT (SELECT t.symbol FROM markets.ticks t WHERE t.symbol > b.symbol ORDER BY t.symbol LIMIT 1)
      FROM ticks b WHERE b.symbol IS NOT NULL
    )
    SELECT symbol FROM ticks WHERE symbol IS NOT NULL UNION SELECT symbol FROM markets.heads ORDER BY symbol`.execute(tx)
  return rows.map(({ symbol }) => symbol)
}

/** Returns ticks of a symbol that don't follow the one before: by their number, their time or their hash. */
export async function findBrokenLinks(tx: Executor, symbol: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    WITH linked AS (
      SELECT seq, at_ms, hash, lag(seq, 1, 0::bigint) OVER chain AS before_seq,
        sha256(lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER chain
          || convert_to(concat_ws('|', symbol, seq, at_ms, bid, ask, price, source), 'UTF8')) AS expected_hash
      FROM markets.ticks WHERE symbol = ${symbol}
      WINDOW chain AS (ORDER BY at_ms, seq)
    )
    SELECT ${symbol} || ' tick ' || seq AS subject, before_seq + 1 || ' ' || encode(expected_hash, 'hex') AS expected,
      seq || ' ' || encode(hash, 'hex') AS found
    FROM linked WHERE seq <> before_seq + 1 OR hash <> expected_hash
    ORDER BY at_ms, seq LIMIT ${mostBreaks}`.execute(tx)
  return rows
}

/** Returns the end of a symbol's chain if it isn't the symbol's last tick. */
export async function findWrongHead(tx: Executor, symbol: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    WITH last AS (
      SELECT concat_ws(' ', seq, at_ms, encode(hash, 'hex')) AS place FROM markets.ticks
      WHERE symbol = ${symbol} ORDER BY at_ms DESC, seq DESC LIMIT 1
    ), head AS (
      SELECT concat_ws(' ', seq, at_ms, encode(hash, 'hex')) AS place FROM markets.heads WHERE symbol = ${symbol} AND seq > 0
    )
    SELECT ${symbol} AS subject, coalesce(last.place, 'no tick') AS expected, coalesce(head.place, 'no head') AS found
    FROM last FULL JOIN head ON true WHERE last.place IS DISTINCT FROM head.place`.execute(tx)
  return rows
}

/**
 * Returns when the record of all symbols had begun: the time at which half of them had a tick. A simulated market has
 * candles of its hours before, made from fewer prices than the ticks that it keeps of them for some symbols.
 */
export async function recordOpenedMs(tx: Executor): Promise<bigint> {
  const { rows } = await sql<{ at_ms: bigint | null }>`
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY f.at_ms) AS at_ms FROM markets.heads h
    CROSS JOIN LATERAL (SELECT at_ms FROM markets.ticks WHERE symbol = h.symbol ORDER BY at_ms, seq LIMIT 1) f`.execute(tx)
  return rows[0]?.at_ms ?? 0n
}

/**
 * Returns the minutes of a symbol whose candle differs from their ticks, from the first whole minute of the record up to
 * where candles are made. A symbol whose record has a seam may have candles without ticks before it.
 */
export async function findWrongMinutes(tx: Executor, symbol: string, openedMs: bigint): Promise<Found[]> {
  const { rows } = await sql<Found>`
    WITH span AS (
      SELECT (SELECT through_ms FROM markets.candle_progress) AS to_ms,
        (SELECT (greatest(at_ms, ${openedMs}::bigint) / 60000 + 1) * 60000 FROM markets.ticks
          WHERE symbol = ${symbol} ORDER BY at_ms, seq LIMIT 1) AS from_ms,
        coalesce((SELECT max(at_ms) FROM markets.seams WHERE symbol = ${symbol}), 0) AS seam_ms
    ), made AS (
      SELECT t.at_ms / 60000 * 60000 AS at_ms, concat_ws(' ', (min(ARRAY[t.seq, t.price]))[2], max(t.price), min(t.price),
        (max(ARRAY[t.seq, t.price]))[2], count(*)) AS prices
      FROM markets.ticks t, span WHERE t.symbol = ${symbol} AND t.at_ms >= span.from_ms AND t.at_ms < span.to_ms GROUP BY 1
    ), stored AS (
      SELECT c.at_ms, concat_ws(' ', c.open, c.high, c.low, c.close, c.ticks) AS prices
      FROM markets.candles c, span WHERE c.symbol = ${symbol} AND c.width_s = 60 AND c.at_ms >= span.from_ms
    )
    SELECT ${symbol} || ' minute ' || coalesce(m.at_ms, s.at_ms) AS subject, coalesce(m.prices, 'no candle') AS expected,
      coalesce(s.prices, 'no candle') AS found
    FROM made m FULL JOIN stored s ON s.at_ms = m.at_ms
    WHERE m.prices IS DISTINCT FROM s.prices AND (m.prices IS NOT NULL OR s.at_ms > (SELECT seam_ms FROM span))
    ORDER BY coalesce(m.at_ms, s.at_ms) LIMIT ${mostBreaks}`.execute(tx)
  return rows
}

/** Returns the hours of any symbol whose candle differs from the candles of their minutes. */
export async function findWrongHours(tx: Executor): Promise<Found[]> {
  const { rows } = await sql<Found>`
    WITH made AS (
      SELECT symbol, at_ms / 3600000 * 3600000 AS at_ms, concat_ws(' ', (min(ARRAY[at_ms, open]))[2], max(high), min(low),
        (max(ARRAY[at_ms, close]))[2], sum(ticks)) AS prices
      FROM markets.candles WHERE width_s = 60 GROUP BY 1, 2
    ), stored AS (
      SELECT symbol, at_ms, concat_ws(' ', open, high, low, close, ticks) AS prices FROM markets.candles WHERE width_s = 3600
    )
    SELECT symbol || ' hour ' || at_ms AS subject, coalesce(m.prices, 'no candle') AS expected,
      coalesce(s.prices, 'no candle') AS found
    FROM made m FULL JOIN stored s USING (symbol, at_ms)
    WHERE m.prices IS DISTINCT FROM s.prices ORDER BY 1 LIMIT ${mostBreaks}`.execute(tx)
  return rows
}

/** Returns the last stored tick of each symbol at or before its moment, in order; undefined where there is none. For the checks of other modules. */
export async function recordedAt(tx: Executor, moments: readonly { symbol: string; atMs: number }[]): Promise<({ seq: number; atMs: number; price: bigint } | undefined)[]> {
  const { rows } = await sql<Record<'seq' | 'at_ms' | 'price', bigint | null>>`
    SELECT t.seq, t.at_ms, t.price FROM unnest(${moments.map(({ symbol }) => symbol)}::text[], ${moments.map(({ atMs }) => atMs)}::bigint[]) WITH ORDINALITY AS m(symbol, at_ms, place)
    LEFT JOIN LATERAL (SELECT k.seq, k.at_ms, k.price FROM markets.ticks k WHERE k.symbol = m.symbol AND k.at_ms <= m.at_ms ORDER BY k.at_ms DESC, k.seq DESC LIMIT 1) t ON true
    ORDER BY m.place`.execute(tx)
  return rows.map(({ seq, at_ms, price }) => (seq === null ? undefined : { seq: Number(seq), atMs: Number(at_ms), price: BigInt(price!) }))
}
