import { sql } from 'kysely'
import type { CashAsset } from '../../contract/money.ts'
import type { TradeType } from '../../contract/calls/trading.ts'
import type { Executor } from '../platform/database/database.ts'

/** The maximum that the house can owe on one symbol and currency for trades that expire in the same second. */
export type Exposure = { symbol: string; asset: CashAsset; expiresAtS: number; profitsMinor: bigint }

/** Lists the largest exposures that haven't expired at `nowMs`, and counts all of them. */
export async function listExposures(
  db: Executor,
  nowMs: number,
  limit: number,
): Promise<{ total: number; exposures: Exposure[] }> {
  type Row = { symbol: string; asset: CashAsset; expires_at_s: bigint; profits_minor: bigint; total: number }
  const { rows } = await sql<Row>`
    SELECT symbol, asset, expires_at_s, sum(profits_minor)::bigint AS profits_minor, (count(*) OVER ())::int AS total
    FROM trading.exposure WHERE expires_at_s >= ${Math.floor(nowMs / 1_000)}
    GROUP BY symbol, asset, expires_at_s HAVING sum(profits_minor) > 0
    ORDER BY 4 DESC, expires_at_s, symbol, asset LIMIT ${limit}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    exposures: rows.map((row) => ({
      symbol: row.symbol,
      asset: row.asset,
      expiresAtS: Number(row.expires_at_s),
      profitsMinor: row.profits_minor,
    })),
  }
}

/** A trade that couldn't be settled, with its stored terms. */
export type UnsettledWithTrade = {
  id: string
  customerId: string
  code: string
  reason: string
  sinceMs: number
  triedMs: number
  tries: number
  /** Null if the trade's row is missing. */
  trade: { symbol: string; type: TradeType; stakeMinor: bigint; asset: CashAsset; expiresAtMs: number } | null
}

/** Lists up to 1,000 trades that couldn't be settled, oldest first. */
export async function listUnsettledWithTrades(db: Executor): Promise<UnsettledWithTrade[]> {
  type Row = {
    trade_id: string
    customer_id: string
    code: string
    reason: string
    since_ms: bigint
    tried_ms: bigint
    tries: number
    symbol: string | null
    type: TradeType
    stake_minor: bigint
    asset: CashAsset
    expires_at_ms: bigint
  }
  const { rows } = await sql<Row>`
    SELECT u.trade_id, u.customer_id, u.code, u.reason, u.since_ms, u.tried_ms, u.tries,
      t.symbol, t.type, t.stake_minor, t.asset, t.expires_at_ms
    FROM trading.unsettled u
    LEFT JOIN trading.trades t ON t.shard = u.shard AND t.customer_id = u.customer_id AND t.id = u.trade_id
    ORDER BY u.since_ms, u.trade_id LIMIT 1000`.execute(db)
  return rows.map((row) => ({
    id: row.trade_id,
    customerId: row.customer_id,
    code: row.code,
    reason: row.reason,
    sinceMs: Number(row.since_ms),
    triedMs: Number(row.tried_ms),
    tries: row.tries,
    trade:
      row.symbol === null
        ? null
        : {
            symbol: row.symbol,
            type: row.type,
            stakeMinor: row.stake_minor,
            asset: row.asset,
            expiresAtMs: Number(row.expires_at_ms),
          },
  }))
}
