import { sql } from 'kysely'
import type { TradeInterval, TradeType } from '../../contract/calls/trading.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Weight } from './copy-rules.ts'
import type { Gap } from './gap-rules.ts'
import type { Owner } from './relations-store.ts'

/** SQL for experts' orders and the gap ledger. */

export type ExpertOrder = {
  id: string
  expertId: string
  key: string
  symbol: string
  class: string
  type: TradeType
  intervalS: TradeInterval
  stakeMinor: bigint
  equityMinor: bigint
  decidedAtMs: number
}
export type PlacedOrder = ExpertOrder & {
  state: 'placing' | 'placed'
  tradeId: string | null
  payoutBps: number | null
  acceptedAtMs: number | null
  expiresAtMs: number | null
}

/** Stores an order. Returns false if an order with this key exists. */
export async function insertOrder(ex: Executor, o: ExpertOrder): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO copying.orders (
      id, expert_id, key, symbol, class, type, interval_s, stake_minor, equity_minor, decided_at_ms
    )
    VALUES (
      ${o.id}, ${o.expertId}, ${o.key}, ${o.symbol}, ${o.class}, ${o.type}, ${o.intervalS}, ${o.stakeMinor},
      ${o.equityMinor}, ${o.decidedAtMs}
    )
    ON CONFLICT (expert_id, key) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}

export async function refuseOrder(ex: Executor, id: string, code: string): Promise<void> {
  await sql`UPDATE copying.orders SET state = 'refused', code = ${code} WHERE id = ${id} AND state = 'placing'`.execute(
    ex,
  )
}

