import { sql } from 'kysely'
import type { HidingReason, ReviewKind } from '../../../contract/sentences/review-words.ts'
import type { Executor } from '../../platform/database/database.ts'

/** SQL for `payments.reviews`. Times are epoch milliseconds of the product's clock. */

export type Owner = { shard: number; customerId: string }
export type Review = Owner & {
  id: string
  kind: ReviewKind
  planId: string
  rating: number
  text: string
  writtenAtMs: number
  editedAtMs: number | null
  hiddenReason: HidingReason | null
}
type Row = Omit<Review, 'writtenAtMs' | 'editedAtMs'> & { writtenAtMs: bigint; editedAtMs: bigint | null }

const columns = sql.raw(
  `shard, customer_id AS "customerId", id, kind, plan_id AS "planId", rating, text, written_at_ms AS "writtenAtMs",
   edited_at_ms AS "editedAtMs", hidden_reason AS "hiddenReason"`,
)
const asReview = (row: Row): Review => ({
  ...row,
  writtenAtMs: Number(row.writtenAtMs),
  editedAtMs: row.editedAtMs === null ? null : Number(row.editedAtMs),
})

/** Average in tenths of a star, rounded to the nearest. */
export type Rating = { kind: ReviewKind; planId: string; averageTenths: number; count: number }

export async function listRatings(ex: Executor, only?: { kind: ReviewKind; planId: string }): Promise<Rating[]> {
  const { rows } = await sql<Rating>`
    SELECT kind, plan_id AS "planId", round(avg(rating) * 10)::int AS "averageTenths", count(*)::int AS count
    FROM payments.reviews
    WHERE ${only === undefined} OR (kind = ${only?.kind ?? null} AND plan_id = ${only?.planId ?? null})
    GROUP BY kind, plan_id ORDER BY kind, plan_id`.execute(ex)
  return rows
}

/** Returns reviews of a plan, newest first. */
export async function listReviews(
  ex: Executor,
  { kind, planId }: { kind: ReviewKind; planId: string },
  limit: number,
  offset: number,
): Promise<Review[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns}
    FROM payments.reviews
    WHERE kind = ${kind} AND plan_id = ${planId} ORDER BY written_at_ms DESC, id
    LIMIT ${limit} OFFSET ${offset}`.execute(ex)
  return rows.map(asReview)
}

export async function listNewestReviews(ex: Executor, limit: number): Promise<Review[]> {
  const { rows } =
    await sql<Row>`SELECT ${columns} FROM payments.reviews ORDER BY written_at_ms DESC, id LIMIT ${limit}`.execute(ex)
  return rows.map(asReview)
}

export async function listReviewsOf(ex: Executor, { shard, customerId }: Owner): Promise<Review[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM payments.reviews WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(ex)
  return rows.map(asReview)
}

/** Saves a review or changes the existing one. Hidden text stays hidden. */
export async function saveReview(
  ex: Executor,
  { shard, customerId, kind, planId, id, rating, text, writtenAtMs }: Omit<Review, 'editedAtMs' | 'hiddenReason'>,
): Promise<void> {
  await sql`
    INSERT INTO payments.reviews (shard, customer_id, kind, plan_id, id, rating, text, written_at_ms)
    VALUES (${shard}, ${customerId}, ${kind}, ${planId}, ${id}, ${rating}, ${text}, ${writtenAtMs})
    ON CONFLICT (shard, customer_id, kind, plan_id) DO UPDATE SET rating = excluded.rating, text = excluded.text,
      edited_at_ms = excluded.written_at_ms`.execute(ex)
}

/** Hides a review, or shows it again if the reason is null. Returns its author; undefined if it doesn't exist. */
export async function setHidden(
  ex: Executor,
  id: string,
  reason: HidingReason | null,
): Promise<{ customerId: string; kind: ReviewKind; planId: string } | undefined> {
  const { rows } = await sql<{ customerId: string; kind: ReviewKind; planId: string }>`
    UPDATE payments.reviews SET hidden_reason = ${reason}
    WHERE id = ${id} RETURNING customer_id AS "customerId", kind, plan_id AS "planId"`.execute(ex)
  return rows[0]
}

/**
 * Returns the plans that the customer holds or held: a credited deposit, or one that began a contract. One row per
 * plan, with its newest name.
 */
export async function listHeldPlans(
  ex: Executor,
  { shard, customerId }: Owner,
): Promise<{ kind: ReviewKind; planId: string; title: string }[]> {
  const { rows } = await sql<{ kind: ReviewKind; planId: string; title: string }>`
    SELECT DISTINCT ON (purpose, plan_id) purpose AS kind, plan_id AS "planId", CASE
      WHEN mining_coin IS NULL THEN plan ELSE mining_coin || ' ' || plan END AS title
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (CASE WHEN purpose = 'trading' THEN credited_minor > 0 ELSE began_at_ms IS NOT NULL END)
    ORDER BY purpose, plan_id, id DESC`.execute(ex)
  return rows
}
