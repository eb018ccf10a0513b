import { sql } from 'kysely'
import type { CashAsset } from '../../contract/money.ts'
import type { Executor } from '../platform/database/database.ts'
import { shardOf } from '../platform/random.ts'
import type { StoredRate } from './stored-rate.ts'

/** SQL of commissions and of debts from reversed ones. */

export type CommissionKey = { referrerId: string; depositId: string; level: number; round: number }
export type NewCommission = CommissionKey & {
  customerId: string
  shareAsset: CashAsset
  shareMinor: bigint
  asset: CashAsset
  atMs: number
}
/** The paid value of a commission. `rate` is null if both sides use the same currency. */
export type Priced = { amountMinor: bigint; keptMinor: bigint; rate: StoredRate | null }
export type Commission = NewCommission & {
  amountMinor: bigint | null
  keptMinor: bigint
  takenBackMinor: bigint
  /** The parts of the share and the amount that were returned because the deposit was withdrawn. */
  returnedShareMinor: bigint
  returnedMinor: bigint
}

type Row = {
  referrer_id: string
  deposit_id: string
  level: number
  round: number
  customer_id: string
  share_asset: CashAsset
  share_minor: bigint
  asset: CashAsset
  amount_minor: bigint | null
  kept_minor: bigint
  taken_back_minor: bigint
  returned_share_minor: bigint
  returned_minor: bigint
  at_ms: bigint
}
const columns = sql.raw(
  `referrer_id, deposit_id, level, round, customer_id, share_asset, share_minor, asset, amount_minor, kept_minor,
  taken_back_minor, returned_share_minor, returned_minor, at_ms`,
)

function commissionOf(row: Row): Commission {
  return {
    referrerId: row.referrer_id,
    depositId: row.deposit_id,
    level: row.level,
    round: row.round,
    customerId: row.customer_id,
    shareAsset: row.share_asset,
    shareMinor: row.share_minor,
    asset: row.asset,
    amountMinor: row.amount_minor,
    keptMinor: row.kept_minor,
    takenBackMinor: row.taken_back_minor,
    returnedShareMinor: row.returned_share_minor,
    returnedMinor: row.returned_minor,
    atMs: Number(row.at_ms),
  }
}

/**
 * Returns the round of the next commission on this deposit: the number of reversed commissions plus one; undefined if
 * a commission is active.
 */
export async function nextRound(
  tx: Executor,
  { referrerId, depositId, level }: Omit<CommissionKey, 'round'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ rounds: number; standing: number }>`
    SELECT count(*)::int AS rounds, (count(*) FILTER (WHERE reversed_at_ms IS NULL))::int AS standing
      FROM affiliates.commission
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId} AND deposit_id = ${depositId}
      AND level = ${level}`.execute(tx)
  return rows[0]!.standing > 0 ? undefined : rows[0]!.rounds + 1
}

/** Stores a commission. Returns false if it was already stored. */
export async function insertCommission(tx: Executor, one: NewCommission, priced: Priced | undefined): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO affiliates.commission (shard, referrer_id, deposit_id, level, round, customer_id, share_asset,
      share_minor, asset, amount_minor, kept_minor, rate, at_ms)
    VALUES (${shardOf(one.referrerId)}, ${one.referrerId}, ${one.depositId}, ${one.level}, ${one.round},
      ${one.customerId}, ${one.shareAsset}, ${one.shareMinor}, ${one.asset},
      ${priced?.amountMinor ?? null}, ${priced?.keptMinor ?? 0n},
      ${priced?.rate ? JSON.stringify(priced.rate) : null}::jsonb, ${one.atMs})
    ON CONFLICT (shard, referrer_id, deposit_id, level, round) DO NOTHING RETURNING 1`.execute(tx)
  return rows.length > 0
}

/** Returns commissions without a rate, oldest first. */
export async function listWaiting(ex: Executor, limit: number): Promise<Commission[]> {
  const { rows } =
    await sql<Row>`SELECT ${columns} FROM affiliates.commission WHERE amount_minor IS NULL AND reversed_at_ms IS NULL
      ORDER BY at_ms LIMIT ${limit}`.execute(ex)
  return rows.map(commissionOf)
}

/** Stores the price of a waiting commission. Returns false if it is no longer waiting. */
export async function priceCommission(
  tx: Executor,
  { referrerId, depositId, level, round }: CommissionKey,
  { amountMinor, keptMinor, rate }: Priced,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE affiliates.commission SET amount_minor = ${amountMinor}, kept_minor = ${keptMinor},
      rate = ${rate ? JSON.stringify(rate) : null}::jsonb
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId} AND deposit_id = ${depositId}
      AND level = ${level} AND round = ${round}
      AND amount_minor IS NULL AND reversed_at_ms IS NULL RETURNING 1`.execute(tx)
  return rows.length > 0
}

