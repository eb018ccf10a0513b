import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { CashAsset } from '../../../api/money.ts'
import type { TradeType } from '../../../api/calls/trading/trading.ts'
import type { TradeState } from '../../../api/states/trade-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import { checkRows, int4, ms, row, text, type RowOf } from '../../platform/database/rows.ts'

export type SettledTrade = {
  customerId: string
  id: string
  type: TradeType
  state: TradeState
  symbol: string
  asset: CashAsset
  stakeMinor: bigint
  returnedMinor: bigint
  /** Prices, as whole numbers of the symbol's smallest step; null if the trade is void without one. */
  strike: number | null
  exit: number | null
  /** The balance of the trade's account after the transaction that settled it. */
  balanceMinor: bigint
  settledAtMs: number
}

/** Which trades settlement takes, and how far time and price records have advanced. */
export type Due = {
  shards: readonly number[]
  nowMs: number
  /** The watermark of each symbol's price record. */
  through: readonly { symbol: string; throughMs: number }[]
  limit: number
  /** IDs of trades and customers to skip. */
  without: readonly string[]
  /** IDs of trades; undefined for all due trades. */
  only?: readonly string[]
  /** Lock timeout. */
  patienceMs: number
}

/** A trade that is due for settlement. */
const dueTradeRow = row({ shard: int4, customerId: text, id: text })
export type DueTrade = RowOf<typeof dueTradeRow>

const listsRow = row({
  symbols: text.nullable(),
  stakes: text.nullable(),
  assets: text.nullable(),
  customers: text.nullable(),
  ids: text.nullable(),
  types: text.nullable(),
  states: text.nullable(),
  returned: text.nullable(),
  strikes: text.nullable(),
  exits: text.nullable(),
  balances: text.nullable(),
})
type Lists = RowOf<typeof listsRow>

/** Settles due trades in one transaction, in shard order. Concurrent calls share the work. */
export async function settleDue(pool: Pool, due: Due): Promise<SettledTrade[]> {
  // Each column arrives as one string, because the driver would need a tenth of the settlement time to parse rows with
  // eight columns.
  const rows = checkRows(
    listsRow,
    await pool.query({
      name: 'trading.settle_due',
      text: `SELECT * FROM trading.settle_due(
      $1::smallint[], $2, $3::text[], $4::bigint[], $5, $6::uuid[], $7::uuid[], $8)`,
      values: [...criteriaOf(due), due.limit, due.without, due.only ?? null, due.patienceMs],
    }),
  )
  const settled = rows[0]!
  const list = (name: keyof Lists) => settled[name]?.split(',') ?? []
  const [ids, types, states, symbols, assets, stakes, returned, strikes, exits, balances] = [
    list('ids'),
    list('types'),
    list('states'),
    list('symbols'),
    list('assets'),
    list('stakes'),
    list('returned'),
    list('strikes'),
    list('exits'),
    list('balances'),
  ]
  return list('customers').map((customerId, place) => ({
    customerId,
    id: ids[place]!,
    type: types[place] as TradeType,
    state: states[place] as TradeState,
    symbol: symbols[place]!,
    asset: assets[place] as CashAsset,
    stakeMinor: BigInt(stakes[place]!),
    returnedMinor: BigInt(returned[place]!),
    strike: priceOf(strikes[place]!),
    exit: priceOf(exits[place]!),
    balanceMinor: BigInt(balances[place]!),
    settledAtMs: due.nowMs,
  }))
}

const priceOf = (steps: string): number | null => (steps === '' ? null : Number(steps))

const criteriaOf = ({ shards, nowMs, through }: Due) => [
  shards,
  nowMs,
  through.map((mark) => mark.symbol),
  through.map((mark) => mark.throughMs),
]

/** Lists what `settleDue` would settle, grouped by customer. */
export async function listDue(pool: Pool, due: Due): Promise<DueTrade[]> {
  const rows = checkRows(
    dueTradeRow,
    await pool.query(
      `SELECT d.shard, d.customer_id, d.id FROM (
       SELECT t.shard, t.customer_id, t.id FROM trading.trades t
       WHERE t.shard = ANY ($1::smallint[]) AND t.state = 'OPEN' AND t.expires_at_ms <= $2
         AND t.expires_at_ms <= ($4::bigint[])[array_position($3::text[], t.symbol)]
         AND NOT (t.id = ANY ($6::uuid[]) OR t.customer_id = ANY ($6::uuid[]))
       ORDER BY t.shard, t.expires_at_ms LIMIT $5
     ) d ORDER BY d.shard, d.customer_id, d.id`,
      [...criteriaOf(due), due.limit, due.without],
    ),
  )
  return rows
}

