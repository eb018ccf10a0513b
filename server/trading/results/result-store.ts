import type { Executor } from '../../platform/database/database.ts'
import { shardOf } from '../../platform/random.ts'
import { int4, int8, queryOne, queryRows, row, type RowOf } from '../../platform/database/rows.ts'

/**
 * Returns the result of a customer's trades placed since `sinceMs` whose keys start with `prefix`: their number, the
 * result of those settled, and the stakes of those open. Uses one statement, so that it reads one snapshot.
 */
export async function readResultOfKeys(
  ex: Executor,
  customerId: string,
  prefix: string,
  sinceMs = 0,
): Promise<MadeResult> {
  const rows = await queryRows(ex, resultRow)`
    SELECT count(*)::int AS trades, count(*) FILTER (WHERE state = 'OPEN')::int AS open,
      coalesce(sum(returned_minor - stake_minor) FILTER (WHERE state <> 'OPEN'), 0)::bigint AS settled_minor,
      coalesce(sum(stake_minor) FILTER (WHERE state = 'OPEN'), 0)::bigint AS open_stake_minor
    FROM trading.trades
    WHERE shard = ${shardOf(customerId)} AND customer_id = ${customerId}
      AND key >= ${prefix} AND key < ${`${prefix}~`} AND accepted_at_ms >= ${sinceMs}`
  const found = rows[0]!
  return {
    trades: found.trades,
    open: found.open,
    settledMinor: found.settledMinor,
    openStakeMinor: found.openStakeMinor,
  }
}

const stakeMinorRow = row({ stakeMinor: int8 })

/**
 * Returns the stakes of trades placed since `fromMs` that were won or lost. Ties and void trades don't count, because
 * they risk nothing.
 */
export async function readSettledStake(ex: Executor, customerId: string, fromMs: number): Promise<bigint> {
  const found = await queryOne(ex, stakeMinorRow)`
    SELECT coalesce(sum(stake_minor), 0)::bigint AS stake_minor FROM trading.trades
    WHERE shard = ${shardOf(customerId)} AND customer_id = ${customerId}
      AND accepted_at_ms >= ${fromMs} AND state IN ('WON', 'LOST')`
  return found.stakeMinor
}

const resultRow = row({
  trades: int4,
  open: int4,
  settledMinor: int8,
  openStakeMinor: int8,
})
/** Amounts are in minor units of the customer's currency. */
export type MadeResult = RowOf<typeof resultRow>

const resultSinceRow = row({ trades: int4, netMinor: int8 })

/** Counts a customer's trades placed since `fromMs` and sums the results of those settled since then. */
export async function readResultSince(
  ex: Executor,
  customerId: string,
  fromMs: number,
): Promise<{ trades: number; netMinor: bigint }> {
  const shard = shardOf(customerId)
  const found = await queryOne(ex, resultSinceRow)`
    SELECT (
        SELECT count(*)::int FROM trading.trades
        WHERE shard = ${shard} AND customer_id = ${customerId} AND accepted_at_ms >= ${fromMs}
      ) AS trades,
      coalesce((
        SELECT sum(returned_minor - stake_minor)::bigint FROM trading.trades
        WHERE shard = ${shard} AND customer_id = ${customerId} AND settled_at_ms >= ${fromMs}
      ), 0) AS net_minor`
  return { trades: found.trades, netMinor: found.netMinor }
}
