import { sql } from 'kysely'
import type { Asset } from '../../../api/money.ts'
import type { RefusalReason, WithdrawalMethod, WithdrawalState } from '../../../api/states/withdrawal-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { ChainCoin } from '../chains/adapter.ts'
import {
  bool,
  bytea,
  columnsOf,
  int4,
  int8,
  json,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

export type Owner = { shard: number; customerId: string }
type Step = 'reserved' | 'signed' | 'broadcast' | 'confirmed'
/** A reason for delay that is stored in addition to the state. */
export type StoredWait = 'funds' | 'chain_away' | 'frozen' | 'failed_on_chain'

const withdrawalRow = row({
  shard: int4,
  customerId: text,
  id: text,
  method: textOf<WithdrawalMethod>(),
  code: text,
  asset: textOf<Asset>(),
  amountMinor: int8,
  principalMinor: int8,
  interestMinor: int8,
  paidAsset: textOf<Asset>(),
  paidMinor: int8,
  feeMinor: int8,
  usdMinor: int8,
  rates: json<unknown>(),
  /** Null if it was erased with the account, which only happens after the withdrawal ended. */
  destinationSealed: bytea.nullable(),
  state: textOf<WithdrawalState>(),
  step: textOf<Step>().nullable(),
  wait: textOf<StoredWait>().nullable(),
  holdNote: text.nullable(),
  reason: textOf<RefusalReason>().nullable(),
  pendingId: int8,
  usableAtMs: ms,
  requestedAtMs: ms,
  promisedByMs: ms,
  approvalId: text.nullable(),
  proposedBy: text.nullable(),
  approvedBy: text.nullable(),
  approvedAtMs: ms.nullable(),
  sentAtMs: ms.nullable(),
  endedAtMs: ms.nullable(),
  confirmations: int4,
  txid: text.nullable(),
  attempts: int4,
  documentNumber: text.nullable(),
  /** Whether a reorganisation has since removed the transaction that completed it. */
  vanished: bool,
})
/**
 * A stored withdrawal. `amountMinor` of `asset` leaves the account; `paidMinor` of `paidAsset`, less the fee, is paid
 * out.
 */
export type Withdrawal = RowOf<typeof withdrawalRow>

const columns = sql`${columnsOf(withdrawalRow.omit({ vanished: true }))}, EXISTS (
  SELECT FROM payments.sends s
  WHERE s.coin = withdrawals.method AND s.holder = withdrawals.id AND s.vanished_at_ms IS NOT NULL) AS vanished`

/** Serialises a customer's requests until the transaction ends. */
export async function lockWithdrawer(tx: Executor, { shard, customerId }: Owner, nowMs: number): Promise<void> {
  await sql`
    INSERT INTO payments.withdrawers AS w (shard, customer_id, since_ms) VALUES (${shard}, ${customerId}, ${nowMs})
    ON CONFLICT (shard, customer_id) DO UPDATE SET since_ms = w.since_ms`.execute(tx)
}

export type NewWithdrawal = { destinationSealed: Buffer } & Pick<
  Withdrawal,
  | 'shard'
  | 'customerId'
  | 'id'
  | 'method'
  | 'code'
  | 'asset'
  | 'amountMinor'
  | 'principalMinor'
  | 'interestMinor'
  | 'paidAsset'
  | 'paidMinor'
  | 'feeMinor'
  | 'usdMinor'
  | 'rates'
  | 'pendingId'
  | 'usableAtMs'
  | 'requestedAtMs'
  | 'promisedByMs'
>

export async function insertWithdrawal(tx: Executor, w: NewWithdrawal): Promise<void> {
  await sql`
    INSERT INTO payments.withdrawals (shard, customer_id, id, method, code, asset, amount_minor, principal_minor,
      interest_minor, paid_asset, paid_minor, fee_minor,
      usd_minor, rates, destination_sealed, pending_id, usable_at_ms, requested_at_ms, promised_by_ms)
    VALUES (${w.shard}, ${w.customerId}, ${w.id}, ${w.method}, ${w.code}, ${w.asset}, ${w.amountMinor},
      ${w.principalMinor}, ${w.interestMinor}, ${w.paidAsset}, ${w.paidMinor},
      ${w.feeMinor}, ${w.usdMinor}, ${JSON.stringify(w.rates)}::jsonb, ${w.destinationSealed}, ${w.pendingId},
      ${w.usableAtMs}, ${w.requestedAtMs}, ${w.promisedByMs})`.execute(tx)
}

/**
 * The value of a customer's requests since a time, the number in progress, and the principal withdrawn in total.
 * Refused and cancelled withdrawals don't count.
 */
const usageRow = row({ usdMinor: int8, open: int4, principalOutMinor: int8 })
export type Usage = RowOf<typeof usageRow>

export async function readUsage(
  db: Executor,
  { shard, customerId }: Owner,
  account: { code: string; asset: Asset },
  sinceMs: number,
): Promise<Usage> {
  return queryOne(db, usageRow)`
    SELECT coalesce(sum(usd_minor) FILTER (WHERE requested_at_ms > ${sinceMs}), 0)::bigint AS usd_minor,
      count(*) FILTER (WHERE state IN ('PENDING', 'APPROVED', 'SENT'))::int AS open,
      coalesce(sum(principal_minor) FILTER (WHERE code = ${account.code} AND asset = ${account.asset}),
        0)::bigint AS principal_out_minor
    FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state NOT IN ('REFUSED', 'CANCELLED')`
}

const totalRow = row({ asset: textOf<Asset>(), amountMinor: int8, usdMinor: int8, count: int4 })

/** Returns the sums and the number of open withdrawals, by asset. */
export async function sumOpen(db: Executor) {
  return queryRows(db, totalRow)`
    SELECT asset, sum(amount_minor)::bigint AS amount_minor, sum(usd_minor)::bigint AS usd_minor,
      count(*)::int AS count
    FROM payments.withdrawals WHERE state IN ('PENDING', 'APPROVED', 'SENT') GROUP BY asset ORDER BY asset`
}

const queueRow = row({ count: int4, oldestMs: ms.nullable() })

/** Counts the withdrawals that await an operator's decision, and returns when the oldest one was requested. */
export async function readPendingQueue(db: Executor) {
  return queryOne(db, queueRow)`
    SELECT count(*)::int AS count, min(requested_at_ms) AS oldest_ms FROM payments.withdrawals WHERE state = 'PENDING'`
}

export async function hasOpen(db: Executor, { shard, customerId }: Owner): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state IN ('PENDING', 'APPROVED', 'SENT')
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Returns one of this customer's withdrawals. With `lock`, locks it until the transaction ends. */
export async function findWithdrawal(
  db: Executor,
  { shard, customerId }: Owner,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<Withdrawal | undefined> {
  return queryFirst(db, withdrawalRow)`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND id = ${id} ${sql.raw(lock === 'lock' ? 'FOR UPDATE' : '')}`
}

/** Returns a page of the customer's withdrawals, newest first. */
export async function listOwn(
  db: Executor,
  { shard, customerId }: Owner,
  limit: number,
  offset: number,
): Promise<Withdrawal[]> {
  return queryRows(db, withdrawalRow)`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY requested_at_ms DESC, id DESC
    LIMIT ${limit} OFFSET ${offset}`
}

/** Returns the customer's withdrawals after `last`, newest first. */
export async function listOwnAfter(
  db: Executor,
  { shard, customerId }: Owner,
  last: Pick<Withdrawal, 'requestedAtMs' | 'id'> | undefined,
  limit: number,
): Promise<Withdrawal[]> {
  const [atMs, id] = [last?.requestedAtMs ?? null, last?.id ?? null]
  return queryRows(db, withdrawalRow)`
    SELECT ${columns} FROM payments.withdrawals WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (${id}::uuid IS NULL OR (requested_at_ms, id) < (${atMs}::bigint, ${id}::uuid))
    ORDER BY requested_at_ms DESC, id DESC LIMIT ${limit}`
}

/** Returns all customers' open withdrawals, oldest first. */
export async function listOpen(db: Executor, limit: number, offset = 0): Promise<Withdrawal[]> {
  return queryRows(db, withdrawalRow)`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE state IN ('PENDING', 'APPROVED', 'SENT') ORDER BY requested_at_ms, id
    LIMIT ${limit} OFFSET ${offset}`
}

/** Returns all customers' ended withdrawals, newest first. */
export async function listEnded(
  db: Executor,
  limit: number,
  offset: number,
  completedOnly = false,
): Promise<Withdrawal[]> {
  const completed = sql`state = 'COMPLETED' AND NOT EXISTS (
    SELECT FROM payments.sends s
    WHERE s.coin = withdrawals.method AND s.holder = withdrawals.id AND s.vanished_at_ms IS NOT NULL)`
  const which = completedOnly ? completed : sql`ended_at_ms IS NOT NULL`
  return queryRows(db, withdrawalRow)`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE ${which} ORDER BY ended_at_ms DESC, id LIMIT ${limit} OFFSET ${offset}`
}

/** Returns approved withdrawals without a draft and sent ones without a live attempt, oldest approval first. */
export async function listToSend(db: Executor, method: WithdrawalMethod, limit: number): Promise<Withdrawal[]> {
  return queryRows(db, withdrawalRow)`SELECT ${columns} FROM payments.withdrawals
    WHERE state IN ('PENDING', 'APPROVED', 'SENT') AND state <> 'PENDING' AND step IS NULL AND method = ${method}
      AND hold_note IS NULL AND wait IS DISTINCT FROM 'failed_on_chain'
    ORDER BY approved_at_ms, id LIMIT ${limit}`
}

const sumRow = row({ sum: text })

/** Returns the amount booked as sent in a coin but not completed, without fees, in minor units across all shards. */
export async function sumSent(db: Executor, coin: ChainCoin): Promise<bigint> {
  const found = await queryOne(db, sumRow)`
    SELECT coalesce(sum(paid_minor - fee_minor), 0)::text AS sum
    FROM payments.withdrawals
    WHERE state = 'SENT' AND method = ${coin}`
  return BigInt(found.sum)
}

/** The fields that an action may change. The database refuses changes to the request itself. */
export type Changes = Partial<
  Pick<
    Withdrawal,
    | 'state'
    | 'step'
    | 'wait'
    | 'holdNote'
    | 'reason'
    | 'approvalId'
    | 'proposedBy'
    | 'approvedBy'
    | 'approvedAtMs'
    | 'sentAtMs'
    | 'endedAtMs'
    | 'confirmations'
    | 'txid'
    | 'attempts'
    | 'documentNumber'
  >
>

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export async function changeWithdrawal(
  tx: Executor,
  { shard, customerId, id }: Owner & { id: string },
  changes: Changes,
): Promise<void> {
  const parts = Object.entries(changes).map(([field, value]) => sql`${sql.id(columnOf(field))} = ${value}`)
  await sql`
    UPDATE payments.withdrawals SET ${sql.join(parts)}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(tx)
}

const timesRow = row({
  completed: int4,
  p50Ms: ms.nullable(),
  p95Ms: ms.nullable(),
  withinPromise: int4,
  overdue: int4,
})
export type Times = RowOf<typeof timesRow>

/**
 * Returns statistics on the time from request to completion of all completed withdrawals. `overdue` counts open
 * withdrawals that are past the promised time.
 */
export async function readTimes(db: Executor, nowMs: number): Promise<Times> {
  return queryOne(db, timesRow)`
    SELECT count(*) FILTER (WHERE state = 'COMPLETED')::int AS completed,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_at_ms - requested_at_ms)
        FILTER (WHERE state = 'COMPLETED') AS p50_ms,
      percentile_disc(0.95) WITHIN GROUP (ORDER BY ended_at_ms - requested_at_ms)
        FILTER (WHERE state = 'COMPLETED') AS p95_ms,
      count(*) FILTER (WHERE state = 'COMPLETED' AND ended_at_ms <= promised_by_ms)::int AS within_promise,
      count(*) FILTER (WHERE ended_at_ms IS NULL AND promised_by_ms < ${nowMs})::int AS overdue
    FROM payments.withdrawals`
}

const withdrawalsRow = row({ all: int4, open: int4, completed: int4 })

/** Returns the number of a customer's withdrawals: all, open and completed. */
export async function countWithdrawals(
  db: Executor,
  { shard, customerId }: Owner,
): Promise<{ all: number; open: number; completed: number }> {
  return queryOne(db, withdrawalsRow)`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE state IN ('PENDING', 'APPROVED', 'SENT'))::int AS open,
      count(*) FILTER (WHERE state = 'COMPLETED')::int AS completed
    FROM payments.withdrawals WHERE shard = ${shard} AND customer_id = ${customerId}`
}

const completedRow = row({ asset: textOf<Asset>(), amountMinor: int8 })

/**
 * Returns the amounts that completed withdrawals paid out, minus fees, by asset. Excludes refunded coins, which were
 * never credited.
 */
export async function sumCompleted(db: Executor): Promise<{ asset: Asset; amountMinor: bigint }[]> {
  return queryRows(db, completedRow)`
    SELECT paid_asset AS asset, sum(paid_minor - fee_minor)::bigint AS amount_minor
    FROM payments.withdrawals
    WHERE state = 'COMPLETED' AND code NOT LIKE 'refund:%' GROUP BY paid_asset ORDER BY paid_asset`
}
