import { sql } from 'kysely'
import type { Executor } from '../platform/database/database.ts'
import { shardOf } from '../platform/random.ts'
import { int4, int8, ms, queryFirst, queryOne, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

/** All SQL for members, codes and referrals in the `affiliates` schema; commissions are in `commission-store.ts`. */

export type Member = { customerId: string; code: string; /** Nearest first, at most three. */ referrers: string[] }

const customerIdRow = row({ customerId: text })

export async function findCodeOwner(ex: Executor, code: string): Promise<string | undefined> {
  const found = await queryFirst(ex, customerIdRow)`SELECT customer_id FROM affiliates.code WHERE code = ${code}`
  return found?.customerId
}

/** Returns false if the code is taken. */
export async function insertCode(ex: Executor, code: string, customerId: string): Promise<boolean> {
  const { rows } = await sql`INSERT INTO affiliates.code (code, shard, customer_id)
      VALUES (${code}, ${shardOf(customerId)}, ${customerId}) ON CONFLICT (code) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

const memberRow = row({ code: text, referrers: text.array() })

export async function findMember(ex: Executor, customerId: string): Promise<Member | undefined> {
  const found = await queryFirst(ex, memberRow)`
    SELECT code, referrers::text[] AS referrers FROM affiliates.member WHERE shard = ${shardOf(customerId)}
      AND customer_id = ${customerId}`
  return found && { customerId, ...found }
}

/** Returns false if the customer is already a member. */
export async function insertMember(
  ex: Executor,
  { customerId, code, referrers }: Member,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO affiliates.member (shard, customer_id, code, referrers, joined_at_ms)
      VALUES (${shardOf(customerId)}, ${customerId}, ${code}, ${referrers}::uuid[], ${nowMs})
    ON CONFLICT (shard, customer_id) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

export async function insertReferral(
  ex: Executor,
  referral: { referrerId: string; customerId: string; id: string; level: number; sinceMs: number },
): Promise<void> {
  const { referrerId, customerId, id, level, sinceMs } = referral
  await sql`INSERT INTO affiliates.referral (shard, referrer_id, customer_id, id, level, since_ms)
    VALUES (${shardOf(referrerId)}, ${referrerId}, ${customerId}, ${id}, ${level}, ${sinceMs})`.execute(ex)
}

const referralRow = row({
  id: text,
  customerId: text,
  level: int4,
  sinceMs: ms,
  deposits: int4,
  waiting: int4,
  reversed: int4,
  earnedMinor: int8,
})
/** A referred person, with the earnings from their deposits. `waiting` is the number of commissions without a rate. */
export type ReferralRow = RowOf<typeof referralRow>

/** Returns a page of the people whom a customer referred, newest first. */
export async function listReferrals(
  ex: Executor,
  referrerId: string,
  page: { offset: number; limit: number },
): Promise<ReferralRow[]> {
  const rows = await queryRows(ex, referralRow)`
    SELECT r.id, r.customer_id, r.level, r.since_ms, c.*
    FROM (
      SELECT * FROM affiliates.referral WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId}
      ORDER BY since_ms DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}
    ) r
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE reversed_at_ms IS NULL))::int AS deposits,
        (count(*) FILTER (WHERE reversed_at_ms IS NULL AND amount_minor IS NULL))::int AS waiting,
        (count(*) FILTER (WHERE reversed_at_ms IS NOT NULL))::int AS reversed,
        coalesce(sum(coalesce(c.amount_minor, 0) - c.kept_minor - c.taken_back_minor), 0)::bigint AS earned_minor
      FROM affiliates.commission c WHERE c.shard = r.shard AND c.referrer_id = r.referrer_id
        AND c.customer_id = r.customer_id
    ) c
    ORDER BY r.since_ms DESC, r.id DESC`
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customerId,
    level: row.level,
    sinceMs: row.sinceMs,
    deposits: row.deposits,
    waiting: row.waiting,
    reversed: row.reversed,
    earnedMinor: row.earnedMinor,
  }))
}

const byLevelRow = row({ level: int4, people: int4, depositing: int4, earnedMinor: int8 })

/** Returns, by level, the number of people, how many have a confirmed deposit, and the earnings. */
export async function sumByLevel(
  ex: Executor,
  referrerId: string,
): Promise<{ level: number; people: number; depositing: number; earnedMinor: bigint }[]> {
  const shard = shardOf(referrerId)
  return queryRows(ex, byLevelRow)`
    SELECT l.level::int,
      (SELECT count(*)::int FROM affiliates.referral r WHERE r.shard = ${shard} AND r.referrer_id = ${referrerId}
        AND r.level = l.level) AS people,
      (SELECT count(DISTINCT c.customer_id)::int FROM affiliates.commission c WHERE c.shard = ${shard}
        AND c.referrer_id = ${referrerId} AND c.level = l.level AND c.reversed_at_ms IS NULL) AS depositing,
      (SELECT coalesce(sum(coalesce(c.amount_minor, 0) - c.kept_minor - c.taken_back_minor), 0)::bigint
        FROM affiliates.commission c WHERE c.shard = ${shard} AND c.referrer_id = ${referrerId}
        AND c.level = l.level) AS earned_minor
    FROM generate_series(1, 3) l(level) ORDER BY l.level`
}

const peopleRow = row({ referrers: int4, referred: int4 })

export async function countPeople(ex: Executor): Promise<{ referrers: number; referred: number }> {
  return queryOne(ex, peopleRow)`
    SELECT count(DISTINCT referrer_id)::int AS referrers, count(*)::int AS referred FROM affiliates.referral
      WHERE level = 1`
}
