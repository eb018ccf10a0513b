import { sql } from 'kysely'
import type { Break, ExpectedMoves, SealedRows } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { int4, int8, json, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

/**
 * Returns the transfers that a shard's deposits imply. If a reorganisation removed a payment and the customer's balance
 * didn't cover it, the shortfall stays credited. Coins above the quote are in the refund account until the customer
 * chooses; sending them back is a withdrawal.
 */
export function expectedOfDeposits(shard: number): ExpectedMoves {
  return {
    rule: 'deposit equals transfers',
    kinds: ['deposit'],
    accounts: ['customers', 'deposit_clearing'],
    net: true,
    rows: sql`
      SELECT d.id AS reference, m.account, m.asset, m.in_minor, m.out_minor FROM payments.deposits d
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(aside_minor), 0)::bigint AS aside_minor,
          coalesce(sum(aside_missing_minor), 0)::bigint AS missing_minor
        FROM payments.chain_payments p WHERE p.shard = d.shard AND p.customer_id = d.customer_id AND p.deposit_id = d.id
      ) a
      CROSS JOIN LATERAL (VALUES
        (d.customer_id || ' trading', d.asset, d.credited_minor + d.shortfall_minor, 0::bigint),
        (d.customer_id || ' refund:' || d.coin, d.coin, a.aside_minor + a.missing_minor, 0::bigint),
        ('deposit_clearing', d.coin, 0::bigint, d.credited_coin_minor + a.aside_minor),
        ('deposit_clearing', d.asset, 0::bigint, d.advanced_minor)
      ) AS m(account, asset, in_minor, out_minor)
      WHERE d.shard = ${shard}`,
  }
}

/**
 * Returns the transfers that a shard's withdrawals imply. Sent and completed withdrawals are paid; all others still
 * hold the money or have released it.
 */
export function expectedOfWithdrawals(shard: number): ExpectedMoves[] {
  const paid = sql`FROM payments.withdrawals w WHERE w.shard = ${shard} AND w.state IN ('SENT', 'COMPLETED')`
  return [
    {
      rule: 'withdrawal equals transfers',
      kinds: ['withdrawal'],
      accounts: ['customers', 'withdrawal_clearing'],
      net: true,
      rows: sql`
        SELECT w.id AS reference, w.customer_id || ' ' || w.code AS account, w.asset, 0::bigint AS in_minor,
          w.amount_minor AS out_minor ${paid}
        UNION ALL SELECT w.id, 'withdrawal_clearing', w.paid_asset, w.paid_minor - w.fee_minor, 0 ${paid}`,
    },
    {
      rule: 'withdrawal with its fee equals transfers',
      kinds: ['withdrawal', 'withdrawal_fee'],
      accounts: ['exchange'],
      net: true,
      rows: sql`
        SELECT w.id AS reference, 'exchange' AS account, w.asset, w.amount_minor AS in_minor,
          0::bigint AS out_minor ${paid}
        UNION ALL SELECT w.id, 'exchange', w.paid_asset, 0, w.paid_minor ${paid}`,
    },
    {
      rule: 'withdrawal is held',
      kinds: ['withdrawal'],
      accounts: ['customers'],
      held: true,
      rows: sql`
        SELECT w.id AS reference, w.customer_id || ' ' || w.code AS account, w.asset, 0::bigint AS in_minor,
          w.amount_minor AS out_minor
        FROM payments.withdrawals w WHERE w.shard = ${shard} AND w.state IN ('PENDING', 'APPROVED')`,
    },
  ]
}

/** Returns the transfers that a shard's bonuses imply. */
export function expectedOfBonuses(shard: number): ExpectedMoves {
  return {
    rule: 'bonus equals transfers',
    kinds: ['bonus'],
    accounts: ['customers'],
    rows: sql`
      SELECT id AS reference, customer_id || ' bonus' AS account, asset, amount_minor AS in_minor,
        0::bigint AS out_minor
      FROM payments.bonus_grants
      WHERE shard = ${shard}`,
  }
}

const breakRow = row({ rule: text, shard: int4.nullable(), subject: text, expected: text, found: text })

/**
 * Returns a shard's deposits whose credit differs from the payments on the chain and the amount advanced on a
 * receipt.
 */
export async function findPaymentBreaks(tx: Executor, shard: number): Promise<Break[]> {
  return queryRows(tx, breakRow)`
    WITH paid AS (
      SELECT deposit_id, coin, customer_id, sum(amount_minor - aside_minor) AS coin_minor,
        sum(paid_out_minor) AS paid_out_minor, sum(credited_minor - paid_out_minor) AS covered_minor
      FROM payments.chain_payments
      WHERE shard = ${shard} AND credited_minor IS NOT NULL GROUP BY deposit_id, coin, customer_id
    ), compared AS (
      SELECT coalesce(d.id, p.deposit_id) AS id, concat_ws(' ', d.customer_id, d.coin, d.credited_coin_minor,
        d.credited_minor) AS found,
        concat_ws(' ', coalesce(p.customer_id, d.customer_id), coalesce(p.coin, d.coin), coalesce(p.coin_minor, 0),
          coalesce(p.paid_out_minor, 0) + CASE
            WHEN d.receipt_state = 'approved' THEN d.advanced_minor + coalesce(p.covered_minor, 0)
              ELSE 0 END) AS expected
      FROM (SELECT * FROM payments.deposits WHERE shard = ${shard}) d FULL JOIN paid p ON p.deposit_id = d.id
      -- Only an approved receipt allows a credit that isn't covered by a payment on the chain.
      UNION ALL SELECT p.deposit_id, concat_ws(' ', p.key, p.credited_minor), concat_ws(' ', p.key, p.paid_out_minor)
      FROM payments.chain_payments p
      JOIN payments.deposits d ON d.shard = p.shard AND d.customer_id = p.customer_id AND d.id = p.deposit_id
      WHERE p.shard = ${shard} AND d.receipt_state IS DISTINCT FROM 'approved'
        AND p.credited_minor IS DISTINCT FROM p.paid_out_minor
    )
    SELECT 'deposit equals payments' AS rule, ${shard}::int AS shard, 'deposit ' || id AS subject, expected, found
    FROM compared
    WHERE expected <> found LIMIT 100`
}

/**
 * Returns plans that differ from their newest version. Plans don't belong to a shard, so their breaks are listed under
 * the first one.
 */
export async function findPlanBreaks(tx: Executor): Promise<Break[]> {
  return queryRows(tx, breakRow)`
    WITH compared AS (
      SELECT p.id,
        ROW(p.account, p.name, p.amount_minor, p.coin, p.hashes_per_s, p.retired_at_ms IS NULL)::text AS found,
        coalesce(ROW(v.account, v.name, v.amount_minor, v.coin, v.hashes_per_s, v.is_offered)::text, '') AS expected
      FROM payments.plans p
      LEFT JOIN LATERAL (
        SELECT * FROM payments.plan_versions v WHERE v.plan_id = p.id ORDER BY v.version DESC LIMIT 1
      ) v ON true
    )
    SELECT 'plan equals its newest version' AS rule, 0 AS shard, 'plan ' || id AS subject, expected, found
    FROM compared WHERE expected <> found LIMIT 100`
}

/** A deposit that began a contract: the agreed terms and the amount invested. */
const begunDepositRow = row({ id: text, customerId: text, beganMinor: int8, terms: json<unknown>() })
export type BegunDeposit = RowOf<typeof begunDepositRow>

/** Returns a shard's deposits that paid for a contract of this purpose. */
export async function listBegun(tx: Executor, shard: number, purpose: 'mining' | 'farming'): Promise<BegunDeposit[]> {
  return queryRows(tx, begunDepositRow)`
    SELECT id, customer_id, began_minor, terms FROM payments.deposits
    WHERE shard = ${shard} AND purpose = ${purpose} AND began_minor IS NOT NULL`
}

/**
 * The permanent records of payments: the agreed terms, the payments that were read from the chain and credited, and the
 * transactions that were signed and sent. Each part of a row is sealed once it is final. States, confirmations and
 * payment receipts aren't sealed because they change later; neither is data that closing an account erases.
 */
export const sealedPayments: readonly SealedRows[] = [
  {
    name: 'plan versions',
    rows: sql`
      SELECT v.account AS part, v.from_ms AS at_ms, v.plan_id || ' ' || v.version AS key,
        ROW(v.plan_id, v.version, v.from_ms, v.account, v.name, v.amount_minor, v.coin, v.hashes_per_s,
          v.is_offered)::text AS words
      FROM payments.plan_versions v`,
  },
  {
    name: 'deposit quotes',
    rows: sql`
      SELECT 'shard ' || d.shard AS part, d.quoted_at_ms AS at_ms, d.id::text AS key,
        ROW(d.shard, d.customer_id, d.id, d.plan_id, d.plan, d.mining_coin, d.coin, d.coin_minor, d.asset,
          d.amount_minor, d.rate, d.address, d.quoted_at_ms, d.expires_at_ms,
          d.purpose, d.terms)::text AS words
      FROM payments.deposits d`,
  },
  {
    name: 'cancelled deposits',
    rows: sql`
      SELECT 'shard ' || d.shard AS part, d.cancelled_at_ms AS at_ms, d.id::text AS key,
        d.cancelled_at_ms::text AS words
      FROM payments.deposits d WHERE d.cancelled_at_ms IS NOT NULL`,
  },
  {
    name: 'deposits that began a contract',
    rows: sql`
      SELECT 'shard ' || d.shard AS part, d.began_at_ms AS at_ms, d.id::text AS key, d.began_at_ms::text AS words
      FROM payments.deposits d WHERE d.began_at_ms IS NOT NULL`,
  },
  {
    name: 'deposit addresses',
    rows: sql`
      SELECT 'shard ' || a.shard AS part, d.quoted_at_ms AS at_ms, a.coin || ' ' || a.index AS key,
        ROW(a.coin, a.index, a.address, a.shard, a.customer_id, a.deposit_id)::text AS words
      FROM payments.deposit_addresses a
      JOIN payments.deposits d ON d.shard = a.shard AND d.customer_id = a.customer_id AND d.id = a.deposit_id`,
  },
  {
    name: 'credited payments',
    rows: sql`
      SELECT 'shard ' || p.shard AS part, coalesce(p.first_credited_at_ms, 0) AS at_ms, p.coin || ' ' || p.key AS key,
        ROW(p.shard, p.coin, p.key, p.id, p.customer_id, p.deposit_id, p.txid, p.amount_minor, p.rest_units,
          p.min_confirmations, p.first_seen_at_ms, p.included_at_ms,
          p.first_credited_at_ms)::text AS words
      FROM payments.chain_payments p WHERE p.credits > 0`,
  },
  {
    name: 'requested withdrawals',
    rows: sql`
      SELECT 'shard ' || w.shard AS part, w.requested_at_ms AS at_ms, w.id::text AS key,
        ROW(w.shard, w.customer_id, w.id, w.method, w.code, w.asset, w.amount_minor, w.principal_minor,
          w.interest_minor, w.paid_asset, w.paid_minor, w.fee_minor, w.usd_minor,
          w.rates, w.pending_id, w.usable_at_ms, w.requested_at_ms, w.promised_by_ms)::text AS words
      FROM payments.withdrawals w`,
  },
  {
    name: 'ended withdrawals',
    rows: sql`
      SELECT 'shard ' || w.shard AS part, w.ended_at_ms AS at_ms, w.id::text AS key,
        ROW(w.state, w.step, w.wait, w.hold_note, w.reason, w.approval_id, w.proposed_by, w.approved_by,
          w.approved_at_ms, w.sent_at_ms, w.ended_at_ms, w.confirmations, w.txid,
          w.attempts, w.document_number)::text AS words
      FROM payments.withdrawals w WHERE w.ended_at_ms IS NOT NULL`,
  },
  {
    name: 'planned sends',
    rows: sql`
      SELECT s.coin AS part, s.planned_at_ms AS at_ms, s.id::text AS key,
        ROW(s.coin, s.id, s.holder, s.customer_id, s.draft, s.change_index, s.planned_at_ms)::text AS words
      FROM payments.sends s`,
  },
  {
    name: 'signed sends',
    rows: sql`
      SELECT s.coin AS part, s.signed_at_ms AS at_ms, s.id::text AS key,
        ROW(s.raw, s.txid, s.signed_at_ms)::text AS words
      FROM payments.sends s WHERE s.signed_at_ms IS NOT NULL`,
  },
  {
    name: 'ended sends',
    rows: sql`
      SELECT s.coin AS part, s.ended_at_ms AS at_ms, s.id::text AS key,
        ROW(s.state, s.fee_minor, s.broadcast_at_ms, s.ended_at_ms)::text AS words
      FROM payments.sends s WHERE s.ended_at_ms IS NOT NULL`,
  },
  {
    name: 'bonuses',
    rows: sql`
      SELECT 'shard ' || b.shard AS part, b.granted_at_ms AS at_ms, b.id::text AS key,
        ROW(b.shard, b.customer_id, b.id, b.asset, b.amount_minor, b.turnover_minor, b.granted_at_ms, b.operator_id,
          b.why)::text AS words
      FROM payments.bonus_grants b`,
  },
]
