import type { Executor } from '../platform/database/database.ts'
import { bytea, int4, int8, ms, queryFirst, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

/** SQL for the batches of transfers, which are the links of the shards' hash chains. */

const batchesOfRow = row({ id: int8, batch: int8 })

/**
 * Returns the batch that contains each of a shard's transfers `ids`. Uses a binary search, which works because batches
 * and transfers are numbered without gaps under the shard's lock. An index by transfer would slow down every order and
 * serve only receipts.
 */
export async function readBatchesOf(
  db: Executor,
  shard: number,
  ids: readonly bigint[],
): Promise<{ id: bigint; batch: bigint }[]> {
  return queryRows(db, batchesOfRow)`
    WITH RECURSIVE search AS (
      SELECT requested.id, 1::bigint AS low, h.batch AS high
      FROM unnest(${ids.map(String)}::bigint[]) AS requested(id) JOIN ledger.heads h ON h.shard = ${shard}
      UNION ALL
      SELECT s.id,
        CASE WHEN b.last_id < s.id THEN b.batch + 1 ELSE s.low END,
        CASE WHEN b.last_id < s.id THEN s.high ELSE b.batch END
      FROM search s JOIN ledger.batches b ON b.shard = ${shard} AND b.batch = (s.low + s.high) / 2
      WHERE s.low < s.high
    )
    SELECT s.id, b.batch FROM search s JOIN ledger.batches b ON b.shard = ${shard} AND b.batch = s.low
    WHERE s.low = s.high AND s.id BETWEEN b.first_id AND b.last_id`
}

const batchRow = row({ firstId: int8, lastId: int8, atMs: ms, hash: text })

export async function readBatch(
  db: Executor,
  shard: number,
  batch: bigint,
): Promise<{ firstId: bigint; lastId: bigint; atMs: number; hash: string } | undefined> {
  return queryFirst(db, batchRow)`
    SELECT first_id, last_id, at_ms, encode(hash, 'hex') AS hash
    FROM ledger.batches WHERE shard = ${shard} AND batch = ${batch}`
}

const shardBatchRow = row({
  shard: int4,
  batch: int8,
  firstId: int8,
  lastId: int8,
  atMs: ms,
  hash: text,
  /** The leaf hashes of its transfers, one after the other. */
  leaves: bytea,
})

export async function readBatchesAfter(
  db: Executor,
  after: ReadonlyMap<number, bigint>,
  limit: number,
): Promise<RowOf<typeof shardBatchRow>[]> {
  return queryRows(db, shardBatchRow)`
    SELECT b.shard, b.batch, b.first_id, b.last_id, b.at_ms, encode(b.hash, 'hex') AS hash,
        (SELECT string_agg(ledger.leaf_hash(t), '' ORDER BY t.id)
          FROM ledger.transfers t WHERE t.shard = b.shard AND t.id BETWEEN b.first_id AND b.last_id) AS leaves
      FROM ledger.heads h
      LEFT JOIN unnest(${[...after.keys()]}::int[], ${[...after.values()].map(String)}::bigint[]) AS known(shard, batch)
        ON known.shard = h.shard
      CROSS JOIN LATERAL (SELECT * FROM ledger.batches b
        WHERE b.shard = h.shard AND b.batch > coalesce(known.batch, 0) ORDER BY b.batch LIMIT ${limit}) b
      ORDER BY b.shard, b.batch`
}

const encodingRow = row({ id: int8, encoding: text })

/** Returns the canonical text of each transfer in a batch, in order; none if the batch doesn't exist. */
export async function readEncodings(db: Executor, shard: number, batch: bigint): Promise<RowOf<typeof encodingRow>[]> {
  return queryRows(db, encodingRow)`
    SELECT t.id, ledger.encoding(t) AS encoding
      FROM ledger.batches b JOIN ledger.transfers t ON t.shard = b.shard AND t.id BETWEEN b.first_id AND b.last_id
      WHERE b.shard = ${shard} AND b.batch = ${batch} ORDER BY t.id`
}
