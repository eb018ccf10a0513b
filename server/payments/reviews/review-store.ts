import { sql } from 'kysely'
import type { HidingReason, ReviewKind } from '../../../api/sentences/review-words.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  columnsOf,
  int4,
  ms,
  queryFirst,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

/** SQL for `payments.reviews`. Times are epoch milliseconds of the product's clock. */

export type Owner = { shard: number; customerId: string }
const reviewRow = row({
  shard: int4,
  customerId: text,
  id: text,
  kind: textOf<ReviewKind>(),
  planId: text,
  rating: int4,
  text: text,
  writtenAtMs: ms,
  editedAtMs: ms.nullable(),
  hiddenReason: textOf<HidingReason>().nullable(),
})
export type Review = RowOf<typeof reviewRow>

/** The average rating of a plan, rounded to the nearest tenth of a star, and the number of its reviews. */
const ratingRow = row({ kind: textOf<ReviewKind>(), planId: text, averageTenths: int4, count: int4 })
export type Rating = RowOf<typeof ratingRow>

export async function listRatings(ex: Executor, only?: { kind: ReviewKind; planId: string }): Promise<Rating[]> {
  return queryRows(ex, ratingRow)`
    SELECT kind, plan_id, round(avg(rating) * 10)::int AS average_tenths, count(*)::int AS count
    FROM payments.reviews
    WHERE ${only === undefined} OR (kind = ${only?.kind ?? null} AND plan_id = ${only?.planId ?? null})
    GROUP BY kind, plan_id ORDER BY kind, plan_id`
}

/** Returns reviews of a plan, newest first. */
export async function listReviews(
  ex: Executor,
  { kind, planId }: { kind: ReviewKind; planId: string },
  limit: number,
  offset: number,
): Promise<Review[]> {
  return queryRows(ex, reviewRow)`
    SELECT ${columnsOf(reviewRow)}
    FROM payments.reviews
    WHERE kind = ${kind} AND plan_id = ${planId} ORDER BY written_at_ms DESC, id
    LIMIT ${limit} OFFSET ${offset}`
}

export async function listNewestReviews(ex: Executor, limit: number): Promise<Review[]> {
  return queryRows(
    ex,
    reviewRow,
  )`SELECT ${columnsOf(reviewRow)} FROM payments.reviews ORDER BY written_at_ms DESC, id LIMIT ${limit}`
}

export async function listReviewsOf(ex: Executor, { shard, customerId }: Owner): Promise<Review[]> {
  return queryRows(ex, reviewRow)`
    SELECT ${columnsOf(reviewRow)} FROM payments.reviews WHERE shard = ${shard} AND customer_id = ${customerId}`
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

const setHiddenRow = row({ customerId: text, kind: textOf<ReviewKind>(), planId: text })

/** Hides a review, or shows it again if the reason is null. Returns its author; undefined if it doesn't exist. */
export async function setHidden(
  ex: Executor,
  id: string,
  reason: HidingReason | null,
): Promise<{ customerId: string; kind: ReviewKind; planId: string } | undefined> {
  return queryFirst(ex, setHiddenRow)`
    UPDATE payments.reviews SET hidden_reason = ${reason}
    WHERE id = ${id} RETURNING customer_id, kind, plan_id`
}

const heldPlansRow = row({ kind: textOf<ReviewKind>(), planId: text, title: text })

/**
 * Returns the plans that the customer holds or held, for which a deposit was credited or began a contract. Returns one
 * row per plan, with its newest name.
 */
export async function listHeldPlans(
  ex: Executor,
  { shard, customerId }: Owner,
): Promise<{ kind: ReviewKind; planId: string; title: string }[]> {
  return queryRows(ex, heldPlansRow)`
    SELECT DISTINCT ON (purpose, plan_id) purpose AS kind, plan_id, CASE
      WHEN mining_coin IS NULL THEN plan ELSE mining_coin || ' ' || plan END AS title
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (CASE WHEN purpose = 'trading' THEN credited_minor > 0 ELSE began_at_ms IS NOT NULL END)
    ORDER BY purpose, plan_id, id DESC`
}
