import { sql } from 'kysely'
import type { Asset } from '../../../contract/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Proposal } from '../types.ts'
import { storedText } from '../../platform/stored-phrase.ts'

export type Approval = {
  approvalId: string
  action: string
  subject: string
  customerId: string | null
  /** Null, like the amount, if the action moves no money. */
  asset: Asset | null
  amountMinor: bigint | null
  words: string
  input: unknown
  proposedBy: string
  proposedByName: string
  /** When the proposer's waiting time started. */
  proposerEntrustedAtMs: bigint
  proposerShutOut: boolean
  proposedAtMs: bigint
  state: 'waiting' | 'approved' | 'rejected'
  decidedBy: string | null
  decidedByName: string | null
  decidedAtMs: bigint | null
  reason: string | null
}

const columns = sql`
  a.id AS "approvalId", a.action, a.subject, a.customer_id AS "customerId", a.asset,
  a.amount_minor AS "amountMinor", a.words, a.input,
  a.proposed_by AS "proposedBy", p.name AS "proposedByName", p.entrusted_at_ms AS "proposerEntrustedAtMs",
  p.deactivated_at_ms IS NOT NULL AS "proposerShutOut", a.proposed_at_ms AS "proposedAtMs", a.state,
  a.decided_by AS "decidedBy", d.name AS "decidedByName", a.decided_at_ms AS "decidedAtMs", a.reason
  FROM operators.approval a JOIN operators.person p ON p.id = a.proposed_by
  LEFT JOIN operators.person d ON d.id = a.decided_by`

export async function insertApproval(
  ex: Executor,
  approvalId: string,
  proposal: Proposal,
  atMs: number,
): Promise<void> {
  await sql`
    INSERT INTO operators.approval (id, action, subject, customer_id, asset, amount_minor, words, input,
      proposed_by, proposed_at_ms)
    VALUES (${approvalId}, ${proposal.action}, ${proposal.subject}, ${proposal.customerId ?? null},
      ${proposal.asset ?? null}, ${proposal.amountMinor ?? null},
      ${storedText(proposal.words)}, ${JSON.stringify(proposal.input)}::jsonb, ${proposal.proposedBy}, ${atMs})`.execute(
    ex,
  )
}

/** Lists waiting approvals, oldest first, or decided ones, newest first. */
export async function listApprovals(
  ex: Executor,
  waiting: boolean,
  limit: number,
  offset: number,
): Promise<Approval[]> {
  const order = waiting ? sql`a.proposed_at_ms, a.id` : sql`a.decided_at_ms DESC, a.id`
  const { rows } = await sql<Approval>`
    SELECT ${columns} WHERE (a.state = 'waiting') = ${waiting} ORDER BY ${order}
    LIMIT ${limit} OFFSET ${offset}`.execute(ex)
  return rows
}

/** Returns the approvals that concern a customer, newest first. */
export async function listApprovalsOf(ex: Executor, customerId: string): Promise<Approval[]> {
  const { rows } =
    await sql<Approval>`SELECT ${columns} WHERE a.customer_id = ${customerId} ORDER BY a.proposed_at_ms DESC`.execute(
      ex,
    )
  return rows
}

export async function isApprovalWaiting(ex: Executor, approvalId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM operators.approval WHERE id = ${approvalId} AND state = 'waiting'`.execute(
    ex,
  )
  return rows.length > 0
}

/** Locks the approval, so that the second of two concurrent decisions sees the first. */
export async function lockApproval(ex: Executor, approvalId: string): Promise<Approval | undefined> {
  const { rows } = await sql<Approval>`SELECT ${columns} WHERE a.id = ${approvalId} FOR UPDATE OF a`.execute(ex)
  return rows[0]
}

export async function decideApproval(
  ex: Executor,
  approvalId: string,
  decision: { state: 'approved' | 'rejected'; by: string; atMs: number; reason: string | null },
): Promise<void> {
  await sql`
    UPDATE operators.approval
    SET state = ${decision.state}, decided_by = ${decision.by}, decided_at_ms = ${decision.atMs},
      reason = ${decision.reason}
    WHERE id = ${approvalId}`.execute(ex)
}

export async function countWaitingApprovals(ex: Executor): Promise<number> {
  const { rows } = await sql<{
    count: bigint
  }>`SELECT count(*) AS count FROM operators.approval WHERE state = 'waiting'`.execute(ex)
  return Number(rows[0]!.count)
}
