import { sql } from 'kysely'
import type { Break, ExpectedMoves } from '../ledger/public.ts'
import type { Executor } from '../platform/database.ts'

/**
 * What the deposits of a shard say about the ledger. What a customer could not pay back when a payment left the chain stays credited.
 * Coins above the quote are in the refund account until the customer chooses; sending them back is a withdrawal.
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
        SELECT coalesce(sum(aside_minor), 0)::bigint AS aside_minor, coalesce(sum(aside_missing_minor), 0)::bigint AS missing_minor
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

/** What the withdrawals of a shard say about the ledger: those that the network has are paid, the others hold or held money only. */
export function expectedOfWithdrawals(shard: number): ExpectedMoves[] {
  const paid = sql`FROM payments.withdrawals w WHERE w.shard = ${shard} AND w.state IN ('SENT', 'COMPLETED')`
  return [
    {
      rule: 'withdrawal equals transfers',
      kinds: ['withdrawal'],
      accounts: ['customers', 'withdrawal_clearing'],
      net: true,
      rows: sql`
        SELECT w.id AS reference, w.customer_id || ' ' || w.code AS account, w.asset, 0::bigint AS in_minor, w.amount_minor AS out_minor ${paid}
        UNION ALL SELECT w.id, 'withdrawal_clearing', w.paid_asset, w.paid_minor - w.fee_minor, 0 ${paid}`,
    },
    {
      rule: 'withdrawal with its fee equals transfers',
      kinds: ['withdrawal', 'withdrawal_fee'],
      accounts: ['exchange'],
      net: true,
      rows: sql`
        SELECT w.id AS reference, 'exchange' AS account, w.asset, w.amount_minor AS in_minor, 0::bigint AS out_minor ${paid}
        UNION ALL SELECT w.id, 'exchange', w.paid_asset, 0, w.paid_minor ${paid}`,
    },
    {
      rule: 'withdrawal is held',
      kinds: ['withdrawal'],
      accounts: ['customers'],
      held: true,
      rows: sql`
        SELECT w.id AS reference, w.customer_id || ' ' || w.code AS account, w.asset, 0::bigint AS in_minor, w.amount_minor AS out_minor
        FROM payments.withdrawals w WHERE w.shard = ${shard} AND w.state IN ('PENDING', 'APPROVED')`,
    },
  ]
}

/** What the bonuses of a shard say about the ledger. */
export function expectedOfBonuses(shard: number): ExpectedMoves {
  return {
    rule: 'bonus equals transfers',
    kinds: ['bonus'],
    accounts: ['customers'],
    rows: sql`SELECT id AS reference, customer_id || ' bonus' AS account, asset, amount_minor AS in_minor, 0::bigint AS out_minor FROM payments.bonus_grants WHERE shard = ${shard}`,
  }
}

/** Returns deposits of a shard whose credit differs from the payments on the chain and what was advanced on a receipt. */
export async function findPaymentBreaks(tx: Executor, shard: number): Promise<Break[]> {
  const { rows } = await sql<Break>`
    WITH paid AS (
      SELECT deposit_id, coin, customer_id, sum(amount_minor - aside_minor) AS coin_minor, sum(paid_out_minor) AS paid_out_minor, sum(credited_minor - paid_out_minor) AS covered_minor
      FROM payments.chain_payments WHERE shard = ${shard} AND credited_minor IS NOT NULL GROUP BY deposit_id, coin, customer_id
    ), compared AS (
      SELECT coalesce(d.id, p.deposit_id) AS id, concat_ws(' ', d.customer_id, d.coin, d.credited_coin_minor, d.credited_minor) AS found,
        concat_ws(' ', coalesce(p.customer_id, d.customer_id), coalesce(p.coin, d.coin), coalesce(p.coin_minor, 0),
          coalesce(p.paid_out_minor, 0) + CASE WHEN d.receipt_state = 'approved' THEN d.advanced_minor + coalesce(p.covered_minor, 0) ELSE 0 END) AS expected
      FROM (SELECT * FROM payments.deposits WHERE shard = ${shard}) d FULL JOIN paid p ON p.deposit_id = d.id
    )
    SELECT 'deposit equals payments' AS rule, ${shard}::int AS shard, 'deposit ' || id AS subject, expected, found FROM compared WHERE expected <> found LIMIT 100`.execute(tx)
  return rows
}

/** Of deposits that began a contract: what was agreed on and what went in. */
export type BegunDeposit = { id: string; customerId: string; beganMinor: bigint; terms: unknown }

/** Returns the deposits of a shard that pay for a contract of this purpose. */
export async function listBegun(tx: Executor, shard: number, purpose: 'mining' | 'farming'): Promise<BegunDeposit[]> {
  const { rows } = await sql<BegunDeposit>`
    SELECT id, customer_id AS "customerId", began_minor AS "beganMinor", terms FROM payments.deposits
    WHERE shard = ${shard} AND purpose = ${purpose} AND began_minor IS NOT NULL`.execute(tx)
  return rows
}
