import { sql } from 'kysely'
import type { Asset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Proposal } from '../types.ts'
import { storedText } from '../../platform/stored-phrase.ts'
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

const approvalRow = row({
  approvalId: text,
  action: text,
  subject: text,
  customerId: text.nullable(),
  asset: textOf<Asset>().nullable(),
  amountMinor: int8.nullable(),
  words: text,
  input: json<unknown>(),
  proposedBy: text,
  proposedByName: text,
  proposerEntrustedAtMs: ms,
  proposerShutOut: bool,
  proposedAtMs: ms,
  state: textOf<'waiting' | 'approved' | 'rejected'>(),
  decidedBy: text.nullable(),
  decidedByName: text.nullable(),
  decidedAtMs: ms.nullable(),
  reason: text.nullable(),
})
export type Approval = RowOf<typeof approvalRow>

const ownRow = approvalRow.omit({
  approvalId: true,
  proposedByName: true,
  proposerEntrustedAtMs: true,
  proposerShutOut: true,
  decidedByName: true,
})
const columns = sql`${columnsOf(ownRow, 'a')}, a.id AS approval_id, p.name AS proposed_by_name,
  p.entrusted_at_ms AS proposer_entrusted_at_ms, p.deactivated_at_ms IS NOT NULL AS proposer_shut_out,
  d.name AS decided_by_name
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
      ${storedText(proposal.words)}, ${JSON.stringify(proposal.input)}::jsonb,
      ${proposal.proposedBy}, ${atMs})`.execute(ex)
}

/** Lists open proposals, oldest first, or decided ones, newest first. */
export async function listApprovals(
  ex: Executor,
  waiting: boolean,
  limit: number,
  offset: number,
): Promise<Approval[]> {
  const order = waiting ? sql`a.proposed_at_ms, a.id` : sql`a.decided_at_ms DESC, a.id`
  return queryRows(ex, approvalRow)`
    SELECT ${columns} WHERE (a.state = 'waiting') = ${waiting} ORDER BY ${order}
    LIMIT ${limit} OFFSET ${offset}`
}

/** Returns the approvals that concern a customer, newest first. */
export async function listApprovalsOf(ex: Executor, customerId: string): Promise<Approval[]> {
  return queryRows(
    ex,
    approvalRow,
  )`SELECT ${columns} WHERE a.customer_id = ${customerId} ORDER BY a.proposed_at_ms DESC`
}

export async function isApprovalWaiting(ex: Executor, approvalId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM operators.approval WHERE id = ${approvalId} AND state = 'waiting'`.execute(
    ex,
  )
  return rows.length > 0
}

/** Locks the approval, so that the second of two concurrent decisions sees the first. */
export async function lockApproval(ex: Executor, approvalId: string): Promise<Approval | undefined> {
  return queryFirst(ex, approvalRow)`SELECT ${columns} WHERE a.id = ${approvalId} FOR UPDATE OF a`
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

const totalRow = row({ asset: textOf<Asset>(), amountMinor: int8, count: int4 })

/** Returns the sum and number of waiting proposals with an amount, by asset. */
export async function sumWaitingApprovals(ex: Executor) {
  return queryRows(ex, totalRow)`
    SELECT asset, sum(amount_minor)::bigint AS amount_minor, count(*)::int AS count FROM operators.approval
    WHERE state = 'waiting' AND asset IS NOT NULL GROUP BY asset ORDER BY asset`
}

const queueRow = row({ count: int4, oldestMs: ms.nullable() })

export async function readWaitingApprovals(ex: Executor) {
  return queryOne(ex, queueRow)`
    SELECT count(*)::int AS count, min(proposed_at_ms) AS oldest_ms FROM operators.approval WHERE state = 'waiting'`
}
