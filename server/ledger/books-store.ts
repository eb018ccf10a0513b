import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '../platform/database.ts'
import type { HouseCode, TransferKind } from './codes.ts'
import type { Break } from './public.ts'

/** What a module's rows say that the ledger must hold, compared with its transfers in both directions. */
export type ExpectedMoves = {
  /** Names the rule in a break. */
  rule: string
  /** Transfers of these kinds are compared: each needs a row, and each row its transfers. */
  kinds: readonly TransferKind[]
  /** Whose accounts are compared. The other side of a transfer follows from these. */
  accounts: readonly ('customers' | HouseCode)[]
  /** Compares what went in less what went out, for rows that a later event may take back. */
  net?: boolean
  /** Compares what pending transfers still hold, instead of what was posted. */
  held?: boolean
  /**
   * A query of `reference, account, asset, in_minor, out_minor`. `account` is the customer's id, a space and the code of the account, or
   * the code of a house account. Rows of the same account are added up.
   */
  rows: RawBuilder<unknown>
}

/** Most breaks of one rule in one shard that are reported: enough to see the extent, without holding a whole table in memory. */
const breaksOfRule = 100

/** Returns the transfers of a shard without a row, the rows without transfers, and those whose amounts differ. */
export async function findUnmatchedMoves(
  db: Executor,
  shard: number,
  { rule, kinds, accounts, net = false, held = false, rows: expected }: ExpectedMoves,
): Promise<Break[]> {
  const { rows } = await sql<Break>`
    WITH expected AS (${expected}), moves AS (
      SELECT t.reference, s.account, t.asset, t.amount_minor * s.is_in AS in_minor, t.amount_minor * (1 - s.is_in) AS out_minor
      FROM ledger.transfers t
      CROSS JOIN LATERAL (VALUES (t.credit_owner, t.credit_code, 1), (t.debit_owner, t.debit_code, 0)) AS side(owner, code, is_in)
      CROSS JOIN LATERAL (SELECT coalesce(side.owner || ' ', '') || side.code AS account, side.is_in) s
      WHERE t.shard = ${shard} AND t.kind = ANY (${kinds}) AND CASE WHEN ${held}
          THEN t.phase = 'pending' AND NOT EXISTS (SELECT FROM ledger.transfers r WHERE r.shard = t.shard AND r.pending_id = t.id)
          ELSE t.phase IS NULL OR t.phase = 'post' END
        AND CASE WHEN side.owner IS NULL THEN side.code ELSE 'customers' END = ANY (${accounts})
        -- Coins that the operator puts in belong to no customer's row.
        AND NOT (t.reference IS NULL AND side.owner IS NULL AND coalesce(t.key, '') LIKE 'treasury:%')
    ), sums AS (
      SELECT e.is_moved, coalesce(e.reference::text, 'no reference') AS reference, e.account, e.asset, sum(e.in_minor) AS in_minor, sum(e.out_minor) AS out_minor
      FROM (
        SELECT false AS is_moved, reference, account, asset, in_minor::numeric, out_minor::numeric FROM expected
        UNION ALL SELECT true, reference, account, asset, in_minor, out_minor FROM moves
      ) e GROUP BY 1, 2, 3, 4
    ), sides AS (
      SELECT is_moved, reference, account, asset,
        CASE WHEN ${net} THEN greatest(in_minor - out_minor, 0) ELSE in_minor END AS in_minor,
        CASE WHEN ${net} THEN greatest(out_minor - in_minor, 0) ELSE out_minor END AS out_minor
      FROM sums
    ), compared AS (
      SELECT reference, account, asset,
        coalesce(sum(in_minor) FILTER (WHERE NOT is_moved), 0) AS rows_in, coalesce(sum(out_minor) FILTER (WHERE NOT is_moved), 0) AS rows_out,
        coalesce(sum(in_minor) FILTER (WHERE is_moved), 0) AS moved_in, coalesce(sum(out_minor) FILTER (WHERE is_moved), 0) AS moved_out
      FROM sides GROUP BY reference, account, asset
    )
    SELECT ${rule} AS rule, ${shard}::int AS shard, concat_ws(' ', reference, account, asset) AS subject,
      'in ' || rows_in || ', out ' || rows_out AS expected, 'in ' || moved_in || ', out ' || moved_out AS found
    FROM compared WHERE rows_in <> moved_in OR rows_out <> moved_out ORDER BY reference, account LIMIT ${breaksOfRule}`.execute(
    db,
  )
  return rows
}

/** What a module's rows say that the notes of its transfers must be. */
export type ExpectedNotes = {
  /** Names the rule in a break. */
  rule: string
  kind: TransferKind
  /** A query of `reference, note, earlier`: the note, and what an earlier version of the product wrote instead. */
  rows: RawBuilder<unknown>
}

/** Returns the transfers of a shard whose note is another than their row says. Transfers without a note are older than notes of their kind. */
export async function findOtherNotes(
  db: Executor,
  shard: number,
  { rule, kind, rows: expected }: ExpectedNotes,
): Promise<Break[]> {
  const { rows } = await sql<Break>`
    WITH expected AS (${expected})
    SELECT ${rule} AS rule, ${shard}::int AS shard, t.reference::text AS subject, e.note AS expected, t.note AS found
    FROM ledger.transfers t JOIN expected e ON e.reference = t.reference
    WHERE t.shard = ${shard} AND t.kind = ${kind} AND t.note NOT IN (e.note, e.earlier) ORDER BY t.id LIMIT ${breaksOfRule}`.execute(
    db,
  )
  return rows
}

/** Rows of a module that no longer change: what a seal covers. */
export type SealedRows = {
  /** Names the rows in seals and in breaks. Stored seals are compared by this name, so another query needs another name. */
  name: string
  /**
   * A query of `part, at_ms, key, words`. `part` divides a seal, such as by shard. `at_ms` is the product's time of the transaction that
   * changed the row last, or 0 where an earlier version did not store it; no row may appear with an earlier time than a seal covers.
   * `key` orders the rows of a part. `words` has every value that is sealed, as text.
   */
  rows: RawBuilder<unknown>
}

/** A head that was published: the newest batch of a shard at that time, with its hash, hexadecimal. `where` names the publication. */
export type PublishedHead = { where: string; shard: number; batch: string; hash: string }

/** Returns the published heads whose batch is not in the chain any more, or has another hash: the history was rewritten or cut off. */
export async function findOtherHeads(db: Executor, heads: readonly PublishedHead[]): Promise<Break[]> {
  const { rows } = await sql<Break>`
    SELECT 'published heads are in the chain' AS rule, p.shard, 'batch ' || p.batch || ' of ' || p."where" AS subject, p.hash AS expected,
      coalesce(encode(b.hash, 'hex'), 'no such batch') AS found
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS p(shard int, batch bigint, hash text, "where" text)
    LEFT JOIN ledger.batches b ON b.shard = p.shard AND b.batch = p.batch
    WHERE p.batch > 0 AND encode(b.hash, 'hex') IS DISTINCT FROM p.hash ORDER BY p.shard, p.batch LIMIT ${breaksOfRule}`.execute(
    db,
  )
  return rows
}
