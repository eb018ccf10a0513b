import type { Pool } from 'pg'
import { sql } from 'kysely'
import type { CashAsset } from '../../contract/money.ts'
import type { Executor } from '../platform/database.ts'
import type { TradingLimits } from './limits.ts'
import type { Order } from './order-checks.ts'

/** An order on its way into a batch. */
export type PlacedOrder = Order & { shard: number; customerId: string; asset: CashAsset; key: string | undefined }

/** What becomes of an order. `exists`: its key was used before; nothing was done. `not_opened`: nothing was done, and the reason was lost. */
export type OrderResult = {
  result: 'ok' | 'exists' | 'insufficient' | 'too_many_open' | 'stake_limit' | 'exposure_limit' | 'not_opened'
  id: string
  acceptedAtMs: number
  /** Open trades of the customer after this order. */
  openAfter: number
  /** After this order; with `insufficient` what there was. */
  balanceMinor: bigint
}

const assetOrder: readonly CashAsset[] = ['USD', 'EUR', 'GBP']
const assetPlace: Record<CashAsset, number> = { USD: 1, EUR: 2, GBP: 3 }

const openTradesText =
  'SELECT results, open_after, balances FROM trading.open_trades($1, $2, $3, $4::smallint[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], ' +
  '$9::trading.side[], $10::smallint[], $11::bigint[], $12::smallint[], $13::int[], $14::bigint[], $15::int[], $16::text[], $17::int[], $18::bigint[], $19::bigint[])'

export type OrderBatch = {
  lane: number
  lanes: number
  nowMs: number
  rules: number
  limits: Readonly<Record<CashAsset, TradingLimits>>
  orders: readonly PlacedOrder[]
  ids: readonly string[]
  acceptedAtMs: readonly number[]
}

/**
 * Opens the orders of one lane in one transaction; resolves after its commit with a result for each, in order. Arrays go
 * as PostgreSQL's array texts, which costs a quarter of letting the driver write them.
 */
export async function openTrades(pool: Pool, batch: OrderBatch): Promise<OrderResult[]> {
  const { orders, ids, acceptedAtMs, limits, lanes } = batch
  const { rows } = await pool.query<{ results: string; open_after: string; balances: string }>({
    name: 'trading.open_trades',
    text: openTradesText,
    values: [
      batch.lane,
      batch.nowMs,
      batch.rules,
      arrayText(orders, (order) => order.shard),
      arrayText(orders, (order) => order.customerId),
      `{${ids.join(',')}}`,
      arrayText(orders, (order) => (order.key === undefined ? 'NULL' : quoted(order.key))),
      arrayText(orders, (order) => order.symbol),
      arrayText(orders, (order) => order.type),
      arrayText(orders, (order) => assetPlace[order.asset]),
      arrayText(orders, (order) => order.stakeMinor),
      arrayText(orders, (order) => order.payoutBps),
      arrayText(orders, (order) => order.toleranceMs),
      `{${acceptedAtMs.join(',')}}`,
      arrayText(orders, (order) => order.intervalS),
      arrayText(assetOrder, (asset) => asset),
      arrayText(assetOrder, (asset) => limits[asset].maxOpenTrades),
      arrayText(assetOrder, (asset) => limits[asset].maxOpenStakeMinor),
      arrayText(assetOrder, (asset) => limits[asset].maxExposureMinor / BigInt(lanes)),
    ],
  })
  const { results, open_after, balances } = rows[0]!
  const [codes, open, balance] = [results.split(','), open_after.split(','), balances.split(',')]
  return orders.map((_, index) => ({
    result: codes[index] as OrderResult['result'],
    id: ids[index]!,
    acceptedAtMs: acceptedAtMs[index]!,
    openAfter: Number(open[index]),
    balanceMinor: BigInt(balance[index] || 0),
  }))
}

/** Of some orders whose batch's connection broke, those that were committed after all. Waits for a batch that still runs. */
export async function findOpened(db: Executor, orders: readonly PlacedOrder[], ids: readonly string[]): Promise<Map<string, Pick<OrderResult, 'openAfter' | 'balanceMinor'>>> {
  const shards = orders.map((order) => order.shard)
  const customers = orders.map((order) => order.customerId)
  await sql`
    SELECT FROM trading.customers c JOIN unnest(${shards}::smallint[], ${customers}::uuid[]) AS o(shard, customer_id) ON c.shard = o.shard AND c.customer_id = o.customer_id
    ORDER BY c.shard, c.customer_id FOR SHARE OF c`.execute(db)
  const { rows } = await sql<{ id: string; open_after: number; balance_after_minor: bigint }>`
    SELECT t.id, t.open_after, t.balance_after_minor
    FROM unnest(${shards}::smallint[], ${customers}::uuid[], ${ids}::uuid[]) AS o(shard, customer_id, id)
    JOIN trading.trades t ON t.shard = o.shard AND t.customer_id = o.customer_id AND t.id = o.id`.execute(db)
  return new Map(rows.map((row) => [row.id, { openAfter: row.open_after, balanceMinor: row.balance_after_minor }]))
}

function arrayText<Item>(items: readonly Item[], field: (item: Item) => string | number | bigint): string {
  let text = '{'
  for (let index = 0; index < items.length; index++) text += index === 0 ? field(items[index]!) : `,${field(items[index]!)}`
  return `${text}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
