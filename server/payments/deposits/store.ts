import { sql } from 'kysely'
import type { DepositOutcome, DepositState, PaymentCoin } from '../../../contract/deposit-states.ts'
import type { CashAsset, CoinAsset } from '../../../contract/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { StoredRate } from './quote.ts'

export type Owner = { shard: number; customerId: string }
export type DepositKey = Owner & { id: string }
export type DepositPurpose = 'trading' | 'mining' | 'farming'
export type ReceiptState = 'pending' | 'proposed' | 'approved' | 'declined'

/** A stored deposit. The held rate is `coinMinor` of its coin for `amountMinor` of its asset. */
export type Deposit = DepositKey & {
  planId: string
  plan: string
  miningCoin: CoinAsset | null
  /** What the deposit pays for. `terms` is plain JSON of the module that owns the contract. */
  purpose: DepositPurpose
  terms: unknown
  /** When its contract began, and for how much. If the contract was undone, the amount is null again. */
  beganAtMs: number | null
  beganMinor: bigint | null
  /** Why no contract began although the deposit was credited. */
  notBegun: 'paused' | null
  coin: PaymentCoin
  coinMinor: bigint
  asset: CashAsset
  amountMinor: bigint
  rate: StoredRate
  address: string
  state: DepositState
  outcome: DepositOutcome | null
  quotedAtMs: number
  expiresAtMs: number
  cancelledAtMs: number | null
  creditedCoinMinor: bigint
  creditedMinor: bigint
  advancedMinor: bigint
  shortfallMinor: bigint
  receiptFile: string | null
  receiptState: ReceiptState | null
  receiptReason: string | null
  receiptAtMs: number | null
}

/** A payment to a deposit's address. `height` is null while it waits for a block or is orphaned. */
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

type DepositRow = {
  shard: number
  customer_id: string
  id: string
  plan_id: string
  plan: string
  mining_coin: CoinAsset | null
  purpose: DepositPurpose
  terms: unknown
  began_at_ms: bigint | null
  began_minor: bigint | null
  not_begun: 'paused' | null
  coin: PaymentCoin
  coin_minor: bigint
  asset: CashAsset
  amount_minor: bigint
  rate: StoredRate
  address: string
  state: DepositState
  outcome: DepositOutcome | null
  quoted_at_ms: bigint
  expires_at_ms: bigint
  cancelled_at_ms: bigint | null
  credited_coin_minor: bigint
  credited_minor: bigint
  advanced_minor: bigint
  shortfall_minor: bigint
  receipt_file: string | null
  receipt_state: ReceiptState | null
  receipt_reason: string | null
  receipt_at_ms: bigint | null
}

const numberOrNull = (value: bigint | null) => (value === null ? null : Number(value))

const asDeposit = (row: DepositRow): Deposit => ({
  shard: row.shard,
  customerId: row.customer_id,
  id: row.id,
  planId: row.plan_id,
  plan: row.plan,
  miningCoin: row.mining_coin,
  purpose: row.purpose,
  terms: row.terms,
  beganAtMs: numberOrNull(row.began_at_ms),
  beganMinor: row.began_minor,
  notBegun: row.not_begun,
  coin: row.coin,
  coinMinor: row.coin_minor,
  asset: row.asset,
  amountMinor: row.amount_minor,
  rate: row.rate,
  address: row.address,
  state: row.state,
  outcome: row.outcome,
  quotedAtMs: Number(row.quoted_at_ms),
  expiresAtMs: Number(row.expires_at_ms),
  cancelledAtMs: numberOrNull(row.cancelled_at_ms),
  creditedCoinMinor: row.credited_coin_minor,
  creditedMinor: row.credited_minor,
  advancedMinor: row.advanced_minor,
  shortfallMinor: row.shortfall_minor,
  receiptFile: row.receipt_file,
  receiptState: row.receipt_state,
  receiptReason: row.receipt_reason,
  receiptAtMs: numberOrNull(row.receipt_at_ms),
})

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
 * Reserves the next address index of a coin. Concurrent callers wait until the transaction ends, so that no index is
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

/** Returns the number of issued addresses of a coin. Their indexes are 0 to one less. */
export async function countAddresses(db: Executor, coin: PaymentCoin): Promise<number> {
  const { rows } = await sql<{
    issued: number
  }>`SELECT coalesce(max(index) + 1, 0)::int AS issued FROM payments.deposit_addresses WHERE coin = ${coin}`.execute(db)
  return rows[0]!.issued
}

