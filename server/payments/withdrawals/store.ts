import { sql } from 'kysely'
import type { Asset } from '../../../contract/money.ts'
import type { RefusalReason, WithdrawalMethod, WithdrawalState } from '../../../contract/withdrawal-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { ChainCoin } from '../chains/adapter.ts'

export type Owner = { shard: number; customerId: string }
export type Step = 'reserved' | 'signed' | 'broadcast' | 'confirmed'
/** A reason for delay that is stored in addition to the state. */
export type StoredWait = 'funds' | 'chain_away' | 'frozen' | 'failed_on_chain'

/**
 * A stored withdrawal. Minor units of `asset` leave the account; minor units of `paidAsset`, less the fee, are paid
 * out.
 */
export type Withdrawal = Owner & {
  id: string
  method: WithdrawalMethod
  code: string
  asset: Asset
  amountMinor: bigint
  principalMinor: bigint
  interestMinor: bigint
  paidAsset: Asset
  paidMinor: bigint
  feeMinor: bigint
  usdMinor: bigint
  rates: unknown
  /** Null if it was erased with the account, which only happens after the withdrawal ended. */
  destinationSealed: Buffer | null
  state: WithdrawalState
  step: Step | null
  wait: StoredWait | null
  holdNote: string | null
  reason: RefusalReason | null
  pendingId: bigint
  usableAtMs: number
  requestedAtMs: number
  promisedByMs: number
  approvalId: string | null
  proposedBy: string | null
  approvedBy: string | null
  approvedAtMs: number | null
  sentAtMs: number | null
  endedAtMs: number | null
  confirmations: number
  txid: string | null
  attempts: number
  documentNumber: string | null
  /** Whether the transaction that completed it has since left the chain. */
  vanished: boolean
}

const numeric = ['usableAtMs', 'requestedAtMs', 'promisedByMs', 'approvedAtMs', 'sentAtMs', 'endedAtMs'] as const

/** A row as the driver returns it: columns are aliased to the field names, times are bigint. */
type Row = { [K in keyof Withdrawal]: K extends (typeof numeric)[number] ? bigint | null : Withdrawal[K] }

function asWithdrawal(row: Row): Withdrawal {
  const times = Object.fromEntries(numeric.map((name) => [name, row[name] === null ? null : Number(row[name])]))
  return { ...row, ...times } as unknown as Withdrawal
}

const columns = sql.raw(
  Object.entries({
    shard: 'shard',
    customer_id: 'customerId',
    id: 'id',
    method: 'method',
    code: 'code',
    asset: 'asset',
    amount_minor: 'amountMinor',
    principal_minor: 'principalMinor',
    interest_minor: 'interestMinor',
    paid_asset: 'paidAsset',
    paid_minor: 'paidMinor',
    fee_minor: 'feeMinor',
    usd_minor: 'usdMinor',
    rates: 'rates',
    destination_sealed: 'destinationSealed',
    state: 'state',
    step: 'step',
    wait: 'wait',
    hold_note: 'holdNote',
    reason: 'reason',
    pending_id: 'pendingId',
    usable_at_ms: 'usableAtMs',
    requested_at_ms: 'requestedAtMs',
    promised_by_ms: 'promisedByMs',
    approval_id: 'approvalId',
    proposed_by: 'proposedBy',
    approved_by: 'approvedBy',
    approved_at_ms: 'approvedAtMs',
    sent_at_ms: 'sentAtMs',
    ended_at_ms: 'endedAtMs',
    confirmations: 'confirmations',
    txid: 'txid',
    attempts: 'attempts',
    document_number: 'documentNumber',
  })
    .map(([column, field]) => `${column} AS "${field}"`)
    .join(', ') +
    `, EXISTS (
    SELECT FROM payments.sends s
    WHERE s.coin = withdrawals.method AND s.holder = withdrawals.id AND s.vanished_at_ms IS NOT NULL) AS vanished`,
)

/** Serialises the requests of one customer until the transaction ends. */
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

/** A customer's requests since a moment, and those in progress. Refused and cancelled withdrawals don't count. */
export type Usage = { usdMinor: bigint; open: number; principalOutMinor: bigint }

export async function readUsage(
  db: Executor,
  { shard, customerId }: Owner,
  account: { code: string; asset: Asset },
  sinceMs: number,
): Promise<Usage> {
  const { rows } = await sql<Usage>`
    SELECT coalesce(sum(usd_minor) FILTER (WHERE requested_at_ms > ${sinceMs}), 0)::bigint AS "usdMinor",
      count(*) FILTER (WHERE state IN ('PENDING', 'APPROVED', 'SENT'))::int AS open,
      coalesce(sum(principal_minor) FILTER (WHERE code = ${account.code} AND asset = ${account.asset}),
        0)::bigint AS "principalOutMinor"
    FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state NOT IN ('REFUSED', 'CANCELLED')`.execute(db)
  return rows[0]!
}

/** Returns the number of withdrawals, over all customers, that wait for an operator. */
export async function countPending(db: Executor): Promise<number> {
  const { rows } = await sql<{
    pending: number
  }>`SELECT count(*)::int AS pending FROM payments.withdrawals WHERE state = 'PENDING'`.execute(db)
  return rows[0]!.pending
}

