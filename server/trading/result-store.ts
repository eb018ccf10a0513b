import { sql } from 'kysely'
import type { Executor } from '../platform/database.ts'
import { shardOf } from '../platform/random.ts'

/** Trades that a customer placed since `fromMs`, and what those settled since then came to. */
export async function readResultSince(ex: Executor, customerId: string, fromMs: number): Promise<{ trades: number; netMinor: bigint }> {
  const shard = shardOf(customerId)
  const { rows } = await sql<{ trades: number; net_minor: bigint }>`
    SELECT (SELECT count(*)::int FROM trading.trades WHERE shard = ${shard} AND customer_id = ${customerId} AND accepted_at_ms >= ${fromMs}) AS trades,
      coalesce((SELECT sum(returned_minor - stake_minor)::bigint FROM trading.trades WHERE shard = ${shard} AND customer_id = ${customerId} AND settled_at_ms >= ${fromMs}), 0) AS net_minor`.execute(ex)
  return { trades: rows[0]!.trades, netMinor: rows[0]!.net_minor }
}