/** Locks and returns the active commissions of a deposit, nearest referrer first. */
export async function lockStanding(tx: Executor, depositId: string): Promise<Commission[]> {
  const { rows } = await sql<Row>`SELECT ${columns} FROM affiliates.commission WHERE deposit_id = ${depositId}
      AND reversed_at_ms IS NULL ORDER BY level FOR UPDATE`.execute(tx)
  return rows.map(commissionOf)
}

/**
 * Locks and returns the commissions that a referrer has earned from a customer since a moment and hasn't fully
 * returned, newest first.
 */
export async function lockReturnable(
  tx: Executor,
  referrerId: string,
  customerId: string,
  sinceMs: number,
): Promise<Commission[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM affiliates.commission WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId}
      AND customer_id = ${customerId}
      AND at_ms >= ${sinceMs} AND reversed_at_ms IS NULL AND returned_share_minor < share_minor
        ORDER BY at_ms DESC, deposit_id DESC FOR UPDATE`.execute(tx)
  return rows.map(commissionOf)
}

export type Return = { shareMinor: bigint; amountMinor: bigint; takenMinor: bigint }

export async function returnCommission(
  tx: Executor,
  { referrerId, depositId, level, round }: CommissionKey,
  { shareMinor, amountMinor, takenMinor }: Return,
): Promise<void> {
  await sql`
    UPDATE affiliates.commission SET returned_share_minor = returned_share_minor + ${shareMinor},
      returned_minor = returned_minor + ${amountMinor}, taken_back_minor = taken_back_minor + ${takenMinor}
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId} AND deposit_id = ${depositId}
      AND level = ${level} AND round = ${round}`.execute(tx)
}

export async function reverseCommission(
  tx: Executor,
  { referrerId, depositId, level, round }: CommissionKey,
  takenMinor: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    UPDATE affiliates.commission SET reversed_at_ms = ${nowMs}, taken_back_minor = taken_back_minor + ${takenMinor}
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId} AND deposit_id = ${depositId}
      AND level = ${level} AND round = ${round}`.execute(tx)
}

/** Returns what a referrer owes. Locks the row if it exists. */
export async function lockDebt(tx: Executor, customerId: string): Promise<bigint> {
  const { rows } = await sql<{
    owed_minor: bigint
  }>`SELECT owed_minor FROM affiliates.debt WHERE shard = ${shardOf(customerId)} AND customer_id = ${customerId}
    FOR UPDATE`.execute(tx)
  return rows[0]?.owed_minor ?? 0n
}

/** Adds to what a referrer owes; a negative change reduces it. */
export async function changeDebt(tx: Executor, customerId: string, changeMinor: bigint): Promise<void> {
  const shard = shardOf(customerId)
  await sql`INSERT INTO affiliates.debt (shard, customer_id, owed_minor) VALUES (${shard}, ${customerId}, 0)
    ON CONFLICT DO NOTHING`.execute(tx)
  await sql`UPDATE affiliates.debt SET owed_minor = owed_minor + ${changeMinor} WHERE shard = ${shard}
    AND customer_id = ${customerId}`.execute(tx)
}

export async function readDebt(ex: Executor, customerId: string): Promise<bigint> {
  const { rows } = await sql<{
    owed_minor: bigint
  }>`SELECT owed_minor FROM affiliates.debt WHERE shard = ${shardOf(customerId)}
    AND customer_id = ${customerId}`.execute(ex)
  return rows[0]?.owed_minor ?? 0n
}

/** Returns what a referrer earned from one customer. */
export async function earnedFrom(ex: Executor, referrerId: string, customerId: string): Promise<bigint> {
  const { rows } = await sql<{ earned_minor: bigint }>`
    SELECT coalesce(sum(coalesce(amount_minor, 0) - kept_minor - taken_back_minor), 0)::bigint AS earned_minor
      FROM affiliates.commission
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId} AND customer_id = ${customerId}`.execute(ex)
  return rows[0]!.earned_minor
}

/** Returns the total of paid commissions minus those taken back, by level and currency. */
export async function sumPaid(ex: Executor): Promise<{ level: number; asset: CashAsset; paidMinor: bigint }[]> {
  const { rows } = await sql<{ level: number; asset: CashAsset; paid_minor: bigint }>`
    SELECT level, asset, sum(amount_minor - kept_minor - taken_back_minor)::bigint AS paid_minor
      FROM affiliates.commission
    WHERE amount_minor IS NOT NULL GROUP BY level, asset ORDER BY level, asset`.execute(ex)
  return rows.map(({ level, asset, paid_minor }) => ({ level, asset, paidMinor: paid_minor }))
}
