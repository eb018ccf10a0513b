import type { Executor } from '../platform/database/database.ts'
import { int4, int8, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

// SQL for the transparency log: what is complete, in order.

const minuteHeadRow = row({ symbol: text, minute: int8, seq: int8, hash: text })
/**
 * The last tick of a symbol in a minute. The minute `m` ends at `(m + 1) * 60,000` ms, which belongs to it; its start
 * doesn't.
 */
export type MinuteHead = RowOf<typeof minuteHeadRow>

/**
 * Returns complete minutes with ticks of each given symbol after the given minute, oldest first: those of the next
 * `limit` minutes that have any. A minute is complete when the symbol's record is complete up to its end.
 */
export async function minuteHeadsAfter(
  ex: Executor,
  after: ReadonlyMap<string, bigint>,
  limit: number,
): Promise<MinuteHead[]> {
  return queryRows(ex, minuteHeadRow)`
    SELECT h.symbol, m.minute, m.seq, encode(m.hash, 'hex') AS hash
      FROM unnest(${[...after.keys()]}::text[], ${[...after.values()].map(String)}::bigint[]) AS known(symbol, minute)
      JOIN markets.heads h ON h.symbol = known.symbol
      CROSS JOIN LATERAL (SELECT (t.at_ms - 1) / 60000 AS minute FROM markets.ticks t
        WHERE t.symbol = h.symbol AND t.at_ms > (known.minute + 1) * 60000 AND t.at_ms <= h.complete_ms
        ORDER BY t.at_ms LIMIT 1) first
      CROSS JOIN LATERAL (
        SELECT DISTINCT ON ((t.at_ms - 1) / 60000) (t.at_ms - 1) / 60000 AS minute, t.seq, t.hash
          FROM markets.ticks t
          WHERE t.symbol = h.symbol AND t.at_ms > first.minute * 60000
            AND t.at_ms <= least(h.complete_ms / 60000, first.minute + ${limit}) * 60000
          ORDER BY (t.at_ms - 1) / 60000, t.seq DESC) m
      ORDER BY h.symbol, m.minute`
}

const startRow = row({ symbol: text, minute: int8 })

/** Returns the last complete minute of each symbol that is not among `known`. */
export async function newestMinutesExcept(
  ex: Executor,
  known: readonly string[],
): Promise<{ symbol: string; minute: bigint }[]> {
  return queryRows(ex, startRow)`
    SELECT symbol, complete_ms / 60000 - 1 AS minute FROM markets.heads
      WHERE complete_ms > 0 AND symbol <> ALL (${[...known]}::text[])`
}

const seedHourRow = row({ seedChain: text, hour: int4, commitment: text })
/** An hour of the simulated market, with its seed chain's root. */
export type SeedHour = RowOf<typeof seedHourRow>

/** Returns up to `limit` hours of each seed chain after the given one, oldest first. */
export async function seedHoursAfter(
  ex: Executor,
  after: ReadonlyMap<string, bigint>,
  limit: number,
): Promise<SeedHour[]> {
  return queryRows(ex, seedHourRow)`
    SELECT encode(c.root, 'hex') AS seed_chain, s.hour, encode(s.commitment, 'hex') AS commitment
      FROM markets.seed_chains c
      LEFT JOIN unnest(${[...after.keys()]}::text[], ${[...after.values()].map(String)}::bigint[]) AS known(root, hour)
        ON known.root = encode(c.root, 'hex')
      CROSS JOIN LATERAL (SELECT * FROM markets.simulated_hours s
        WHERE s.seed_chain_id = c.id AND s.hour > coalesce(known.hour, -1) ORDER BY s.hour LIMIT ${limit}) s
      ORDER BY c.id, s.hour`
}

const seedRevealRow = row({ seedChain: text, hour: int4, seed: text })
export type SeedReveal = RowOf<typeof seedRevealRow>

/** Returns up to `limit` revealed seeds of each seed chain after the given hour, up to the first hour without one. */
export async function revealsAfter(
  ex: Executor,
  after: ReadonlyMap<string, bigint>,
  limit: number,
): Promise<SeedReveal[]> {
  return queryRows(ex, seedRevealRow)`
    SELECT encode(c.root, 'hex') AS seed_chain, s.hour, encode(s.seed, 'hex') AS seed
      FROM markets.seed_chains c
      LEFT JOIN unnest(${[...after.keys()]}::text[], ${[...after.values()].map(String)}::bigint[]) AS known(root, hour)
        ON known.root = encode(c.root, 'hex')
      CROSS JOIN LATERAL (SELECT * FROM markets.simulated_hours s
        WHERE s.seed_chain_id = c.id AND s.hour > coalesce(known.hour, -1)
          AND s.hour < coalesce((SELECT min(o.hour) FROM markets.simulated_hours o
            WHERE o.seed_chain_id = c.id AND o.hour > coalesce(known.hour, -1) AND o.seed IS NULL), 2147483647)
        ORDER BY s.hour LIMIT ${limit}) s
      ORDER BY c.id, s.hour`
}
