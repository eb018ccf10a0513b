import type { TradeType } from '../../api/calls/trading/trading.ts'
import type { TradeState } from '../../api/states/trade-states.ts'
import type { CashAsset } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Owner } from './store.ts'
import { columnsOf, int4, int8, ms, queryRows, row, text, textOf, type RowOf } from '../platform/database/rows.ts'

const plainTradeRow = row({
  shard: int4,
  customerId: text,
  id: text,
  symbol: text,
  asset: textOf<CashAsset>(),
  type: textOf<TradeType>(),
  state: textOf<TradeState>(),
  stakeMinor: int8,
  returnedMinor: int8.nullable(),
  payoutBps: int4,
  acceptedAtMs: ms,
  expiresAtMs: ms,
  key: text.nullable(),
})
/** The fields of a trade that determine its result. Amounts are in minor units. */
export type PlainTrade = RowOf<typeof plainTradeRow>

/** Finds trades by owner and ID, in any order. */
export async function findPlainTrades(
  ex: Executor,
  requested: readonly (Owner & { id: string })[],
): Promise<PlainTrade[]> {
  return queryRows(ex, plainTradeRow)`
    SELECT ${columnsOf(plainTradeRow, 't')}
    FROM unnest(
      ${requested.map(({ shard }) => shard)}::smallint[],
      ${requested.map(({ customerId }) => customerId)}::uuid[],
      ${requested.map(({ id }) => id)}::uuid[]
    ) AS a(shard, customer_id, id)
    JOIN trading.trades t ON t.shard = a.shard AND t.customer_id = a.customer_id AND t.id = a.id`
}

/** Finds the trades that these owners placed under a key. */
export async function findPlainTradesByKey(ex: Executor, owners: readonly Owner[], key: string): Promise<PlainTrade[]> {
  return queryRows(ex, plainTradeRow)`
    SELECT ${columnsOf(plainTradeRow, 't')}
    FROM unnest(
      ${owners.map(({ shard }) => shard)}::smallint[],
      ${owners.map(({ customerId }) => customerId)}::uuid[]
    ) AS a(shard, customer_id)
    JOIN trading.trades t ON t.shard = a.shard AND t.customer_id = a.customer_id AND t.key = ${key}`
}

/** Lists an owner's trades after the trade `afterId`, oldest first. */
export async function listPlainTrades(
  ex: Executor,
  { shard, customerId }: Owner,
  afterId: string | null,
  limit: number,
): Promise<PlainTrade[]> {
  return queryRows(ex, plainTradeRow)`
    SELECT ${columnsOf(plainTradeRow, 't')} FROM trading.trades t
    WHERE t.shard = ${shard} AND t.customer_id = ${customerId} AND (${afterId}::uuid IS NULL OR t.id > ${afterId}::uuid)
    ORDER BY t.id LIMIT ${limit}`
}