export async function findDeposit(db: Executor, { shard, customerId, id }: DepositKey): Promise<Deposit | undefined> {
  const { rows } = await sql<DepositRow>`
    SELECT * FROM payments.deposits WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(db)
  return rows[0] && asDeposit(rows[0])
}

export async function lockDeposit(tx: Executor, { shard, customerId, id }: DepositKey): Promise<Deposit | undefined> {
  const { rows } = await sql<DepositRow>`
    SELECT * FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id} FOR UPDATE`.execute(tx)
  return rows[0] && asDeposit(rows[0])
}

/** Returns a deposit by its id only, for operators. */
export async function findDepositById(db: Executor, id: string): Promise<Deposit | undefined> {
  const { rows } = await sql<DepositRow>`SELECT * FROM payments.deposits WHERE id = ${id}`.execute(db)
  return rows[0] && asDeposit(rows[0])
}

export async function findDepositByAddress(
  db: Executor,
  { shard, customerId }: Owner,
  address: string,
): Promise<Deposit | undefined> {
  const { rows } = await sql<DepositRow>`
    SELECT * FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} AND address = ${address}`.execute(db)
  return rows[0] && asDeposit(rows[0])
}

/** Returns the deposit, of any customer, for which an address was issued. */
export async function findDepositOfAddress(
  db: Executor,
  coin: PaymentCoin,
  address: string,
): Promise<Deposit | undefined> {
  const { rows } = await sql<DepositRow>`
    SELECT d.*
    FROM payments.deposit_addresses a
    JOIN payments.deposits d ON d.shard = a.shard AND d.customer_id = a.customer_id AND d.id = a.deposit_id
    WHERE a.coin = ${coin} AND lower(a.address) = lower(${address})`.execute(db)
  return rows[0] && asDeposit(rows[0])
}

/** Returns a page of the customer's deposits, newest first. */
export async function listDeposits(
  db: Executor,
  { shard, customerId }: Owner,
  limit: number,
  offset = 0,
): Promise<Deposit[]> {
  const { rows } = await sql<DepositRow>`
    SELECT *
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(asDeposit)
}

/** Returns the deposits before `beforeId`, newest first. */
export async function listDepositsBefore(
  db: Executor,
  { shard, customerId }: Owner,
  beforeId: string | undefined,
  limit: number,
): Promise<Deposit[]> {
  const { rows } = await sql<DepositRow>`
    SELECT *
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (${beforeId ?? null}::uuid IS NULL OR id < ${beforeId ?? null}::uuid)
    ORDER BY id DESC LIMIT ${limit}`.execute(db)
  return rows.map(asDeposit)
}