/** Marks an order as placed. Returns false if it was already marked. */
export async function markPlaced(
  ex: Executor,
  id: string,
  placed: { tradeId: string; payoutBps: number; acceptedAtMs: number; expiresAtMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE copying.orders
    SET state = 'placed', trade_id = ${placed.tradeId}, payout_bps = ${placed.payoutBps},
      accepted_at_ms = ${placed.acceptedAtMs}, expires_at_ms = ${placed.expiresAtMs}
    WHERE id = ${id} AND state = 'placing' RETURNING 1`.execute(ex)
  return rows.length > 0
}

type OrderRow = Omit<PlacedOrder, 'decidedAtMs' | 'acceptedAtMs' | 'expiresAtMs'> & {
  decidedAtMs: bigint
  acceptedAtMs: bigint | null
  expiresAtMs: bigint | null
}
const orderColumns = sql.raw(`o.id, o.expert_id AS "expertId", o.key, o.symbol, o.class, o.type,
  o.interval_s AS "intervalS", o.stake_minor AS "stakeMinor", o.equity_minor AS "equityMinor",
  o.decided_at_ms AS "decidedAtMs", o.state, o.trade_id AS "tradeId", o.payout_bps AS "payoutBps",
  o.accepted_at_ms AS "acceptedAtMs", o.expires_at_ms AS "expiresAtMs"`)
const numberOrNull = (value: bigint | null) => (value === null ? null : Number(value))
const asOrder = (row: OrderRow): PlacedOrder => ({
  ...row,
  decidedAtMs: Number(row.decidedAtMs),
  acceptedAtMs: numberOrNull(row.acceptedAtMs),
  expiresAtMs: numberOrNull(row.expiresAtMs),
})

/** Lists placed orders that have expired, and unfinished orders that were started before `begunBeforeMs`. */
export async function listUnfinished(ex: Executor, nowMs: number, begunBeforeMs: number): Promise<PlacedOrder[]> {
  const { rows } = await sql<OrderRow>`
    SELECT ${orderColumns} FROM copying.orders o
    WHERE (o.state = 'placed' AND o.expires_at_ms <= ${nowMs})
      OR (o.state = 'placing' AND o.decided_at_ms <= ${begunBeforeMs})
    ORDER BY o.id LIMIT 200`.execute(ex)
  return rows.map(asOrder)
}

/** Returns the total of an expert's open stakes. */
export async function openStakeOf(ex: Executor, expertId: string): Promise<bigint> {
  const { rows } = await sql<{ stake: bigint }>`
    SELECT coalesce(sum(stake_minor), 0)::bigint AS stake FROM copying.orders
    WHERE expert_id = ${expertId} AND state IN ('placing', 'placed')`.execute(ex)
  return rows[0]!.stake
}

export async function finishOrder(ex: Executor, id: string, expertResultMinor: bigint): Promise<void> {
  await sql`
    UPDATE copying.orders SET state = 'done', expert_result_minor = ${expertResultMinor}
    WHERE id = ${id} AND state = 'placed'`.execute(ex)
}

export type NewCopy = Owner & {
  relationId: string
  weight: Weight
  tradeId: string | null
  code: string | null
  stakeMinor: bigint
}

/**
 * Inserts all copies of an order. Arrays are passed as text, which takes a quarter of the time the driver needs to
 * serialise them.
 */
export async function insertCopies(ex: Executor, orderId: string, copies: readonly NewCopy[]): Promise<void> {
  const text = (field: (copy: NewCopy) => string | number | bigint | null) =>
    `{${copies.map((copy) => field(copy) ?? 'NULL').join(',')}}`
  await sql`
    INSERT INTO copying.copies (
      order_id, shard, customer_id, relation_id, weight_num, weight_den, trade_id, code, stake_minor
    )
    SELECT ${orderId}::uuid, c.* FROM unnest(
      ${text(({ shard }) => shard)}::smallint[],
      ${text(({ customerId }) => customerId)}::uuid[],
      ${text(({ relationId }) => relationId)}::uuid[],
      ${text(({ weight }) => weight.num)}::bigint[],
      ${text(({ weight }) => weight.den)}::bigint[],
      ${text(({ tradeId }) => tradeId)}::uuid[],
      ${text(({ code }) => code)}::text[],
      ${text(({ stakeMinor }) => stakeMinor)}::bigint[]
    ) c`.execute(ex)
}

export type WaitingCopy = Owner & { relationId: string; weightNum: bigint; weightDen: bigint; tradeId: string | null }

/** Locks unfinished copies of an order, with their relations. Skips copies that another transaction has locked. */
export async function lockWaiting(tx: Executor, orderId: string, limit: number): Promise<WaitingCopy[]> {
  const { rows } = await sql<WaitingCopy>`
    SELECT c.shard, c.customer_id AS "customerId", c.relation_id AS "relationId", c.weight_num AS "weightNum",
      c.weight_den AS "weightDen", c.trade_id AS "tradeId"
    FROM copying.copies c
    JOIN copying.relations r ON r.shard = c.shard AND r.customer_id = c.customer_id AND r.id = c.relation_id
    WHERE c.order_id = ${orderId} AND NOT c.is_done LIMIT ${limit} FOR UPDATE OF c, r SKIP LOCKED`.execute(tx)
  return rows
}

export async function countWaiting(ex: Executor, orderId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM copying.copies WHERE order_id = ${orderId} AND NOT is_done`.execute(ex)
  return rows[0]!.waiting
}

/**
 * Stores the results of copies and adds them to their relations. Counts each copy once, because it updates only
 * unfinished ones.
 */
export async function finishCopies(
  tx: Executor,
  orderId: string,
  done: readonly (WaitingCopy & { gap: Gap })[],
  nowMs: number,
): Promise<void> {
  const big = (field: (copy: WaitingCopy & { gap: Gap }) => bigint) => done.map(field).map(String)
  await sql`
    WITH done AS (
      UPDATE copying.copies c
      SET is_done = true, done_at_ms = ${nowMs}, expert_minor = d.expert, skip_minor = d.skip, delay_minor = d.delay,
        price_minor = d.price, rounding_minor = d.rounding, mine_minor = d.mine
      FROM unnest(
        ${done.map(({ shard }) => shard)}::smallint[],
        ${done.map(({ customerId }) => customerId)}::uuid[],
        ${done.map(({ relationId }) => relationId)}::uuid[],
        ${big(({ gap }) => gap.expertMinor)}::bigint[],
        ${big(({ gap }) => gap.skipMinor)}::bigint[],
        ${big(({ gap }) => gap.delayMinor)}::bigint[],
        ${big(({ gap }) => gap.priceMinor)}::bigint[],
        ${big(({ gap }) => gap.roundingMinor)}::bigint[],
        ${big(({ gap }) => gap.mineMinor)}::bigint[]
      ) AS d(shard, customer_id, relation_id, expert, skip, delay, price, rounding, mine)
      WHERE c.shard = d.shard AND c.customer_id = d.customer_id AND c.relation_id = d.relation_id
        AND c.order_id = ${orderId} AND NOT c.is_done
      RETURNING c.shard, c.customer_id, c.relation_id, c.mine_minor
    )
    UPDATE copying.relations r SET result_minor = r.result_minor + d.mine_minor FROM done d
    WHERE r.shard = d.shard AND r.customer_id = d.customer_id AND r.id = d.relation_id AND d.mine_minor <> 0`.execute(
    tx,
  )
}

export type GapLine = {
  orderId: string
  decidedAtMs: bigint
  symbol: string
  type: TradeType
  tradeId: string | null
  code: string | null
  stakeMinor: bigint
  isDone: boolean
  expertMinor: bigint | null
  skipMinor: bigint | null
  delayMinor: bigint | null
  priceMinor: bigint | null
  roundingMinor: bigint | null
  mineMinor: bigint | null
  week: number | null
}

/** Lists a relation's gap ledger, newest first: one line per order and one per profit share. */
export async function listGaps(
  ex: Executor,
  { shard, customerId }: Owner,
  relationId: string,
  limit: number,
  offset: number,
): Promise<GapLine[]> {
  const { rows } = await sql<GapLine>`
    SELECT * FROM (
      SELECT o.id AS "orderId", o.decided_at_ms AS "decidedAtMs", o.symbol, o.type, c.trade_id AS "tradeId", c.code,
        c.stake_minor AS "stakeMinor", c.is_done AS "isDone", c.expert_minor AS "expertMinor",
        c.skip_minor AS "skipMinor", c.delay_minor AS "delayMinor", c.price_minor AS "priceMinor",
        c.rounding_minor AS "roundingMinor", c.mine_minor AS "mineMinor", NULL::int AS week
      FROM copying.copies c JOIN copying.orders o ON o.id = c.order_id
      WHERE c.shard = ${shard} AND c.customer_id = ${customerId} AND c.relation_id = ${relationId}
      UNION ALL
      SELECT s.relation_id, s.at_ms, '', '', NULL, NULL, s.amount_minor, true, 0, 0, 0, 0, 0, -s.amount_minor, s.week
      FROM copying.profit_shares s
      WHERE s.shard = ${shard} AND s.customer_id = ${customerId} AND s.relation_id = ${relationId}
    ) g ORDER BY g."decidedAtMs" DESC, g."orderId" DESC LIMIT ${limit} OFFSET ${offset}`.execute(ex)
  return rows
}

export type GapSums = {
  lines: number
  expertMinor: bigint
  skipMinor: bigint
  delayMinor: bigint
  priceMinor: bigint
  roundingMinor: bigint
  copiesMinor: bigint
  feeMinor: bigint
}

export async function sumGaps(ex: Executor, { shard, customerId }: Owner, relationId: string): Promise<GapSums> {
  const { rows } = await sql<GapSums>`
    SELECT c.lines + s.shares AS lines, c."expertMinor", c."skipMinor", c."delayMinor", c."priceMinor",
      c."roundingMinor", c."copiesMinor", s."feeMinor"
    FROM (
      SELECT count(*)::int AS lines,
        coalesce(sum(expert_minor), 0)::bigint AS "expertMinor",
        coalesce(sum(skip_minor), 0)::bigint AS "skipMinor",
        coalesce(sum(delay_minor), 0)::bigint AS "delayMinor",
        coalesce(sum(price_minor), 0)::bigint AS "priceMinor",
        coalesce(sum(rounding_minor), 0)::bigint AS "roundingMinor",
        coalesce(sum(mine_minor), 0)::bigint AS "copiesMinor"
      FROM copying.copies WHERE shard = ${shard} AND customer_id = ${customerId} AND relation_id = ${relationId}
    ) c, (
      SELECT count(*)::int AS shares, coalesce(sum(amount_minor), 0)::bigint AS "feeMinor"
      FROM copying.profit_shares
      WHERE shard = ${shard} AND customer_id = ${customerId} AND relation_id = ${relationId}
    ) s`.execute(ex)
  return rows[0]!
}
