import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'
import { shardOf } from '../../platform/random.ts'

/**
 * What a customer's own deposit limits count: value of the deposits begun since `fromMs`, in minor units of the customer's
 * currency. Those under way count what was quoted, or what came where that is more; all others what was credited.
 */
export async function readDepositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint> {
  const { rows } = await sql<{ deposited_minor: bigint }>`
    SELECT coalesce(sum(greatest(credited_minor + advanced_minor, CASE WHEN state IN ('quoted', 'pending_approval', 'seen', 'confirming', 'partial') THEN amount_minor ELSE 0 END)), 0)::bigint AS deposited_minor
    FROM payments.deposits WHERE shard = ${shardOf(customerId)} AND customer_id = ${customerId} AND quoted_at_ms >= ${fromMs}`.execute(ex)
  return rows[0]!.deposited_minor
}
