import { sql } from 'kysely'
import type { TradeInterval, TradeType } from '../../../api/calls/trading/trading.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Weight } from './copy-rules.ts'
import type { Gap } from './gap-rules.ts'
import type { Owner } from './relations-store.ts'
import {
  bool,
  columnsOf,
  int4,
  int4Of,
  int8,
  ms,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

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
const orderRow = row({
  id: text,
  expertId: text,
  key: text,
  symbol: text,
  class: text,
  type: textOf<TradeType>(),
  intervalS: int4Of<TradeInterval>(),
  stakeMinor: int8,
  equityMinor: int8,
  decidedAtMs: ms,
  state: textOf<'placing' | 'placed'>(),
  tradeId: text.nullable(),
  payoutBps: int4.nullable(),
  acceptedAtMs: ms.nullable(),
  expiresAtMs: ms.nullable(),
})
export type PlacedOrder = RowOf<typeof orderRow>

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

/**
 * Lists placed orders that have expired, and orders that were decided at or before `begunBeforeMs` and are still being
 * placed.
 */
export async function listUnfinished(ex: Executor, nowMs: number, begunBeforeMs: number): Promise<PlacedOrder[]> {
  return queryRows(ex, orderRow)`
    SELECT ${columnsOf(orderRow, 'o')} FROM copying.orders o
    WHERE (o.state = 'placed' AND o.expires_at_ms <= ${nowMs})
      OR (o.state = 'placing' AND o.decided_at_ms <= ${begunBeforeMs})
    ORDER BY o.id LIMIT 200`
}

const stakeRow = row({ stake: int8 })

/** Returns the total of an expert's open stakes. */
export async function openStakeOf(ex: Executor, expertId: string): Promise<bigint> {
  const found = await queryOne(ex, stakeRow)`
    SELECT coalesce(sum(stake_minor), 0)::bigint AS stake FROM copying.orders
    WHERE expert_id = ${expertId} AND state IN ('placing', 'placed')`
  return found.stake
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

const waitingCopyRow = row({
  shard: int4,
  customerId: text,
  relationId: text,
  weightNum: int8,
  weightDen: int8,
  tradeId: text.nullable(),
})
export type WaitingCopy = RowOf<typeof waitingCopyRow>

/** Locks the unfinished copies of an order, with their relations. Skips copies that another transaction has locked. */
export async function lockWaiting(tx: Executor, orderId: string, limit: number): Promise<WaitingCopy[]> {
  return queryRows(tx, waitingCopyRow)`
    SELECT c.shard, c.customer_id, c.relation_id, c.weight_num, c.weight_den, c.trade_id
    FROM copying.copies c
    JOIN copying.relations r ON r.shard = c.shard AND r.customer_id = c.customer_id AND r.id = c.relation_id
    WHERE c.order_id = ${orderId} AND NOT c.is_done LIMIT ${limit} FOR UPDATE OF c, r SKIP LOCKED`
}

const waitingRow = row({ waiting: int4 })

export async function countWaiting(ex: Executor, orderId: string): Promise<number> {
  const found = await queryOne(ex, waitingRow)`
    SELECT count(*)::int AS waiting FROM copying.copies WHERE order_id = ${orderId} AND NOT is_done`
  return found.waiting
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

const gapLineRow = row({
  orderId: text,
  decidedAtMs: ms,
  symbol: text,
  type: textOf<TradeType>(),
  tradeId: text.nullable(),
  code: text.nullable(),
  stakeMinor: int8,
  isDone: bool,
  expertMinor: int8.nullable(),
  skipMinor: int8.nullable(),
  delayMinor: int8.nullable(),
  priceMinor: int8.nullable(),
  roundingMinor: int8.nullable(),
  mineMinor: int8.nullable(),
  week: int4.nullable(),
})
export type GapLine = RowOf<typeof gapLineRow>

/** Lists a relation's gap ledger, newest first: one line per order and one per profit share. */
export async function listGaps(
  ex: Executor,
  { shard, customerId }: Owner,
  relationId: string,
  limit: number,
  offset: number,
): Promise<GapLine[]> {
  return queryRows(ex, gapLineRow)`
    SELECT * FROM (
      SELECT o.id AS order_id, o.decided_at_ms, o.symbol, o.type, c.trade_id, c.code, c.stake_minor, c.is_done,
        c.expert_minor, c.skip_minor, c.delay_minor, c.price_minor, c.rounding_minor, c.mine_minor, NULL::int AS week
      FROM copying.copies c JOIN copying.orders o ON o.id = c.order_id
      WHERE c.shard = ${shard} AND c.customer_id = ${customerId} AND c.relation_id = ${relationId}
      UNION ALL
      SELECT s.relation_id, s.at_ms, '', '', NULL, NULL, s.amount_minor, true, 0, 0, 0, 0, 0, -s.amount_minor, s.week
      FROM copying.profit_shares s
      WHERE s.shard = ${shard} AND s.customer_id = ${customerId} AND s.relation_id = ${relationId}
    ) g ORDER BY g.decided_at_ms DESC, g.order_id DESC LIMIT ${limit} OFFSET ${offset}`
}

const gapSumsRow = row({
  lines: int4,
  expertMinor: int8,
  skipMinor: int8,
  delayMinor: int8,
  priceMinor: int8,
  roundingMinor: int8,
  copiesMinor: int8,
  feeMinor: int8,
})
export type GapSums = RowOf<typeof gapSumsRow>

export async function sumGaps(ex: Executor, { shard, customerId }: Owner, relationId: string): Promise<GapSums> {
  return queryOne(ex, gapSumsRow)`
    SELECT c.lines + s.shares AS lines, c.expert_minor, c.skip_minor, c.delay_minor, c.price_minor,
      c.rounding_minor, c.copies_minor, s.fee_minor
    FROM (
      SELECT count(*)::int AS lines,
        coalesce(sum(expert_minor), 0)::bigint AS expert_minor,
        coalesce(sum(skip_minor), 0)::bigint AS skip_minor,
        coalesce(sum(delay_minor), 0)::bigint AS delay_minor,
        coalesce(sum(price_minor), 0)::bigint AS price_minor,
        coalesce(sum(rounding_minor), 0)::bigint AS rounding_minor,
        coalesce(sum(mine_minor), 0)::bigint AS copies_minor
      FROM copying.copies WHERE shard = ${shard} AND customer_id = ${customerId} AND relation_id = ${relationId}
    ) c, (
      SELECT count(*)::int AS shares, coalesce(sum(amount_minor), 0)::bigint AS fee_minor
      FROM copying.profit_shares
      WHERE shard = ${shard} AND customer_id = ${customerId} AND relation_id = ${relationId}
    ) s`
}