const overdueRow = row({ symbol: text, expiresAtMs: ms })

/**
 * Lists symbols with open trades whose expiry plus tolerance is before `beforeMs`, each with the latest of these
 * expiries.
 */
export async function listOverdue(pool: Pool, beforeMs: number): Promise<{ symbol: string; expiresAtMs: number }[]> {
  const rows = checkRows(
    overdueRow,
    await pool.query(
      `SELECT t.symbol, max(t.expires_at_ms) AS expires_at_ms FROM trading.trades t
     WHERE t.shard BETWEEN 0 AND 31 AND t.state = 'OPEN' AND t.expires_at_ms <= $1
       AND t.expires_at_ms + t.tolerance_ms <= $1
     GROUP BY t.symbol`,
      [beforeMs],
    ),
  )
  return rows.map((row) => ({ symbol: row.symbol, expiresAtMs: row.expiresAtMs }))
}

/**
 * Rows locked by other transactions: shards whose hash chain can't be extended, and customers whose account or counters
 * can't change.
 */
export type Held = { shards: Set<number>; customers: Set<string> }

const heldRow = row({ shards: text, customers: text })

/** Returns which of these shards and customers are locked, without waiting. */
export async function findHeld(pool: Pool, requested: readonly { shard: number; customerId: string }[]): Promise<Held> {
  const owners = [...new Map(requested.map((one) => [one.customerId, one])).values()]
  const values = [owners.map(({ shard }) => shard), owners.map(({ customerId }) => customerId)]
  const rows = checkRows(heldRow, await pool.query('SELECT * FROM trading.held_of($1::smallint[], $2::uuid[])', values))
  const { shards, customers } = rows[0]!
  return {
    shards: new Set(shards.split(',').filter(Boolean).map(Number)),
    customers: new Set(customers.split(',').filter(Boolean)),
  }
}

const unsettledTradeRow = row({
  shard: int4,
  customerId: text,
  id: text,
  code: text,
  reason: text,
  sinceMs: ms,
  triedMs: ms,
  tries: int4,
})
/** A trade that couldn't be settled. */
export type UnsettledTrade = RowOf<typeof unsettledTradeRow>

/** Lists up to 1,000 trades that couldn't be settled, oldest first. */
export async function listUnsettled(pool: Pool): Promise<UnsettledTrade[]> {
  const rows = checkRows(
    unsettledTradeRow,
    await pool.query(
      `SELECT shard, customer_id, trade_id AS id, code, reason,
       since_ms, tried_ms, tries
     FROM trading.unsettled ORDER BY since_ms, trade_id LIMIT 1000`,
    ),
  )
  return rows
}

/** Records a failed attempt to settle a trade. */
export async function recordUnsettled(
  pool: Pool,
  { shard, customerId, id }: DueTrade,
  error: { code: string; reason: string },
  atMs: number,
): Promise<void> {
  await pool.query(
    `INSERT INTO trading.unsettled AS u (shard, customer_id, trade_id, code, reason, since_ms, tried_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (shard, trade_id) DO UPDATE
     SET code = excluded.code, reason = excluded.reason, tried_ms = excluded.tried_ms, tries = u.tries + 1`,
    [shard, customerId, id, error.code.slice(0, 10), error.reason.slice(0, 500), atMs],
  )
}

/** Removes the record of a trade that has since settled. */
export async function deleteUnsettled(pool: Pool, { shard, id }: DueTrade): Promise<void> {
  await pool.query('DELETE FROM trading.unsettled WHERE shard = $1 AND trade_id = $2', [shard, id])
}

/** Deletes the exposure of past seconds, to which orders can no longer be added. */
export async function deletePastExposure(db: Executor, beforeMs: number): Promise<void> {
  await sql`DELETE FROM trading.exposure WHERE expires_at_s < ${Math.floor(beforeMs / 1000)}`.execute(db)
}
