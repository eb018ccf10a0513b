import { type RawBuilder } from 'kysely'
import type { Executor } from '../platform/database/database.ts'
import type { HouseCode, TransferKind } from './codes.ts'
import type { Break } from './types.ts'
import { int4, queryRows, row, text } from '../platform/database/rows.ts'

/** The transfers that a module's rows imply. They are compared with the ledger in both directions. */
export type ExpectedMoves = {
  /** Name of the rule in a break. */
  rule: string
  /** Kinds of transfers to compare. Each transfer needs a row, and each row its transfers. */
  kinds: readonly TransferKind[]
  /** The accounts to compare. The other side of each transfer follows from them. */
  accounts: readonly ('customers' | HouseCode)[]
  /** Compares incoming minus outgoing amounts, for rows that a later event may reverse. */
  net?: boolean
  /** Compares what pending transfers still hold instead of posted amounts. */
  held?: boolean
  /**
   * A query of `reference, account, asset, in_minor, out_minor`. `account` is the customer's ID, a space and the
   * account's code, or the code of a house account. Rows of the same account are summed.
   */
  rows: RawBuilder<unknown>
}

/** Maximum number of breaks reported per rule and shard: shows the extent without holding a whole table in memory. */
const maxBreaksPerRule = 100

const breakRow = row({ rule: text, shard: int4.nullable(), subject: text, expected: text, found: text })

/** Returns a shard's transfers that have no row, rows that have no transfers, and pairs whose amounts differ. */
export async function findUnmatchedMoves(
  db: Executor,
  shard: number,
  { rule, kinds, accounts, net = false, held = false, rows: expected }: ExpectedMoves,
): Promise<Break[]> {
  return queryRows(db, breakRow)`
    WITH expected AS (${expected}), moves AS (
      SELECT t.reference, s.account, t.asset,
        t.amount_minor * s.is_in AS in_minor, t.amount_minor * (1 - s.is_in) AS out_minor
      FROM ledger.transfers t
      CROSS JOIN LATERAL (
        VALUES (t.credit_owner, t.credit_code, 1), (t.debit_owner, t.debit_code, 0)
      ) AS side(owner, code, is_in)
      CROSS JOIN LATERAL (SELECT coalesce(side.owner || ' ', '') || side.code AS account, side.is_in) s
      WHERE t.shard = ${shard} AND t.kind = ANY (${kinds}) AND CASE WHEN ${held}
          THEN t.phase = 'pending'
            AND NOT EXISTS (SELECT FROM ledger.transfers r WHERE r.shard = t.shard AND r.pending_id = t.id)
          ELSE t.phase IS NULL OR t.phase = 'post' END
        AND CASE WHEN side.owner IS NULL THEN side.code ELSE 'customers' END = ANY (${accounts})
        -- Coins that the operator adds don't belong to any customer's row.
        AND NOT (t.reference IS NULL AND side.owner IS NULL AND coalesce(t.key, '') LIKE 'treasury:%')
    ), sums AS (
      SELECT e.is_moved, coalesce(e.reference::text, 'no reference') AS reference, e.account, e.asset,
        sum(e.in_minor) AS in_minor, sum(e.out_minor) AS out_minor
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
        coalesce(sum(in_minor) FILTER (WHERE NOT is_moved), 0) AS rows_in,
        coalesce(sum(out_minor) FILTER (WHERE NOT is_moved), 0) AS rows_out,
        coalesce(sum(in_minor) FILTER (WHERE is_moved), 0) AS moved_in,
        coalesce(sum(out_minor) FILTER (WHERE is_moved), 0) AS moved_out
      FROM sides GROUP BY reference, account, asset
    )
    SELECT ${rule} AS rule, ${shard}::int AS shard, concat_ws(' ', reference, account, asset) AS subject,
      'in ' || rows_in || ', out ' || rows_out AS expected, 'in ' || moved_in || ', out ' || moved_out AS found
    FROM compared WHERE rows_in <> moved_in OR rows_out <> moved_out
    ORDER BY reference, account LIMIT ${maxBreaksPerRule}`
}

/** The notes that a module's rows imply for its transfers. */
export type ExpectedNotes = {
  /** Name of the rule in a break. */
  rule: string
  kind: TransferKind
  /**
   * A query of `reference, note, earlier`: the note, and the text that an earlier version of the product wrote instead.
   */
  rows: RawBuilder<unknown>
}

/**
 * Returns a shard's transfers whose note differs from the one that their row implies. Ignores transfers without a note,
 * which predate notes.
 */
export async function findOtherNotes(
  db: Executor,
  shard: number,
  { rule, kind, rows: expected }: ExpectedNotes,
): Promise<Break[]> {
  return queryRows(db, breakRow)`
    WITH expected AS (${expected})
    SELECT ${rule} AS rule, ${shard}::int AS shard, t.reference::text AS subject, e.note AS expected, t.note AS found
    FROM ledger.transfers t JOIN expected e ON e.reference = t.reference
    WHERE t.shard = ${shard} AND t.kind = ${kind} AND t.note NOT IN (e.note, e.earlier)
    ORDER BY t.id LIMIT ${maxBreaksPerRule}`
}

/** A module's final rows, which a seal covers. */
export type SealedRows = {
  /**
   * Name of the rows in seals and in breaks. Stored seals are compared by this name, so a changed query requires a new
   * name.
   */
  name: string
  /**
   * A query of `part, at_ms, key, words`. `part` divides a seal, for example by shard. `at_ms` is the product's time at
   * the row's last change, or 0 if an earlier version didn't store it; no row may appear with a time that a seal
   * already covers. `key` orders the rows of a part. `words` contains every sealed value as text.
   */
  rows: RawBuilder<unknown>
}

/**
 * A published head: a shard's newest batch when it was published, with its hexadecimal hash. `where` names the
 * publication.
 */
export type PublishedHead = { where: string; shard: number; batch: string; hash: string }

/**
 * Returns published heads whose batch is missing from the hash chain or has a different hash: the history was rewritten
 * or truncated.
 */
export async function findOtherHeads(db: Executor, heads: readonly PublishedHead[]): Promise<Break[]> {
  return queryRows(db, breakRow)`
    SELECT 'published heads are in the hash chain' AS rule, p.shard,
      'batch ' || p.batch || ' of ' || p."where" AS subject, p.hash AS expected,
      coalesce(encode(b.hash, 'hex'), 'missing batch') AS found
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS p(shard int, batch bigint, hash text, "where" text)
    LEFT JOIN ledger.batches b ON b.shard = p.shard AND b.batch = p.batch
    WHERE p.batch > 0 AND encode(b.hash, 'hex') IS DISTINCT FROM p.hash
    ORDER BY p.shard, p.batch LIMIT ${maxBreaksPerRule}`
}
