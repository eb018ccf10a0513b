import { sql } from 'kysely'
import type { CoinAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  bool,
  columnsOf,
  int4,
  int8,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

export type PlanAccount = 'trading' | 'mining'
const planRow = row({
  id: text,
  account: textOf<PlanAccount>(),
  name: text,
  amountMinor: int8,
  coin: textOf<CoinAsset>().nullable(),
  hashesPerS: int8.nullable(),
  retiredAtMs: ms.nullable(),
})
/**
 * A plan. `amountMinor` is its minimum in hundredths of the customer's currency; `hashesPerS` is the hash rate for that
 * amount.
 */
export type StoredPlan = RowOf<typeof planRow>
/** `index` is the plan's position in its list, from 0. */
export type Plan = StoredPlan & { index: number }

/** Returns the plans in force, in display order. */
export async function listPlans(db: Executor, account: PlanAccount): Promise<StoredPlan[]> {
  return queryRows(db, planRow)`
    SELECT ${columnsOf(planRow)} FROM payments.plans
    WHERE account = ${account} AND retired_at_ms IS NULL ORDER BY place, id`
}

export async function listAllPlans(db: Executor): Promise<StoredPlan[]> {
  return queryRows(db, planRow)`
    SELECT ${columnsOf(planRow)} FROM payments.plans ORDER BY retired_at_ms NULLS FIRST, account DESC, place, id`
}

/** Returns a plan in force, for trading or for a mining coin, by its id or name. */
export async function findPlan(db: Executor, nameOrId: string, miningCoin: string | null): Promise<Plan | undefined> {
  const plans = await listPlans(db, miningCoin === null ? 'trading' : 'mining')
  const index = plans.findIndex(
    (plan) => plan.coin === miningCoin && (plan.id === nameOrId || plan.name.toLowerCase() === nameOrId.toLowerCase()),
  )
  return index < 0 ? undefined : { ...plans[index]!, index }
}

export async function lockPlan(tx: Executor, id: string): Promise<StoredPlan | undefined> {
  return queryFirst(
    tx,
    planRow,
  )`SELECT ${columnsOf(planRow)} FROM payments.plans WHERE id = ${id} AND retired_at_ms IS NULL FOR UPDATE`
}

const takenRow = row({ taken: bool })

/** Returns whether another plan in force has this plan's name. */
export async function isNameTaken(tx: Executor, p: StoredPlan): Promise<boolean> {
  const found = await queryOne(tx, takenRow)`
    SELECT EXISTS (SELECT FROM payments.plans WHERE account = ${p.account} AND coalesce(coin, '') = ${p.coin ?? ''}
      AND lower(name) = lower(${p.name}) AND retired_at_ms IS NULL AND id <> ${p.id}) AS taken`
  return found.taken
}

/**
 * Saves a plan and its new version. A new plan comes last in its list. Returns false if another plan in force has its
 * name.
 */
export async function savePlan(tx: Executor, p: StoredPlan, atMs: number): Promise<boolean> {
  if (await isNameTaken(tx, p)) return false
  await sql`
    INSERT INTO payments.plans (id, account, name, amount_minor, place, coin, hashes_per_s)
    SELECT ${p.id}, ${p.account}, ${p.name}, ${p.amountMinor}, coalesce(max(place), 0) + 1, ${p.coin}, ${p.hashesPerS}
    FROM payments.plans WHERE account = ${p.account} AND retired_at_ms IS NULL
    ON CONFLICT (id) DO UPDATE SET account = excluded.account, name = excluded.name,
      amount_minor = excluded.amount_minor, coin = excluded.coin,
      hashes_per_s = excluded.hashes_per_s`.execute(tx)
  await insertVersion(tx, p.id, atMs)
  return true
}

/** Locks the plans in force and returns their ids and names, in display order. */
export async function lockPlans(tx: Executor, account: PlanAccount): Promise<StoredPlan[]> {
  return queryRows(tx, planRow)`
    SELECT ${columnsOf(planRow)} FROM payments.plans
    WHERE account = ${account} AND retired_at_ms IS NULL ORDER BY place, id FOR UPDATE`
}

/** Stores the display order of plans. */
export async function orderPlans(tx: Executor, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE payments.plans p SET place = o.place
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS o (id, place) WHERE p.id = o.id`.execute(tx)
}

export async function retirePlan(tx: Executor, id: string, atMs: number): Promise<void> {
  await sql`UPDATE payments.plans SET retired_at_ms = ${atMs} WHERE id = ${id}`.execute(tx)
  await insertVersion(tx, id, atMs)
}

/** Stores the current plan as its next version. Setting the clock back doesn't change the order of versions. */
async function insertVersion(tx: Executor, id: string, atMs: number): Promise<void> {
  await sql`
    INSERT INTO payments.plan_versions (plan_id, version, from_ms, account, name, amount_minor, coin, hashes_per_s,
      is_offered)
    SELECT p.id, v.version, greatest(v.from_ms, ${atMs}::bigint), p.account, p.name, p.amount_minor, p.coin,
      p.hashes_per_s, p.retired_at_ms IS NULL
    FROM payments.plans p
    CROSS JOIN LATERAL (SELECT coalesce(max(version), 0) + 1 AS version, max(from_ms) AS from_ms
      FROM payments.plan_versions WHERE plan_id = p.id) v
    WHERE p.id = ${id}`.execute(tx)
}

const miningVersionRow = row({
  planId: text,
  version: int4,
  fromMs: ms,
  untilMs: ms.nullable(),
  name: text,
  amountMinor: int8,
  coin: textOf<CoinAsset>(),
  hashesPerS: int8,
})
/**
 * The terms of a mining plan during one period. Versions start at 1; version 0 is the plan before its history began.
 */
export type MiningVersion = RowOf<typeof miningVersionRow>

/**
 * Returns the versions of mining plans, each plan's oldest first, without the periods in which a plan was retired.
 */
export async function listMiningVersions(db: Executor, limit: number, offset: number): Promise<MiningVersion[]> {
  return queryRows(db, miningVersionRow)`
    SELECT plan_id, version, from_ms, until_ms, name, amount_minor, coin, hashes_per_s FROM (
      SELECT *, lead(from_ms) OVER (PARTITION BY plan_id ORDER BY version) AS until_ms FROM payments.plan_versions
    ) v WHERE account = 'mining' AND is_offered ORDER BY plan_id, version LIMIT ${limit} OFFSET ${offset}`
}
