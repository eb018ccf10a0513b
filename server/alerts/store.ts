import { sql } from 'kysely'
import type { AlertSide } from '../../api/calls/alerts/alerts.ts'
import type { Executor } from '../platform/database/database.ts'
import {
  bool,
  columnsOf,
  int4,
  int8AsNumber,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../platform/database/rows.ts'
import type { Nearest } from './rules.ts'

export type Owner = { shard: number; customerId: string }

const alertRow = row({
  shard: int4,
  id: text,
  customerId: text,
  symbol: text,
  side: textOf<AlertSide>(),
  price: int8AsNumber,
  afterSeq: int8AsNumber,
  createdAtMs: ms,
  firedSeq: int8AsNumber.nullable(),
  firedPrice: int8AsNumber.nullable(),
  firedAtMs: ms.nullable(),
  isSeen: bool,
})
export type StoredAlert = RowOf<typeof alertRow>

/** Returns the customer's open alerts, then the newest that fired (all if `firedLimit` is null), newest first. */
export async function listAlerts(
  ex: Executor,
  { shard, customerId }: Owner,
  firedLimit: number | null,
): Promise<StoredAlert[]> {
  return queryRows(ex, alertRow)`
    (SELECT ${columnsOf(alertRow)} FROM alerts.price_alerts
     WHERE shard = ${shard} AND customer_id = ${customerId} AND fired_seq IS NULL ORDER BY created_at_ms DESC, id)
    UNION ALL
    (SELECT ${columnsOf(alertRow)} FROM alerts.price_alerts
     WHERE shard = ${shard} AND customer_id = ${customerId} AND fired_seq IS NOT NULL
     ORDER BY fired_at_ms DESC, id LIMIT ${firedLimit}::int)`
}

export type NewAlert = Pick<
  StoredAlert,
  'shard' | 'id' | 'customerId' | 'symbol' | 'side' | 'price' | 'afterSeq' | 'createdAtMs'
>

export async function insertAlert(tx: Executor, alert: NewAlert): Promise<void> {
  const { shard, id, customerId, symbol, side, price, afterSeq, createdAtMs } = alert
  await sql`
    INSERT INTO alerts.price_alerts (shard, id, customer_id, symbol, side, price, after_seq, created_at_ms)
    VALUES (${shard}, ${id}, ${customerId}, ${symbol}, ${side}, ${price}, ${afterSeq}, ${createdAtMs})`.execute(tx)
}

const symbolRow = row({ symbol: text })

/** Deletes one of the customer's alerts. Returns its symbol, or undefined if it doesn't exist. */
export async function deleteAlert(ex: Executor, { shard, customerId }: Owner, id: string): Promise<string | undefined> {
  const found = await queryFirst(ex, symbolRow)`
    DELETE FROM alerts.price_alerts WHERE shard = ${shard} AND id = ${id} AND customer_id = ${customerId}
    RETURNING symbol`
  return found?.symbol
}

/** Deletes the fired alerts of a customer except the newest `kept`. */
export async function trimFired(ex: Executor, { shard, customerId }: Owner, kept: number): Promise<void> {
  await sql`
    DELETE FROM alerts.price_alerts WHERE shard = ${shard} AND id IN (
      SELECT id FROM alerts.price_alerts
      WHERE shard = ${shard} AND customer_id = ${customerId} AND fired_seq IS NOT NULL
      ORDER BY fired_at_ms DESC, id OFFSET ${kept})`.execute(ex)
}

/** Deletes everything of a customer. */
export async function deleteAll(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`DELETE FROM alerts.price_alerts WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(tx)
  await sql`DELETE FROM alerts.notices WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(tx)
}

export async function markSeen(ex: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`
    UPDATE alerts.price_alerts SET is_seen = true
    WHERE shard = ${shard} AND customer_id = ${customerId} AND fired_seq IS NOT NULL AND NOT is_seen`.execute(ex)
}

const progressRow = row({ throughSeq: int8AsNumber, throughMs: ms })
export type Progress = RowOf<typeof progressRow>

/** Locks a symbol's progress until the transaction ends. Returns undefined if no alert was ever added to the symbol. */
export async function lockProgress(tx: Executor, symbol: string): Promise<Progress | undefined> {
  return queryFirst(tx, progressRow)`
    SELECT through_seq, through_ms FROM alerts.progress WHERE symbol = ${symbol} FOR UPDATE`
}

/**
 * Locks a symbol's progress for a new alert until the transaction ends. If the symbol has no open alert, its ticks up
 * to `tick` need no check.
 */
export async function beginProgress(
  tx: Executor,
  symbol: string,
  tick: { seq: number; atMs: number },
): Promise<Progress> {
  await sql`
    INSERT INTO alerts.progress (symbol, through_seq, through_ms) VALUES (${symbol}, ${tick.seq}, ${tick.atMs})
    ON CONFLICT (symbol) DO NOTHING`.execute(tx)
  const progress = (await lockProgress(tx, symbol))!
  // A statement of its own, so that it sees the alerts of the transaction that held the lock.
  const { isWatched } = await queryOne(tx, watchedRow)`
    SELECT EXISTS (SELECT 1 FROM alerts.price_alerts WHERE symbol = ${symbol} AND fired_seq IS NULL) AS is_watched`
  if (isWatched || progress.throughSeq >= tick.seq) return progress
  const begun = { throughSeq: tick.seq, throughMs: tick.atMs }
  await saveProgress(tx, symbol, begun)
  return begun
}

const watchedRow = row({ isWatched: bool })

export async function saveProgress(tx: Executor, symbol: string, { throughSeq, throughMs }: Progress): Promise<void> {
  await sql`
    UPDATE alerts.progress SET through_seq = ${throughSeq}, through_ms = ${throughMs}
    WHERE symbol = ${symbol}`.execute(tx)
}

/** Returns a symbol's open alerts that a price between `lowest` and `highest` reaches. */
export async function listReached(
  tx: Executor,
  symbol: string,
  { lowest, highest }: { lowest: number; highest: number },
): Promise<StoredAlert[]> {
  return queryRows(tx, alertRow)`
    SELECT ${columnsOf(alertRow)} FROM alerts.price_alerts
    WHERE symbol = ${symbol} AND fired_seq IS NULL
      AND (side = 'above' AND price <= ${highest} OR side = 'below' AND price >= ${lowest})`
}

export type Firing = { shard: number; id: string; seq: number; price: number; atMs: number }

const firedRow = row({ id: text })

/** Marks alerts as fired. Returns the ids of those that hadn't fired and weren't removed meanwhile. */
export async function markFired(tx: Executor, firings: readonly Firing[]): Promise<Set<string>> {
  const rows = await queryRows(tx, firedRow)`
    UPDATE alerts.price_alerts a SET fired_seq = f.seq, fired_price = f.price, fired_at_ms = f.at_ms
    FROM unnest(${firings.map(({ shard }) => shard)}::smallint[], ${firings.map(({ id }) => id)}::uuid[],
      ${firings.map(({ seq }) => seq)}::bigint[], ${firings.map(({ price }) => price)}::bigint[],
      ${firings.map(({ atMs }) => atMs)}::bigint[]) AS f(shard, id, seq, price, at_ms)
    WHERE a.shard = f.shard AND a.id = f.id AND a.fired_seq IS NULL
    RETURNING a.id`
  return new Set(rows.map(({ id }) => id))
}

const nearestRow = row({ symbol: text, above: int8AsNumber.nullable(), below: int8AsNumber.nullable() })

/** Returns the prices of the open alerts nearest to the market, for each symbol that has open alerts. */
export async function readNearest(ex: Executor): Promise<Map<string, Nearest>> {
  const rows = await queryRows(ex, nearestRow)`
    SELECT p.symbol, a.price AS above, b.price AS below FROM alerts.progress p
    LEFT JOIN LATERAL (SELECT price FROM alerts.price_alerts
      WHERE symbol = p.symbol AND side = 'above' AND fired_seq IS NULL ORDER BY price LIMIT 1) a ON true
    LEFT JOIN LATERAL (SELECT price FROM alerts.price_alerts
      WHERE symbol = p.symbol AND side = 'below' AND fired_seq IS NULL ORDER BY price DESC LIMIT 1) b ON true
    WHERE a.price IS NOT NULL OR b.price IS NOT NULL`
  return new Map(rows.map(({ symbol, above, below }) => [symbol, { above, below }]))
}

const noticesRow = row({ robot: bool, copies: bool })
export type Notices = RowOf<typeof noticesRow>

/** The pages announce only what the customer chose. */
const defaultNotices: Notices = { robot: false, copies: false }

export async function readNotices(ex: Executor, { shard, customerId }: Owner): Promise<Notices> {
  const found = await queryFirst(ex, noticesRow)`
    SELECT robot, copies FROM alerts.notices WHERE shard = ${shard} AND customer_id = ${customerId}`
  return found ?? defaultNotices
}

export async function saveNotices(ex: Executor, { shard, customerId }: Owner, notices: Notices): Promise<void> {
  await sql`
    INSERT INTO alerts.notices (shard, customer_id, robot, copies)
    VALUES (${shard}, ${customerId}, ${notices.robot}, ${notices.copies})
    ON CONFLICT (shard, customer_id) DO UPDATE SET robot = excluded.robot, copies = excluded.copies`.execute(ex)
}

/** Locks a customer's alerts until the transaction ends, so that concurrent calls keep to the limit. */
export async function lockCustomer(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  const { robot, copies } = defaultNotices
  await sql`
    INSERT INTO alerts.notices AS n (shard, customer_id, robot, copies)
    VALUES (${shard}, ${customerId}, ${robot}, ${copies})
    ON CONFLICT (shard, customer_id) DO UPDATE SET robot = n.robot`.execute(tx)
}
