import { sql } from 'kysely'
import type { Asset } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import { int4, json, ms, queryFirst, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

/** All SQL for the `proofs` schema. */

export type StoredAsset = {
  asset: Asset
  owedMinor: string
  heldMinor: string | null
  heldAs: 'chain' | 'none' | 'away'
}
type StoredHead = { shard: number; batch: string; hash: string }
export type Statement = {
  day: string
  atMs: number
  root: string
  customers: number
  assets: StoredAsset[]
  heads: StoredHead[]
  audit: { entries: number; hash: string } | null
}
const leafRow = row({ place: int4, customerId: text, salt: text, totals: text })
export type StoredLeaf = RowOf<typeof leafRow>

/** Returns false if the day already has a statement. */
export async function insertStatement(
  tx: Executor,
  { day, atMs, root, customers, assets, heads, audit }: Statement,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO proofs.statements (day, at_ms, root, customers, assets, heads, audit)
      VALUES (${day}, ${atMs}, ${root}, ${customers}, ${JSON.stringify(assets)}::jsonb,
      ${JSON.stringify(heads)}::jsonb, ${JSON.stringify(audit)}::jsonb)
    ON CONFLICT (day) DO NOTHING RETURNING 1`.execute(tx)
  return rows.length > 0
}

export async function insertLeaves(tx: Executor, day: string, leaves: readonly StoredLeaf[]): Promise<void> {
  await sql`
    INSERT INTO proofs.leaves (day, place, customer_id, salt, totals)
    SELECT ${day}, x.place, x."customerId", x.salt, x.totals
      FROM jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb) AS x(place int, "customerId" uuid, salt text,
      totals text)`.execute(tx)
}

/** Deletes the leaves of all statements except the newest `kept`. Keeps the statements. */
export async function deleteOldLeaves(tx: Executor, kept: number): Promise<void> {
  await sql`DELETE FROM proofs.leaves WHERE day < (SELECT min(day) FROM (SELECT day FROM proofs.statements
    ORDER BY day DESC LIMIT ${kept}) newest)`.execute(tx)
}

const statementRow = row({
  day: text,
  root: text,
  customers: int4,
  heads: json<StoredHead[]>(),
  audit: json<{ entries: number; hash: string }>().nullable(),
  atMs: ms,
  assets: json<(Omit<StoredAsset, 'heldAs'> & { heldAs: StoredAsset['heldAs'] | 'ledger' })[]>(),
})
type StatementRow = RowOf<typeof statementRow>

/** Returns the statement for a day (`2026-01-05`, UTC), or the newest one. */
export async function findStatement(db: Executor, day?: string): Promise<Statement | undefined> {
  const found = await queryFirst(db, statementRow)`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, at_ms, root, customers, assets, heads, audit
      FROM proofs.statements
    WHERE ${day ?? null}::date IS NULL OR day = ${day ?? null}::date ORDER BY day DESC LIMIT 1`
  const row = found
  return row && { ...row, assets: row.assets.map(shownHeld) }
}

/**
 * Returns an asset with the reserves to show. Older statements also list owed play money as held, although that was
 * never measured.
 */
function shownHeld({ heldAs, ...asset }: StatementRow['assets'][number]): StoredAsset {
  return heldAs === 'ledger' ? { ...asset, heldMinor: null, heldAs: 'none' } : { ...asset, heldAs }
}

export async function listLeaves(db: Executor, day: string): Promise<StoredLeaf[]> {
  return queryRows(db, leafRow)`SELECT place, customer_id, salt, totals FROM proofs.leaves WHERE day = ${day}
      ORDER BY place`
}

const publishedHeadsRow = row({
  day: text,
  heads: json<StoredHead[]>(),
  audit: json<{ entries: number; hash: string }>().nullable(),
})

/** Returns the heads of the ledger and the audit log in every published statement, oldest first. */
export async function publishedHeads(db: Executor): Promise<Pick<Statement, 'day' | 'heads' | 'audit'>[]> {
  return queryRows(
    db,
    publishedHeadsRow,
  )`SELECT to_char(day, 'YYYY-MM-DD') AS day, heads, audit FROM proofs.statements ORDER BY day`
}

const statementHeadRow = row({ day: text, atMs: ms, root: text, customers: int4 })
/** What the transparency log contains of a statement. */
export type StatementHead = RowOf<typeof statementHeadRow>

/** Returns up to `limit` statements created after a time, oldest first. */
export async function statementsAfter(ex: Executor, atMs: number, limit: number): Promise<StatementHead[]> {
  return queryRows(ex, statementHeadRow)`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, at_ms, root, customers FROM proofs.statements
      WHERE at_ms > ${atMs} ORDER BY at_ms LIMIT ${limit}`
}