export async function countWaiting(tx: Executor, { shard, customerId }: Owner): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state IN ('quoted', 'pending_approval')`.execute(tx)
  return rows[0]!.waiting
}

/** Returns waiting receipts, oldest first. */
export async function listReceipts(db: Executor, limit: number): Promise<Deposit[]> {
  const { rows } = await sql<DepositRow>`
    SELECT *
    FROM payments.deposits
    WHERE receipt_state IN ('pending', 'proposed') ORDER BY receipt_at_ms LIMIT ${limit}`.execute(db)
  return rows.map(asDeposit)
}

export async function countReceipts(db: Executor): Promise<number> {
  const { rows } = await sql<{
    waiting: number
  }>`SELECT count(*)::int AS waiting FROM payments.deposits WHERE receipt_state = 'pending'`.execute(db)
  return rows[0]!.waiting
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

/** Returns the deposits of a coin that time or the chain may have changed. */
export async function listUnsettled(db: Executor, coin: PaymentCoin): Promise<DepositKey[]> {
  const { rows } = await sql<{ shard: number; customer_id: string; id: string }>`
    SELECT shard, customer_id, id
    FROM payments.deposits
    WHERE coin = ${coin} AND state IN ('quoted', 'pending_approval', 'seen', 'confirming', 'partial')
    UNION
    SELECT shard, customer_id, deposit_id FROM payments.chain_payments
    WHERE coin = ${coin} AND (credited_minor IS NULL AND height IS NOT NULL OR credited_minor IS NULL AND pending
      OR credited_minor IS NOT NULL AND height IS NULL)`.execute(db)
  return rows.map(({ shard, customer_id, id }) => ({ shard, customerId: customer_id, id }))
}

type PaymentRow = {
  deposit_id: string
  id: string
  coin: PaymentCoin
  key: string
  txid: string
  amount_minor: bigint
  rest_units: bigint
  min_confirmations: number
  first_seen_at_ms: bigint
  included_at_ms: bigint | null
  height: number | null
  pending: boolean
  credited_minor: bigint | null
  paid_out_minor: bigint | null
  credits: number
  held_at_ms: bigint | null
  aside_minor: bigint
  aside_until_ms: bigint | null
  aside_missing_minor: bigint
  sent_back_at_ms: bigint | null
}

const asPayment = (row: PaymentRow): ChainPayment => ({
  id: row.id,
  coin: row.coin,
  key: row.key,
  txid: row.txid,
  amountMinor: row.amount_minor,
  restUnits: row.rest_units,
  minConfirmations: row.min_confirmations,
  firstSeenAtMs: Number(row.first_seen_at_ms),
  includedAtMs: numberOrNull(row.included_at_ms),
  height: row.height,
  pending: row.pending,
  creditedMinor: row.credited_minor,
  paidOutMinor: row.paid_out_minor,
  credits: row.credits,
  heldAtMs: numberOrNull(row.held_at_ms),
  asideMinor: row.aside_minor,
  asideUntilMs: numberOrNull(row.aside_until_ms),
  asideMissingMinor: row.aside_missing_minor,
  sentBackAtMs: numberOrNull(row.sent_back_at_ms),
})

/** Returns the payments of several deposits of one customer, by deposit, oldest first. */
export async function listPayments(
  db: Executor,
  { shard, customerId }: Owner,
  ids: readonly string[],
): Promise<Map<string, ChainPayment[]>> {
  const { rows } = await sql<PaymentRow>`
    SELECT *
    FROM payments.chain_payments
    WHERE shard = ${shard} AND customer_id = ${customerId} AND deposit_id = ANY (${ids}::uuid[])
    ORDER BY first_seen_at_ms, key`.execute(db)
  const byDeposit = new Map<string, ChainPayment[]>(ids.map((id) => [id, []]))
  for (const row of rows) byDeposit.get(row.deposit_id)!.push(asPayment(row))
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

/** Marks a payment as held and keeps the first time. */
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

/** Returns the coins in blocks that aren't booked to any ledger account yet, in minor units. */
export async function readUncredited(db: Executor, coin: PaymentCoin): Promise<bigint> {
  const { rows } = await sql<{ uncredited: bigint }>`
    SELECT coalesce(sum(amount_minor), 0)::numeric AS uncredited
    FROM payments.chain_payments
    WHERE coin = ${coin} AND height IS NOT NULL AND credited_minor IS NULL`.execute(db)
  return rows[0]!.uncredited
}

/**
 * Returns a customer's deposits since `fromMs`, in minor units of the currency: credited amounts and the quoted
 * amounts of deposits that await a payment. A deposit counts from its quote. A payment to an older deposit whose
 * quote had ended counts from its arrival.
 */
export async function readDepositedSince(db: Executor, { shard, customerId }: Owner, fromMs: number): Promise<bigint> {
  const { rows } = await sql<{ deposited: bigint }>`
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
          AND p.first_seen_at_ms >= greatest(${fromMs}, d.expires_at_ms)), 0))::numeric AS deposited`.execute(db)
  return rows[0]!.deposited
}

/** Returns the number of a customer's deposits, and of those that are credited. */
export async function countDeposits(
  db: Executor,
  { shard, customerId }: Owner,
): Promise<{ all: number; credited: number }> {
  const { rows } = await sql<{ all: number; credited: number }>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE state = 'credited')::int AS credited
    FROM payments.deposits
    WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(db)
  return rows[0]!
}

/** Returns the total credited by deposits, by currency. */
export async function sumCredited(db: Executor): Promise<{ asset: CashAsset; amountMinor: bigint }[]> {
  const { rows } = await sql<{ asset: CashAsset; amountMinor: bigint }>`
    SELECT asset, sum(credited_minor)::bigint AS "amountMinor"
    FROM payments.deposits
    WHERE credited_minor > 0 GROUP BY asset ORDER BY asset`.execute(db)
  return rows
}

/** Returns stored receipts and their owners, by file. `npm run keys:rotate` iterates over them. */
export async function listReceiptFiles(
  db: Executor,
  afterId: string,
  limit: number,
): Promise<{ id: string; owner: string }[]> {
  const { rows } = await sql<{ id: string; owner: string }>`
    SELECT receipt_file AS id, customer_id AS owner
    FROM payments.deposits
    WHERE receipt_file > ${afterId}::uuid ORDER BY receipt_file LIMIT ${limit}`.execute(db)
  return rows
}