export async function hasOpen(db: Executor, { shard, customerId }: Owner): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state IN ('PENDING', 'APPROVED', 'SENT')
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Returns one withdrawal of this customer. With `lock`, locks it until the transaction ends. */
export async function findWithdrawal(
  db: Executor,
  { shard, customerId }: Owner,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Row>`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND id = ${id} ${sql.raw(lock === 'lock' ? 'FOR UPDATE' : '')}`.execute(db)
  return rows[0] && asWithdrawal(rows[0])
}

/** Returns a page of the customer's withdrawals, newest first. */
export async function listOwn(
  db: Executor,
  { shard, customerId }: Owner,
  limit: number,
  offset: number,
): Promise<Withdrawal[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY requested_at_ms DESC, id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(asWithdrawal)
}

/** Returns the customer's withdrawals after `last`, newest first. */
export async function listOwnAfter(
  db: Executor,
  { shard, customerId }: Owner,
  last: Pick<Withdrawal, 'requestedAtMs' | 'id'> | undefined,
  limit: number,
): Promise<Withdrawal[]> {
  const [atMs, id] = [last?.requestedAtMs ?? null, last?.id ?? null]
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM payments.withdrawals WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (${id}::uuid IS NULL OR (requested_at_ms, id) < (${atMs}::bigint, ${id}::uuid))
    ORDER BY requested_at_ms DESC, id DESC LIMIT ${limit}`.execute(db)
  return rows.map(asWithdrawal)
}

/** Returns open withdrawals of all customers, oldest first. */
export async function listOpen(db: Executor, limit: number, offset = 0): Promise<Withdrawal[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE state IN ('PENDING', 'APPROVED', 'SENT') ORDER BY requested_at_ms, id
    LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(asWithdrawal)
}

/** Returns ended withdrawals of all customers, newest first. */
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
  const { rows } = await sql<Row>`
    SELECT ${columns}
    FROM payments.withdrawals
    WHERE ${which} ORDER BY ended_at_ms DESC, id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(asWithdrawal)
}

/** Returns approved withdrawals without a plan and sent ones without a live attempt, oldest approval first. */
export async function listToSend(db: Executor, method: WithdrawalMethod, limit: number): Promise<Withdrawal[]> {
  const { rows } = await sql<Row>`SELECT ${columns} FROM payments.withdrawals
    WHERE state IN ('PENDING', 'APPROVED', 'SENT') AND state <> 'PENDING' AND step IS NULL AND method = ${method}
      AND hold_note IS NULL AND wait IS DISTINCT FROM 'failed_on_chain'
    ORDER BY approved_at_ms, id LIMIT ${limit}`.execute(db)
  return rows.map(asWithdrawal)
}

/** Returns the amount booked as sent in a coin but not completed, without fees, in minor units over all shards. */
export async function sumSent(db: Executor, coin: ChainCoin): Promise<bigint> {
  const { rows } = await sql<{
    sum: string
  }>`
    SELECT coalesce(sum(paid_minor - fee_minor), 0)::text AS sum
    FROM payments.withdrawals
    WHERE state = 'SENT' AND method = ${coin}`.execute(db)
  return BigInt(rows[0]!.sum)
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

export type Times = {
  completed: number
  p50Ms: bigint | null
  p95Ms: bigint | null
  withinPromise: number
  overdue: number
}

/**
 * Returns the times from request to completion of all completed withdrawals. `overdue` counts open ones that are past
 * the promised time.
 */
export async function readTimes(db: Executor, nowMs: number): Promise<Times> {
  const { rows } = await sql<Times>`
    SELECT count(*) FILTER (WHERE state = 'COMPLETED')::int AS completed,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_at_ms - requested_at_ms)
        FILTER (WHERE state = 'COMPLETED') AS "p50Ms",
      percentile_disc(0.95) WITHIN GROUP (ORDER BY ended_at_ms - requested_at_ms)
        FILTER (WHERE state = 'COMPLETED') AS "p95Ms",
      count(*) FILTER (WHERE state = 'COMPLETED' AND ended_at_ms <= promised_by_ms)::int AS "withinPromise",
      count(*) FILTER (WHERE ended_at_ms IS NULL AND promised_by_ms < ${nowMs})::int AS overdue
    FROM payments.withdrawals`.execute(db)
  return rows[0]!
}

/** Returns the number of a customer's withdrawals: all, open and completed. */
export async function countWithdrawals(
  db: Executor,
  { shard, customerId }: Owner,
): Promise<{ all: number; open: number; completed: number }> {
  const { rows } = await sql<{ all: number; open: number; completed: number }>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE state IN ('PENDING', 'APPROVED', 'SENT'))::int AS open,
      count(*) FILTER (WHERE state = 'COMPLETED')::int AS completed
    FROM payments.withdrawals WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(db)
  return rows[0]!
}

/**
 * Returns the amounts that completed withdrawals paid out, minus fees, by asset. Excludes refunded coins, which were
 * never credited.
 */
export async function sumCompleted(db: Executor): Promise<{ asset: Asset; amountMinor: bigint }[]> {
  const { rows } = await sql<{ asset: Asset; amountMinor: bigint }>`
    SELECT paid_asset AS asset, sum(paid_minor - fee_minor)::bigint AS "amountMinor"
    FROM payments.withdrawals
    WHERE state = 'COMPLETED' AND code NOT LIKE 'refund:%' GROUP BY paid_asset ORDER BY paid_asset`.execute(db)
  return rows
}
