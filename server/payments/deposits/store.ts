import { sql } from 'kysely'
import type { DepositOutcome, DepositState, PaymentCoin } from '../../../api/states/deposit-states.ts'
import type { CashAsset, CoinAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { StoredRate } from './quote.ts'
import {
  bool,
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
const depositKeyRow = row({
  shard: int4,
  customerId: text,
  id: text,
})
export type DepositKey = RowOf<typeof depositKeyRow>
export type DepositPurpose = 'trading' | 'mining' | 'farming'
export type PaymentReceiptState = 'pending' | 'proposed' | 'approved' | 'declined'

const depositRow = row({
  shard: int4,
  customerId: text,
  id: text,
  planId: text,
  plan: text,
  miningCoin: textOf<CoinAsset>().nullable(),
  /** What the deposit pays for. `terms` is plain JSON from the module that owns the contract. */
  purpose: textOf<DepositPurpose>(),
  terms: json<unknown>(),
  /** When its contract began, and for how much. If the contract was undone, the amount is null again. */
  beganAtMs: ms.nullable(),
  beganMinor: int8.nullable(),
  /** Why no contract began although the deposit was credited. */
  notBegun: textOf<'paused'>().nullable(),
  coin: textOf<PaymentCoin>(),
  coinMinor: int8,
  asset: textOf<CashAsset>(),
  amountMinor: int8,
  rate: json<StoredRate>(),
  address: text,
  state: textOf<DepositState>(),
  outcome: textOf<DepositOutcome>().nullable(),
  quotedAtMs: ms,
  expiresAtMs: ms,
  cancelledAtMs: ms.nullable(),
  creditedCoinMinor: int8,
  creditedMinor: int8,
  advancedMinor: int8,
  shortfallMinor: int8,
  receiptFile: text.nullable(),
  receiptState: textOf<PaymentReceiptState>().nullable(),
  receiptReason: text.nullable(),
  receiptAtMs: ms.nullable(),
})
/** A stored deposit. The held rate is `coinMinor` of its coin for `amountMinor` of its asset. */
export type Deposit = RowOf<typeof depositRow>

/** A payment to a deposit's address. `height` is null while the payment is unconfirmed or orphaned. */
export type ChainPayment = {
  id: string
  coin: PaymentCoin
  key: string
  txid: string
  amountMinor: bigint
  restUnits: bigint
  minConfirmations: number
  firstSeenAtMs: number
  includedAtMs: number | null
  height: number | null
  pending: boolean
  creditedMinor: bigint | null
  paidOutMinor: bigint | null
  credits: number
  /** When the customer's own deposit limit put it on hold. */
  heldAtMs: number | null
  /** The coins that are or were in the refund account instead of being credited. */
  asideMinor: bigint
  /** When they are credited if the customer makes no choice; null if there is nothing left to choose. */
  asideUntilMs: number | null
  /** Coins that had left the refund account when the payment was reversed. */
  asideMissingMinor: bigint
  /** When the customer chose to send a held payment back. */
  sentBackAtMs: number | null
}

export async function insertDeposit(tx: Executor, d: Deposit): Promise<void> {
  await sql`
    INSERT INTO payments.deposits (shard, customer_id, id, plan_id, plan, mining_coin, purpose, terms, coin,
      coin_minor, asset, amount_minor, rate, address, state, quoted_at_ms, expires_at_ms)
    VALUES (${d.shard}, ${d.customerId}, ${d.id}, ${d.planId}, ${d.plan}, ${d.miningCoin}, ${d.purpose},
      ${d.terms === null ? null : JSON.stringify(d.terms)}::jsonb, ${d.coin}, ${d.coinMinor}, ${d.asset},
      ${d.amountMinor},
      ${JSON.stringify(d.rate)}::jsonb, ${d.address}, ${d.state}, ${d.quotedAtMs}, ${d.expiresAtMs})`.execute(tx)
}

/**
 * Reserves the next address index for a coin. Concurrent callers wait until the transaction ends, so that no index is
 * skipped.
 */
export async function takeAddressIndex(tx: Executor, coin: PaymentCoin): Promise<number> {
  await sql`SELECT FROM payments.scanners WHERE coin = ${coin} FOR UPDATE`.execute(tx)
  return countAddresses(tx, coin)
}

export async function insertAddress(
  tx: Executor,
  { shard, customerId, id, coin, address }: Deposit,
  index: number,
): Promise<void> {
  await sql`
    INSERT INTO payments.deposit_addresses (coin, index, address, shard, customer_id, deposit_id)
    VALUES (${coin}, ${index}, ${address}, ${shard}, ${customerId}, ${id})`.execute(tx)
}

const issuedRow = row({ issued: int4 })

/** Returns how many addresses of a coin have been issued. The next index is the same number. */
export async function countAddresses(db: Executor, coin: PaymentCoin): Promise<number> {
  const found = await queryOne(
    db,
    issuedRow,
  )`SELECT coalesce(max(index) + 1, 0)::int AS issued FROM payments.deposit_addresses WHERE coin = ${coin}`
  return found.issued
}

export async function findDeposit(db: Executor, { shard, customerId, id }: DepositKey): Promise<Deposit | undefined> {
  return queryFirst(db, depositRow)`
    SELECT ${columnsOf(depositRow)} FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`
}

export async function lockDeposit(tx: Executor, { shard, customerId, id }: DepositKey): Promise<Deposit | undefined> {
  return queryFirst(tx, depositRow)`
    SELECT ${columnsOf(depositRow)} FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id} FOR UPDATE`
}

/** Returns a deposit by its id only, for operators. */
export async function findDepositById(db: Executor, id: string): Promise<Deposit | undefined> {
  return queryFirst(db, depositRow)`SELECT ${columnsOf(depositRow)} FROM payments.deposits WHERE id = ${id}`
}

export async function findDepositByAddress(
  db: Executor,
  { shard, customerId }: Owner,
  address: string,
): Promise<Deposit | undefined> {
  return queryFirst(db, depositRow)`
    SELECT ${columnsOf(depositRow)} FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} AND address = ${address}`
}

/** Returns the deposit for which an address was issued, no matter which customer owns it. */
export async function findDepositOfAddress(
  db: Executor,
  coin: PaymentCoin,
  address: string,
): Promise<Deposit | undefined> {
  return queryFirst(db, depositRow)`
    SELECT ${columnsOf(depositRow, 'd')}
    FROM payments.deposit_addresses a
    JOIN payments.deposits d ON d.shard = a.shard AND d.customer_id = a.customer_id AND d.id = a.deposit_id
    WHERE a.coin = ${coin} AND lower(a.address) = lower(${address})`
}

/** Returns a page of the customer's deposits, newest first. */
export async function listDeposits(
  db: Executor,
  { shard, customerId }: Owner,
  limit: number,
  offset = 0,
): Promise<Deposit[]> {
  return queryRows(db, depositRow)`
    SELECT ${columnsOf(depositRow)}
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY id DESC
    LIMIT ${limit} OFFSET ${offset}`
}

/** Returns the deposits before `beforeId`, newest first. */
export async function listDepositsBefore(
  db: Executor,
  { shard, customerId }: Owner,
  beforeId: string | undefined,
  limit: number,
): Promise<Deposit[]> {
  return queryRows(db, depositRow)`
    SELECT ${columnsOf(depositRow)}
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (${beforeId ?? null}::uuid IS NULL OR id < ${beforeId ?? null}::uuid)
    ORDER BY id DESC LIMIT ${limit}`
}

const waitingRow = row({ waiting: int4 })

export async function countWaiting(tx: Executor, { shard, customerId }: Owner): Promise<number> {
  const found = await queryOne(tx, waitingRow)`
    SELECT count(*)::int AS waiting
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state IN ('quoted', 'pending_approval')`
  return found.waiting
}

/** Returns receipts that await a decision, oldest first. */
export async function listPaymentReceipts(db: Executor, limit: number): Promise<Deposit[]> {
  return queryRows(db, depositRow)`
    SELECT ${columnsOf(depositRow)}
    FROM payments.deposits
    WHERE receipt_state IN ('pending', 'proposed') ORDER BY receipt_at_ms LIMIT ${limit}`
}

const paymentReceiptQueueRow = row({ count: int4, oldestMs: ms.nullable() })

/** Counts the receipts that await a decision, and returns when the oldest one arrived. */
export async function readPaymentReceiptQueue(db: Executor) {
  return queryOne(db, paymentReceiptQueueRow)`
    SELECT count(*)::int AS count, min(receipt_at_ms) AS oldest_ms
    FROM payments.deposits WHERE receipt_state = 'pending'`
}

export async function saveProgress(tx: Executor, d: Deposit): Promise<void> {
  await sql`
    UPDATE payments.deposits
    SET state = ${d.state}, outcome = ${d.outcome}, credited_coin_minor = ${d.creditedCoinMinor},
      credited_minor = ${d.creditedMinor},
      advanced_minor = ${d.advancedMinor}, shortfall_minor = ${d.shortfallMinor},
      cancelled_at_ms = ${d.cancelledAtMs}, receipt_file = ${d.receiptFile},
      receipt_state = ${d.receiptState}, receipt_reason = ${d.receiptReason}, receipt_at_ms = ${d.receiptAtMs},
      began_at_ms = ${d.beganAtMs}, began_minor = ${d.beganMinor}, not_begun = ${d.notBegun}
    WHERE shard = ${d.shard} AND customer_id = ${d.customerId} AND id = ${d.id}`.execute(tx)
}

/** Returns the deposits in a coin that time or the chain may have changed. */
export async function listUnsettled(db: Executor, coin: PaymentCoin): Promise<DepositKey[]> {
  return queryRows(db, depositKeyRow)`
    SELECT shard, customer_id, id
    FROM payments.deposits
    WHERE coin = ${coin} AND state IN ('quoted', 'pending_approval', 'seen', 'confirming', 'partial')
    UNION
    SELECT shard, customer_id, deposit_id FROM payments.chain_payments
    WHERE coin = ${coin} AND (credited_minor IS NULL AND height IS NOT NULL OR credited_minor IS NULL AND pending
      OR credited_minor IS NOT NULL AND height IS NULL)`
}

const paymentRow = row({
  depositId: text,
  id: text,
  coin: textOf<PaymentCoin>(),
  key: text,
  txid: text,
  amountMinor: int8,
  restUnits: int8,
  minConfirmations: int4,
  firstSeenAtMs: ms,
  includedAtMs: ms.nullable(),
  height: int4.nullable(),
  pending: bool,
  creditedMinor: int8.nullable(),
  paidOutMinor: int8.nullable(),
  credits: int4,
  heldAtMs: ms.nullable(),
  asideMinor: int8,
  asideUntilMs: ms.nullable(),
  asideMissingMinor: int8,
  sentBackAtMs: ms.nullable(),
})
/** Returns the payments to several of a customer's deposits, by deposit, oldest first. */
export async function listPayments(
  db: Executor,
  { shard, customerId }: Owner,
  ids: readonly string[],
): Promise<Map<string, ChainPayment[]>> {
  const rows = await queryRows(db, paymentRow)`
    SELECT ${columnsOf(paymentRow)}
    FROM payments.chain_payments
    WHERE shard = ${shard} AND customer_id = ${customerId} AND deposit_id = ANY (${ids}::uuid[])
    ORDER BY first_seen_at_ms, key`
  const byDeposit = new Map<string, ChainPayment[]>(ids.map((id) => [id, []]))
  for (const { depositId, ...payment } of rows) byDeposit.get(depositId)!.push(payment)
  return byDeposit
}

export type Marks = {
  valueMinor: bigint
  paidOutMinor: bigint
  asideMinor: bigint
  asideUntilMs: number | null
  nowMs: number
}

/** Marks a payment as credited. `asideMinor` of its coins are in the refund account instead. */
export async function markCredited(tx: Executor, shard: number, payment: ChainPayment, marks: Marks): Promise<void> {
  await sql`
    UPDATE payments.chain_payments
    SET credited_minor = ${marks.valueMinor}, paid_out_minor = ${marks.paidOutMinor}, credits = credits + 1,
      held_at_ms = NULL,
      aside_minor = ${marks.asideMinor}, aside_until_ms = ${marks.asideUntilMs}, first_credited_at_ms = CASE
        WHEN credits = 0 THEN ${marks.nowMs}::bigint ELSE first_credited_at_ms END
    WHERE shard = ${shard} AND coin = ${payment.coin} AND key = ${payment.key}`.execute(tx)
}

/** Marks a payment as held. If it was held before, keeps the time when it was first held. */
export async function holdPayment(tx: Executor, shard: number, payment: ChainPayment, nowMs: number): Promise<void> {
  await sql`
    UPDATE payments.chain_payments SET held_at_ms = coalesce(held_at_ms, ${nowMs})
    WHERE shard = ${shard} AND coin = ${payment.coin} AND key = ${payment.key}`.execute(tx)
}

/** Marks a payment as reversed. `missingMinor` of its coins had left the refund account. */
export async function markReversed(
  tx: Executor,
  shard: number,
  payment: ChainPayment,
  missingMinor: bigint,
): Promise<void> {
  await sql`
    UPDATE payments.chain_payments
    SET credited_minor = NULL, paid_out_minor = NULL, aside_minor = 0, aside_until_ms = NULL,
      aside_missing_minor = aside_missing_minor + ${missingMinor}
    WHERE shard = ${shard} AND coin = ${payment.coin} AND key = ${payment.key}`.execute(tx)
}

const uncreditedRow = row({ uncredited: int8 })

/** Returns the coins in blocks that aren't booked to any ledger account yet, in minor units. */
export async function readUncredited(db: Executor, coin: PaymentCoin): Promise<bigint> {
  const found = await queryOne(db, uncreditedRow)`
    SELECT coalesce(sum(amount_minor), 0)::numeric AS uncredited
    FROM payments.chain_payments
    WHERE coin = ${coin} AND height IS NOT NULL AND credited_minor IS NULL`
  return found.uncredited
}

const depositedRow = row({ deposited: int8 })

/**
 * Returns a customer's deposits since `fromMs`, in minor units of the currency: credited amounts and the quoted
 * amounts of deposits that await a payment. A deposit counts from its quote. A payment to an older deposit whose
 * quote had ended counts from its arrival.
 */
export async function readDepositedSince(db: Executor, { shard, customerId }: Owner, fromMs: number): Promise<bigint> {
  const found = await queryOne(db, depositedRow)`
    SELECT (coalesce((SELECT sum(CASE
          WHEN d.state IN ('quoted', 'pending_approval') THEN greatest(d.amount_minor, d.credited_minor)
          WHEN d.state IN ('seen', 'confirming', 'partial') AND EXISTS (SELECT FROM payments.chain_payments p
            WHERE p.shard = d.shard AND p.customer_id = d.customer_id AND p.deposit_id = d.id
              AND p.first_seen_at_ms < least(d.expires_at_ms, d.cancelled_at_ms))
            THEN greatest(d.amount_minor, d.credited_minor)
          ELSE d.credited_minor END)
        FROM payments.deposits d
        WHERE d.shard = ${shard} AND d.customer_id = ${customerId} AND d.quoted_at_ms >= ${fromMs}), 0)
      + coalesce((SELECT sum(p.paid_out_minor) FROM payments.chain_payments p
        JOIN payments.deposits d ON d.shard = p.shard AND d.customer_id = p.customer_id AND d.id = p.deposit_id
        WHERE p.shard = ${shard} AND p.customer_id = ${customerId} AND d.quoted_at_ms < ${fromMs}
          AND p.first_seen_at_ms >= greatest(${fromMs}, d.expires_at_ms)), 0))::numeric AS deposited`
  return found.deposited
}

const depositsRow = row({ all: int4, credited: int4 })

/** Returns how many deposits a customer has, and how many of them are credited. */
export async function countDeposits(
  db: Executor,
  { shard, customerId }: Owner,
): Promise<{ all: number; credited: number }> {
  return queryOne(db, depositsRow)`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE state = 'credited')::int AS credited
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId}`
}

const creditedRow = row({ asset: textOf<CashAsset>(), amountMinor: int8 })

/** Returns the total that deposits have credited, for each currency. */
export async function sumCredited(db: Executor): Promise<{ asset: CashAsset; amountMinor: bigint }[]> {
  return queryRows(db, creditedRow)`
    SELECT asset, sum(credited_minor)::bigint AS amount_minor
    FROM payments.deposits
    WHERE credited_minor > 0 GROUP BY asset ORDER BY asset`
}

const paymentReceiptFilesRow = row({ id: text, owner: text })

/** Returns stored receipts and their owners, by file. `npm run keys:rotate` iterates over them. */
export async function listPaymentReceiptFiles(
  db: Executor,
  afterId: string,
  limit: number,
): Promise<{ id: string; owner: string }[]> {
  return queryRows(db, paymentReceiptFilesRow)`
    SELECT receipt_file AS id, customer_id AS owner
    FROM payments.deposits
    WHERE receipt_file > ${afterId}::uuid ORDER BY receipt_file LIMIT ${limit}`
}
