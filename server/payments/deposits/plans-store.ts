import { sql } from 'kysely'
import type { CoinAsset } from '../../../contract/money.ts'
import type { Executor } from '../../platform/database.ts'

export type PlanAccount = 'trading' | 'mining'
/** A plan. `amountMinor` is its least amount in hundredths of the reader's currency; `hashesPerS` hashes a second at that amount. */
export type StoredPlan = { id: string; account: PlanAccount; name: string; amountMinor: bigint; place: number; coin: CoinAsset | null; hashesPerS: bigint | null; retiredAtMs: number | null }
/** `index` counts the plan's place in its list from 0. */
export type Plan = StoredPlan & { index: number }

type PlanRow = { id: string; account: PlanAccount; name: string; amount_minor: bigint; place: number; coin: CoinAsset | null; hashes_per_s: bigint | null; retired_at_ms: bigint | null }

const asPlan = (row: PlanRow): StoredPlan => ({
  id: row.id,
  account: row.account,
  name: row.name,
  amountMinor: row.amount_minor,
  place: row.place,
  coin: row.coin,
  hashesPerS: row.hashes_per_s,
  retiredAtMs: row.retired_at_ms === null ? null : Number(row.retired_at_ms),
})

/** Plans in force, in their order. */
export async function listPlans(db: Executor, account: PlanAccount): Promise<StoredPlan[]> {
  const { rows } = await sql<PlanRow>`SELECT * FROM payments.plans WHERE account = ${account} AND retired_at_ms IS NULL ORDER BY place, id`.execute(db)
  return rows.map(asPlan)
}

export async function listAllPlans(db: Executor): Promise<StoredPlan[]> {
  const { rows } = await sql<PlanRow>`SELECT * FROM payments.plans ORDER BY retired_at_ms NULLS FIRST, account DESC, place, id`.execute(db)
  return rows.map(asPlan)
}

/** A plan in force by its id or name, of trading or of a mining coin. */
export async function findPlan(db: Executor, nameOrId: string, miningCoin: string | null): Promise<Plan | undefined> {
  const plans = await listPlans(db, miningCoin === null ? 'trading' : 'mining')
  const index = plans.findIndex((plan) => plan.coin === miningCoin && (plan.id === nameOrId || plan.name.toLowerCase() === nameOrId.toLowerCase()))
  return index < 0 ? undefined : { ...plans[index]!, index }
}

export async function lockPlan(tx: Executor, id: string): Promise<StoredPlan | undefined> {
  const { rows } = await sql<PlanRow>`SELECT * FROM payments.plans WHERE id = ${id} AND retired_at_ms IS NULL FOR UPDATE`.execute(tx)
  return rows[0] && asPlan(rows[0])
}

/** Returns whether another plan in force has this plan's name. */
export async function isNameTaken(tx: Executor, p: StoredPlan): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT EXISTS (SELECT FROM payments.plans WHERE account = ${p.account} AND coalesce(coin, '') = ${p.coin ?? ''} AND lower(name) = lower(${p.name}) AND retired_at_ms IS NULL AND id <> ${p.id}) AS taken`.execute(tx)
  return rows[0]!.taken
}

/** Writes a plan. False where another plan in force has its name. */
export async function savePlan(tx: Executor, p: StoredPlan): Promise<boolean> {
  if (await isNameTaken(tx, p)) return false
  await sql`
    INSERT INTO payments.plans (id, account, name, amount_minor, place, coin, hashes_per_s) VALUES (${p.id}, ${p.account}, ${p.name}, ${p.amountMinor}, ${p.place}, ${p.coin}, ${p.hashesPerS})
    ON CONFLICT (id) DO UPDATE SET account = excluded.account, name = excluded.name, amount_minor = excluded.amount_minor, place = excluded.place, coin = excluded.coin, hashes_per_s = excluded.hashes_per_s`.execute(tx)
  return true
}

export async function retirePlan(tx: Executor, id: string, atMs: number): Promise<void> {
  await sql`UPDATE payments.plans SET retired_at_ms = ${atMs} WHERE id = ${id}`.execute(tx)
}
