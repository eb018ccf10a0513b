import { sql } from 'kysely'
import type { TradeState, TradeType } from '../../contract/calls/trading.ts'
import type { CashAsset } from '../../contract/money.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Owner } from './store.ts'

/** The fields of a trade that determine its result. Amounts in minor units. */
export type PlainTrade = Owner & {
  id: string
  symbol: string
  asset: CashAsset
  type: TradeType
  state: TradeState
  stakeMinor: bigint
  returnedMinor: bigint | null
  payoutBps: number
  acceptedAtMs: number
  expiresAtMs: number
  key: string | null
}

type Row = Omit<PlainTrade, 'acceptedAtMs' | 'expiresAtMs'> & { acceptedAtMs: bigint; expiresAtMs: bigint }
const asPlain = (row: Row): PlainTrade => ({
  ...row,
  acceptedAtMs: Number(row.acceptedAtMs),
  expiresAtMs: Number(row.expiresAtMs),
})
const columns = sql.raw(`t.shard, t.customer_id AS "customerId", t.id, t.symbol, t.asset, t.type, t.state,
  t.stake_minor AS "stakeMinor", t.returned_minor AS "returnedMinor", t.payout_bps AS "payoutBps",
  t.accepted_at_ms AS "acceptedAtMs", t.expires_at_ms AS "expiresAtMs", t.key`)

/** Finds trades by owner and ID, in any order. */
export async function findPlainTrades(
  ex: Executor,
  requested: readonly (Owner & { id: string })[],
): Promise<PlainTrade[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns}
    FROM unnest(
      ${requested.map(({ shard }) => shard)}::smallint[],
      ${requested.map(({ customerId }) => customerId)}::uuid[],
      ${requested.map(({ id }) => id)}::uuid[]
    ) AS a(shard, customer_id, id)
    JOIN trading.trades t ON t.shard = a.shard AND t.customer_id = a.customer_id AND t.id = a.id`.execute(ex)
  return rows.map(asPlain)
}

/** Finds the trades that these owners placed under a key. */
export async function findPlainTradesByKey(ex: Executor, owners: readonly Owner[], key: string): Promise<PlainTrade[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns}
    FROM unnest(
      ${owners.map(({ shard }) => shard)}::smallint[],
      ${owners.map(({ customerId }) => customerId)}::uuid[]
    ) AS a(shard, customer_id)
    JOIN trading.trades t ON t.shard = a.shard AND t.customer_id = a.customer_id AND t.key = ${key}`.execute(ex)
  return rows.map(asPlain)
}

/** Lists an owner's trades after the trade `afterId`, oldest first. */
export async function listPlainTrades(
  ex: Executor,
  { shard, customerId }: Owner,
  afterId: string | null,
  limit: number,
): Promise<PlainTrade[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM trading.trades t
    WHERE t.shard = ${shard} AND t.customer_id = ${customerId} AND (${afterId}::uuid IS NULL OR t.id > ${afterId}::uuid)
    ORDER BY t.id LIMIT ${limit}`.execute(ex)
  return rows.map(asPlain)
}
