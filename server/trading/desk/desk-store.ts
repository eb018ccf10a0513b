import type { CashAsset } from '../../../api/money.ts'
import type { TradeType } from '../../../api/calls/trading/trading.ts'
import type { Executor } from '../../platform/database/database.ts'
import { int4, int8, int8AsNumber, ms, queryRows, row, text, textOf } from '../../platform/database/rows.ts'

/** The maximum that the house can owe in one currency for trades on one symbol that expire in the same second. */
export type Exposure = { symbol: string; asset: CashAsset; expiresAtS: number; profitsMinor: bigint }

const exposureRow = row({
  symbol: text,
  asset: textOf<CashAsset>(),
  expiresAtS: int8AsNumber,
  profitsMinor: int8,
  total: int4,
})

/** Lists the largest exposures that haven't expired at `nowMs`, and counts all of them. */
export async function listExposures(
  db: Executor,
  nowMs: number,
  limit: number,
): Promise<{ total: number; exposures: Exposure[] }> {
  const rows = await queryRows(db, exposureRow)`
    SELECT symbol, asset, expires_at_s, sum(profits_minor)::bigint AS profits_minor, (count(*) OVER ())::int AS total
    FROM trading.exposure WHERE expires_at_s >= ${Math.floor(nowMs / 1_000)}
    GROUP BY symbol, asset, expires_at_s HAVING sum(profits_minor) > 0
    ORDER BY 4 DESC, expires_at_s, symbol, asset LIMIT ${limit}`
  return {
    total: rows[0]?.total ?? 0,
    exposures: rows.map(({ total: _, ...exposure }) => exposure),
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

const unsettledRow = row({
  tradeId: text,
  customerId: text,
  code: text,
  reason: text,
  sinceMs: ms,
  triedMs: ms,
  tries: int4,
  symbol: text.nullable(),
  type: textOf<TradeType>().nullable(),
  stakeMinor: int8.nullable(),
  asset: textOf<CashAsset>().nullable(),
  expiresAtMs: ms.nullable(),
})

/** Lists up to 1,000 trades that couldn't be settled, oldest first. */
export async function listUnsettledWithTrades(db: Executor): Promise<UnsettledWithTrade[]> {
  const rows = await queryRows(db, unsettledRow)`
    SELECT u.trade_id, u.customer_id, u.code, u.reason, u.since_ms, u.tried_ms, u.tries,
      t.symbol, t.type, t.stake_minor, t.asset, t.expires_at_ms
    FROM trading.unsettled u
    LEFT JOIN trading.trades t ON t.shard = u.shard AND t.customer_id = u.customer_id AND t.id = u.trade_id
    ORDER BY u.since_ms, u.trade_id LIMIT 1000`
  return rows.map((row) => ({
    id: row.tradeId,
    customerId: row.customerId,
    code: row.code,
    reason: row.reason,
    sinceMs: row.sinceMs,
    triedMs: row.triedMs,
    tries: row.tries,
    trade:
      row.symbol === null
        ? null
        : {
            symbol: row.symbol,
            type: row.type!,
            stakeMinor: row.stakeMinor!,
            asset: row.asset!,
            expiresAtMs: row.expiresAtMs!,
          },
  }))
}
