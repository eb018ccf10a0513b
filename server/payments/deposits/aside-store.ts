import { sql } from 'kysely'
import type { PaymentCoin } from '../../../api/states/deposit-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { DepositKey, Owner } from './store.ts'
import { int4, int8, ms, queryRows, row, text, type RowOf } from '../../platform/database/rows.ts'

const asideRow = row({
  depositId: text,
  paymentKey: text,
  asideMinor: int8,
  asideUntilMs: ms,
  paymentId: text,
  credits: int4,
})
/** A payment with coins in the refund account, and the data from which the ledger key of its credit is built. */
export type StoredAside = RowOf<typeof asideRow>

/** Returns a customer's payments in one coin that still await a choice, oldest first. */
export async function listAsides(
  db: Executor,
  { shard, customerId }: Owner,
  coin: PaymentCoin,
): Promise<StoredAside[]> {
  return queryRows(db, asideRow)`
    SELECT deposit_id, key AS payment_key, id AS payment_id, credits, aside_minor, aside_until_ms
    FROM payments.chain_payments
    WHERE shard = ${shard} AND customer_id = ${customerId} AND coin = ${coin} AND aside_until_ms IS NOT NULL
    ORDER BY aside_until_ms, key`
}

const depositKeyRow = row({ shard: int4, customerId: text, id: text })

/** Returns deposits with coins for which the time to choose has expired. */
export async function listChoiceOver(db: Executor, nowMs: number, limit: number): Promise<DepositKey[]> {
  return queryRows(db, depositKeyRow)`
    SELECT DISTINCT shard, customer_id, deposit_id AS id FROM payments.chain_payments
    WHERE aside_until_ms <= ${nowMs} ORDER BY shard, customer_id, deposit_id LIMIT ${limit}`
}

/**
 * Ends the customer's time to choose for a payment and records what was credited: `coinMinor` of the coin, worth
 * `worthMinor` in cash.
 */
export async function endChoice(
  tx: Executor,
  shard: number,
  coin: PaymentCoin,
  key: string,
  credited: { coinMinor: bigint; worthMinor: bigint },
): Promise<void> {
  await sql`
    UPDATE payments.chain_payments SET aside_minor = aside_minor - ${credited.coinMinor}, aside_until_ms = NULL,
      credited_minor = credited_minor + ${credited.worthMinor}, paid_out_minor = paid_out_minor + ${credited.worthMinor}
    WHERE shard = ${shard} AND coin = ${coin} AND key = ${key}`.execute(tx)
}

/** Marks a deposit's held payments as sent back. Returns how many there were. */
export async function markSentBack(
  tx: Executor,
  { shard, customerId, id }: DepositKey,
  nowMs: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE payments.chain_payments SET sent_back_at_ms = ${nowMs}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND deposit_id = ${id} AND held_at_ms IS NOT NULL
      AND height IS NOT NULL AND sent_back_at_ms IS NULL`.execute(tx)
  return Number(numAffectedRows)
}

/** Returns whether a customer has payments that await a choice, including held ones. */
export async function hasChoice(tx: Executor, { shard, customerId }: Owner): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments.chain_payments
    WHERE shard = ${shard} AND customer_id = ${customerId}
      AND (aside_until_ms IS NOT NULL OR held_at_ms IS NOT NULL)
    LIMIT 1`.execute(tx)
  return rows.length > 0
}
