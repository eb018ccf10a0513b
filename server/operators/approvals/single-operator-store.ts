import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import { queryOne, row, text } from '../../platform/database/rows.ts'

export type SingleOperatorDecision = {
  id: string
  operatorId: string
  customerId: string
  action: string
  subject: string
  usdMinor: bigint
}

/**
 * Serialises decisions until the transaction ends, so that concurrent decisions all count. Locks the head of the audit
 * log, which every decision locks anyway: a separate lock could be taken in a different order and deadlock.
 */
export async function lockDecisions(tx: Executor): Promise<void> {
  await sql`SELECT FROM operators.audit_head FOR UPDATE`.execute(tx)
}

const singleOperatorSumsRow = row({ byOperatorMinor: text, toCustomerMinor: text })

/**
 * Returns what an operator gave, and what a customer received, without a second operator since `sinceMs`, in US cents.
 */
export async function sumSingleOperatorDecisions(
  tx: Executor,
  operatorId: string,
  customerId: string,
  sinceMs: number,
): Promise<{ byOperatorMinor: bigint; toCustomerMinor: bigint }> {
  const found = await queryOne(tx, singleOperatorSumsRow)`
    SELECT coalesce(sum(usd_minor) FILTER (WHERE operator_id = ${operatorId}), 0)::text AS by_operator_minor,
      coalesce(sum(usd_minor) FILTER (WHERE customer_id = ${customerId}), 0)::text AS to_customer_minor
    FROM operators.decided_alone
    WHERE at_ms > ${sinceMs} AND (operator_id = ${operatorId} OR customer_id = ${customerId})`
  return { byOperatorMinor: BigInt(found.byOperatorMinor), toCustomerMinor: BigInt(found.toCustomerMinor) }
}

export async function insertSingleOperatorDecision(
  tx: Executor,
  { id, operatorId, customerId, action, subject, usdMinor }: SingleOperatorDecision,
  atMs: number,
): Promise<void> {
  await sql`
    INSERT INTO operators.decided_alone (id, operator_id, customer_id, action, subject, usd_minor, at_ms)
    VALUES (${id}, ${operatorId}, ${customerId}, ${action}, ${subject}, ${usdMinor}, ${atMs})`.execute(tx)
}

/** Deletes amounts that no longer count towards a sum. */
export async function deleteSingleOperatorDecisions(ex: Executor, beforeMs: number): Promise<void> {
  await sql`DELETE FROM operators.decided_alone WHERE at_ms <= ${beforeMs}`.execute(ex)
}
