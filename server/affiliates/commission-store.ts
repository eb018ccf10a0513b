import { sql } from 'kysely'
import type { CashAsset } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import { shardOf } from '../platform/random.ts'
import type { StoredRate } from './stored-rate.ts'
import {
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
} from '../platform/database/rows.ts'

/** SQL for commissions, and for the debts that reversed commissions leave. */

export type CommissionKey = { referrerId: string; depositId: string; level: number; round: number }
export type NewCommission = CommissionKey & {
  customerId: string
  shareAsset: CashAsset
  shareMinor: bigint
  asset: CashAsset
  atMs: number
}
/** The amount paid for a commission. `rate` is null if both sides use the same currency. */
export type Priced = { amountMinor: bigint; keptMinor: bigint; rate: StoredRate | null }
const commissionRow = row({
  referrerId: text,
  depositId: text,
  level: int4,
  round: int4,
  customerId: text,
  shareAsset: textOf<CashAsset>(),
  shareMinor: int8,
  asset: textOf<CashAsset>(),
  atMs: ms,
  amountMinor: int8.nullable(),
  keptMinor: int8,
  takenBackMinor: int8,
  /** The parts of the share and the amount that were clawed back because the deposit was withdrawn. */
  returnedShareMinor: int8,
  returnedMinor: int8,
})
export type Commission = RowOf<typeof commissionRow>

const nextRoundRow = row({ rounds: int4, standing: int4 })

/**
 * Returns the round of the next commission on this deposit: the number of earlier commissions plus one; undefined if
 * one is active, unless the deposit is the rest of one that already earned it.
 */
export async function nextRound(
  tx: Executor,
  { referrerId, depositId, level }: Omit<CommissionKey, 'round'>,
  isRest = false,
): Promise<number | undefined> {
  const found = await queryOne(tx, nextRoundRow)`
    SELECT count(*)::int AS rounds, (count(*) FILTER (WHERE reversed_at_ms IS NULL))::int AS standing
      FROM affiliates.commission
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId} AND deposit_id = ${depositId}
      AND level = ${level}`
  return found.standing > 0 && !isRest ? undefined : found.rounds + 1
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

/** Returns the commissions that await a rate, oldest first. */
export async function listWaiting(ex: Executor, limit: number): Promise<Commission[]> {
  return queryRows(
    ex,
    commissionRow,
  )`SELECT ${columnsOf(commissionRow)} FROM affiliates.commission WHERE amount_minor IS NULL AND reversed_at_ms IS NULL
      ORDER BY at_ms LIMIT ${limit}`
}

/** Stores the amount and rate of a commission that awaits a rate. Returns false if it already has one. */
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

/** Locks and returns the active commissions on a deposit, nearest referrer first. */
export async function lockStanding(tx: Executor, depositId: string): Promise<Commission[]> {
  return queryRows(
    tx,
    commissionRow,
  )`SELECT ${columnsOf(commissionRow)} FROM affiliates.commission WHERE deposit_id = ${depositId}
      AND reversed_at_ms IS NULL ORDER BY level FOR UPDATE`
}

/**
 * Locks and returns the commissions that a referrer has earned from a customer since `sinceMs` and that haven't been
 * fully clawed back, newest first.
 */
export async function lockReturnable(
  tx: Executor,
  referrerId: string,
  customerId: string,
  sinceMs: number,
): Promise<Commission[]> {
  return queryRows(tx, commissionRow)`
    SELECT ${columnsOf(commissionRow)} FROM affiliates.commission
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId}
      AND customer_id = ${customerId}
      AND at_ms >= ${sinceMs} AND reversed_at_ms IS NULL AND returned_share_minor < share_minor
        ORDER BY at_ms DESC, deposit_id DESC FOR UPDATE`
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

const owedMinorRow = row({ owedMinor: int8 })

/** Returns what a referrer owes. Locks the row if it exists. */
export async function lockDebt(tx: Executor, customerId: string): Promise<bigint> {
  const found = await queryFirst(
    tx,
    owedMinorRow,
  )`SELECT owed_minor FROM affiliates.debt WHERE shard = ${shardOf(customerId)} AND customer_id = ${customerId}
    FOR UPDATE`
  return found?.owedMinor ?? 0n
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
  const found = await queryFirst(
    ex,
    owedMinorRow,
  )`SELECT owed_minor FROM affiliates.debt WHERE shard = ${shardOf(customerId)}
    AND customer_id = ${customerId}`
  return found?.owedMinor ?? 0n
}

const earnedMinorRow = row({ earnedMinor: int8 })

/** Returns what a referrer earned from one customer. */
export async function earnedFrom(ex: Executor, referrerId: string, customerId: string): Promise<bigint> {
  const found = await queryOne(ex, earnedMinorRow)`
    SELECT coalesce(sum(coalesce(amount_minor, 0) - kept_minor - taken_back_minor), 0)::bigint AS earned_minor
      FROM affiliates.commission
    WHERE shard = ${shardOf(referrerId)} AND referrer_id = ${referrerId} AND customer_id = ${customerId}`
  return found.earnedMinor
}

const paidRow = row({ level: int4, asset: textOf<CashAsset>(), paidMinor: int8 })

/** Returns the total of commissions paid minus those clawed back, by level and currency. */
export async function sumPaid(ex: Executor): Promise<{ level: number; asset: CashAsset; paidMinor: bigint }[]> {
  return queryRows(ex, paidRow)`
    SELECT level, asset, sum(amount_minor - kept_minor - taken_back_minor)::bigint AS paid_minor
      FROM affiliates.commission
    WHERE amount_minor IS NOT NULL GROUP BY level, asset ORDER BY level, asset`
}
