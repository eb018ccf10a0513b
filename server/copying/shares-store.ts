import { sql } from 'kysely'
import type { CashAsset } from '../../contract/money.ts'
import type { Executor } from '../platform/database.ts'
import type { Owner } from './relations-store.ts'

/** SQL of profit shares. */

export type NewHigh = Owner & { id: string; expertId: string; asset: CashAsset; resultMinor: bigint; highWaterMinor: bigint }

/** Locks relations with a new high whose share of this week was not looked at yet; what another process has locked is left to it. */
export async function lockNewHighs(tx: Executor, week: number, limit: number): Promise<NewHigh[]> {
  const { rows } = await sql<NewHigh>`
    SELECT shard, customer_id AS "customerId", id, expert_id AS "expertId", asset, result_minor AS "resultMinor", high_water_minor AS "highWaterMinor" FROM copying.relations
    WHERE result_minor > high_water_minor AND shared_week < ${week} ORDER BY shard, customer_id, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows
}

/** The share of this week was looked at and nothing could be taken: it is due again next week. */
export async function passWeek(tx: Executor, { shard, customerId, id }: NewHigh, week: number): Promise<void> {
  await sql`UPDATE copying.relations SET shared_week = ${week} WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(tx)
}

export async function insertShare(tx: Executor, high: NewHigh, share: { week: number; atMs: number; shareBps: number; amountMinor: bigint }): Promise<void> {
  const { shard, customerId, id, resultMinor, highWaterMinor } = high
  await sql`
    INSERT INTO copying.profit_shares (shard, customer_id, relation_id, week, at_ms, from_high_minor, to_high_minor, share_bps, amount_minor)
    VALUES (${shard}, ${customerId}, ${id}, ${share.week}, ${share.atMs}, ${highWaterMinor}, ${resultMinor}, ${share.shareBps}, ${share.amountMinor})`.execute(tx)
  await sql`
    UPDATE copying.relations SET high_water_minor = ${resultMinor}, fee_minor = fee_minor + ${share.amountMinor}, shared_week = ${share.week}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(tx)
}
