import { sql } from 'kysely'
import type { Asset } from '../../contract/money.ts'
import type { Executor } from '../platform/database/database.ts'

/** All SQL of the schema `proofs`. */

export type StoredAsset = {
  asset: Asset
  owedMinor: string
  heldMinor: string | null
  heldAs: 'chain' | 'none' | 'away'
}
export type StoredHead = { shard: number; batch: string; hash: string }
export type Statement = {
  day: string
  atMs: number
  root: string
  customers: number
  assets: StoredAsset[]
  heads: StoredHead[]
  audit: { entries: number; hash: string } | null
}
export type StoredLeaf = { place: number; customerId: string; salt: string; totals: string }

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

/** Deletes the leaves of all statements except the newest `kept`. The statements stay. */
export async function deleteOldLeaves(tx: Executor, kept: number): Promise<void> {
  await sql`DELETE FROM proofs.leaves WHERE day < (SELECT min(day) FROM (SELECT day FROM proofs.statements
    ORDER BY day DESC LIMIT ${kept}) newest)`.execute(tx)
}

type StatementRow = Omit<Statement, 'atMs' | 'assets'> & {
  atMs: bigint
  assets: (Omit<StoredAsset, 'heldAs'> & { heldAs: StoredAsset['heldAs'] | 'ledger' })[]
}

/** Returns the statement of a day (`2026-01-05`, UTC), or the newest. */
export async function findStatement(db: Executor, day?: string): Promise<Statement | undefined> {
  const { rows } = await sql<StatementRow>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, at_ms AS "atMs", root, customers, assets, heads, audit
      FROM proofs.statements
    WHERE ${day ?? null}::date IS NULL OR day = ${day ?? null}::date ORDER BY day DESC LIMIT 1`.execute(db)
  const row = rows[0]
  return row && { ...row, atMs: Number(row.atMs), assets: row.assets.map(shownHeld) }
}

/**
 * Returns how an asset is shown as held. Older statements list owed play money as held, too, although nothing measured
 * that.
 */
function shownHeld({ heldAs, ...asset }: StatementRow['assets'][number]): StoredAsset {
  return heldAs === 'ledger' ? { ...asset, heldMinor: null, heldAs: 'none' } : { ...asset, heldAs }
}

export async function listLeaves(db: Executor, day: string): Promise<StoredLeaf[]> {
  const { rows } =
    await sql<StoredLeaf>`SELECT place, customer_id AS "customerId", salt, totals FROM proofs.leaves WHERE day = ${day}
      ORDER BY place`.execute(db)
  return rows
}

/** Returns the heads of the ledger and the audit log in every published statement, oldest first. */
export async function publishedHeads(db: Executor): Promise<Pick<Statement, 'day' | 'heads' | 'audit'>[]> {
  const { rows } = await sql<
    Pick<Statement, 'day' | 'heads' | 'audit'>
  >`SELECT to_char(day, 'YYYY-MM-DD') AS day, heads, audit FROM proofs.statements ORDER BY day`.execute(db)
  return rows
}
