import type { Pool, PoolClient } from 'pg'
import type { Executor } from '../../platform/database/database.ts'
import { groupOrders, type OrderGroups } from './order-groups.ts'
import type { OrderBatch } from './order-batch.ts'
import type { PlacedOrder } from './order-batch.ts'
import { checkRows, int4, int8, queryRows, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

/**
 * The result of an order. `exists`: its key was used before, so nothing was written. `not_opened`: nothing was written,
 * for an unknown reason.
 */
export type OrderResult = {
  result:
    | 'ok'
    | 'exists'
    | 'insufficient'
    | 'too_many_open'
    | 'stake_limit'
    | 'own_loss_limit'
    | 'exposure_limit'
    | 'too_little_free'
    | 'not_opened'
  id: string
  acceptedAtMs: number
  /** The customer's open trades after this order. */
  openAfter: number
  /** Balance after this order; for `insufficient`, the current balance. */
  balanceMinor: bigint
}

const orderColumns = (
  'smallint[] uuid[] uuid[] text[] text[] trading.side[] text[] ' +
  'bigint[] bigint[] smallint[] int[] bigint[] bigint[]'
).split(' ')

const parameters = (from: number, types: string[]) => types.map((type, index) => `$${from + index}::${type}`).join(', ')

const batchText = `$1, $2, $3, $33,
  ROW(${parameters(4, ['int[]', 'int[]', 'int[]', 'bigint[]', ...orderColumns])})::trading.order_batch,
  ROW(
    ${parameters(21, ['smallint[]', 'uuid[]', 'text[]', 'int[]', 'bigint[]', 'int[]', 'bigint[]'])}, $34::bigint[]
  )::trading.batch_customers,
  ROW(${parameters(28, ['bigint[]', 'text[]', 'text[]', 'bigint[]', 'bigint[]'])})::trading.batch_expiries`

/**
 * Comma-separated lists with one element for each order, except `open`, which has one element for each customer.
 */
const openedRow = row({ results: text, open: text, balances: text })

const openTradesText = `SELECT results, open, balances FROM trading.open_trades(${batchText})`

const openTogetherText = `SELECT results, open, balances FROM trading.open_together(${batchText}, $35::int[])`

/**
 * Opens the orders of one lane in one transaction. Resolves after the commit with one result per order, in order.
 * Without `checkKeys`, a key that was used before fails the batch on the constraint `trades_key_once`. Arrays are
 * passed as PostgreSQL array literals, which takes a quarter of the time that the driver needs to serialise them.
 */
export async function openTrades(
  pool: Pool | PoolClient,
  batch: OrderBatch,
  checkKeys: boolean,
): Promise<OrderResult[]> {
  const groups = groupOrders(batch)
  const rows = checkRows(
    openedRow,
    await pool.query({
      name: 'trading.open_trades',
      text: openTradesText,
      values: valuesOf(batch, groups, checkKeys),
    }),
  )
  return resultsOf(batch, groups, rows[0]!)
}

/**
 * Does the same as `openTrades` for an expert's order and its copies: one order per customer, each with the share of
 * the account that must stay free. Fails if an order leaves less than that free (`placesTooShort`), or if the expert's
 * own order, which has `freeBps` -1, is refused (`leaderRefusal`).
 */
export async function openTogether(
  pool: Pool | PoolClient,
  batch: OrderBatch,
  freeBps: readonly number[],
  checkKeys: boolean,
): Promise<OrderResult[]> {
  const groups = groupOrders(batch)
  const values = [...valuesOf(batch, groups, checkKeys), `{${freeBps.join(',')}}`]
  const rows = checkRows(openedRow, await pool.query({ name: 'trading.open_together', text: openTogetherText, values }))
  return resultsOf(batch, groups, rows[0]!)
}

const judgeCopiesText = `SELECT place, result FROM trading.judge_copies(
  $1::smallint[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::int[], $7::int[], $8::bigint[], $9::bigint[])`

const judgeCopiesRow = row({ place: int4, result: textOf<OrderResult['result']>() })

/**
 * Returns the copies that can be refused before they are batched, and why. Takes no locks, so other copies may still be
 * refused later.
 */
export async function judgeCopies<O extends PlacedOrder & { freeBps: number }>(
  pool: Pool,
  orders: readonly O[],
  limits: OrderBatch['limits'],
): Promise<Map<O, OrderResult['result']>> {
  const values = [
    arrayText(orders, (order) => order.shard),
    arrayText(orders, (order) => order.customerId),
    arrayText(orders, (order) => order.asset),
    arrayText(orders, (order) => order.stakeMinor),
    arrayText(orders, (order) => quoted(order.key ?? '')),
    arrayText(orders, (order) => order.freeBps),
    arrayText(orders, (order) => limits[order.asset].maxOpenTrades),
    arrayText(orders, (order) => limits[order.asset].maxOpenStakeMinor),
    arrayText(orders, (order) => order.lossFloor?.minResultMinor ?? 'NULL'),
  ]
  const rows = checkRows(
    judgeCopiesRow,
    await pool.query({
      name: 'trading.judge_copies',
      text: judgeCopiesText,
      values,
    }),
  )
  return new Map(rows.map(({ place, result }) => [orders[place - 1]!, result]))
}

/** Returns the positions, from 0, of orders that would leave too little free; undefined for any other error. */
export function placesTooShort(error: unknown): number[] | undefined {
  const { code, detail } = error as { code?: unknown; detail?: unknown }
  return code === 'TC001'
    ? String(detail)
        .split(',')
        .map((place) => Number(place) - 1)
    : undefined
}

/** Returns why the database refused the expert's own order; undefined for any other error. */
export function leaderRefusal(error: unknown): OrderResult['result'] | undefined {
  const { code, detail } = error as { code?: unknown; detail?: unknown }
  return code === 'TC002' ? (String(detail) as OrderResult['result']) : undefined
}

function valuesOf(batch: OrderBatch, groups: OrderGroups, checkKeys: boolean): unknown[] {
  const { orders, ids, acceptedAtMs } = batch
  const { customerNo, expiryNo, afterIt, stakeAfterIt, profits, customers, expiries } = groups
  return [
    batch.lane,
    batch.nowMs,
    batch.rules,
    `{${customerNo.join(',')}}`,
    `{${expiryNo.join(',')}}`,
    `{${afterIt.join(',')}}`,
    `{${stakeAfterIt.join(',')}}`,
    arrayText(orders, (order) => order.shard),
    arrayText(orders, (order) => order.customerId),
    `{${ids.join(',')}}`,
    arrayText(orders, (order) => (order.key === undefined ? 'NULL' : quoted(order.key))),
    arrayText(orders, (order) => order.symbol),
    arrayText(orders, (order) => order.type),
    arrayText(orders, (order) => order.asset),
    arrayText(orders, (order) => order.stakeMinor),
    `{${profits.join(',')}}`,
    arrayText(orders, (order) => order.payoutBps),
    arrayText(orders, (order) => order.toleranceMs),
    `{${acceptedAtMs.join(',')}}`,
    arrayText(orders, (order, index) => acceptedAtMs[index]! + order.intervalS * 1000),
    arrayText(customers, (customer) => customer.shard),
    arrayText(customers, (customer) => customer.customerId),
    arrayText(customers, (customer) => customer.asset),
    arrayText(customers, (customer) => customer.trades),
    arrayText(customers, (customer) => customer.stakeMinor),
    arrayText(customers, (customer) => batch.limits[customer.asset].maxOpenTrades),
    arrayText(customers, (customer) => batch.limits[customer.asset].maxOpenStakeMinor),
    arrayText(expiries, (expiry) => expiry.expiresAtS),
    arrayText(expiries, (expiry) => expiry.symbol),
    arrayText(expiries, (expiry) => expiry.asset),
    arrayText(expiries, (expiry) => expiry.profitMinor),
    arrayText(expiries, (expiry) => batch.limits[expiry.asset].maxExposureMinor / BigInt(batch.lanes)),
    checkKeys,
    // Missing array elements are read as NULL, which means no limit.
    customers.some((customer) => customer.minResultMinor !== undefined)
      ? arrayText(customers, (customer) => customer.minResultMinor ?? 'NULL')
      : '{}',
  ]
}

function resultsOf(
  { orders, ids, acceptedAtMs }: OrderBatch,
  { customerNo, afterIt }: OrderGroups,
  opened: RowOf<typeof openedRow>,
): OrderResult[] {
  const [results, open, balances] = [opened.results.split(','), opened.open.split(','), opened.balances.split(',')]
  return orders.map((_, index) => ({
    result: results[index] as OrderResult['result'],
    id: ids[index]!,
    acceptedAtMs: acceptedAtMs[index]!,
    openAfter: Number(open[customerNo[index]! - 1]) - afterIt[index]!,
    balanceMinor: BigInt(balances[index] || 0),
  }))
}

const lendText = 'SELECT trading.lend_exposure($1::smallint, $2::smallint, $3, $4, $5, $6, $7)'

/**
 * Runs `open` in a transaction that first lends the lane as much of the other lanes' unused exposure as these orders
 * need. Both happen in one transaction, because the other lanes could otherwise take the exposure back before it is
 * used.
 */
export async function withLentExposure<T>(
  pool: Pool,
  batch: OrderBatch,
  open: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    await client.query('BEGIN')
    for (const { expiresAtS, symbol, asset, profitMinor } of groupOrders(batch).expiries) {
      await client.query(lendText, [
        batch.lane,
        batch.lanes,
        expiresAtS,
        symbol,
        asset,
        batch.limits[asset].maxExposureMinor,
        profitMinor,
      ])
    }
    const opened = await open(client)
    await client.query('COMMIT')
    broken = false
    return opened
  } finally {
    // Don't reuse a connection whose transaction failed.
    client.release(broken)
  }
}

const committedRow = row({ id: text, openAfter: int4, balanceAfterMinor: int8 })

/**
 * Returns which orders were committed although their batch's connection broke. Waits for a batch that is still running.
 */
export async function findOpened(
  db: Executor,
  orders: readonly PlacedOrder[],
  ids: readonly string[],
): Promise<Map<string, Pick<OrderResult, 'openAfter' | 'balanceMinor'>>> {
  const shards = orders.map((order) => order.shard)
  const customers = orders.map((order) => order.customerId)
  const rows = await queryRows(db, committedRow)`
    SELECT id, open_after, balance_after_minor
    FROM trading.find_opened(${shards}::smallint[], ${customers}::uuid[], ${ids}::uuid[])`
  return new Map(rows.map((found) => [found.id, { openAfter: found.openAfter, balanceMinor: found.balanceAfterMinor }]))
}

function arrayText<Item>(
  items: readonly Item[],
  field: (item: Item, index: number) => string | number | bigint,
): string {
  let text = '{'
  for (let index = 0; index < items.length; index++)
    text += index === 0 ? field(items[index]!, index) : `,${field(items[index]!, index)}`
  return `${text}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
