import { type Outcome, outcome } from '../../../api/sentences/outcomes.ts'
import type { OutputOf } from '../../../api/call.ts'
import { formatAmount, type Asset } from '../../../api/money.ts'
import type { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import { LedgerRefused } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import type { OnceRequest } from '../../platform/http/actions.ts'
import { uuidv7 } from '../../platform/random.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import {
  decideApproval,
  insertApproval,
  listApprovals,
  lockApproval,
  sumWaitingApprovals,
  type Approval,
} from './approvals-store.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'
import { invitedAddress } from '../people/people-proposals.ts'
import { ageOf } from '../people/queue-age.ts'
import { findPerson } from '../people/people-store.ts'
import type { Proposal } from '../types.ts'
import { waitsUntilMs } from './second-operator-rules.ts'
import { settingOf } from '../settings-store.ts'
import { englishText, fieldsOfStored } from '../../platform/stored-phrase.ts'

/**
 * Actions that two operators must agree on. Source: docs/spec/truth.md section 4, docs/spec/beyond.md "two-person
 * approval".
 */

/** Business days within which a second operator decides. */
export const approvalDays = 1
const approvalsPerPage = 50
/** The maximum length of a reason in the audit log. */
const longestReason = 500
const iso = (ms: bigint | number) => new Date(Number(ms)).toISOString()
const amountOf = ({ amountMinor, asset }: { amountMinor?: bigint | null; asset?: Asset | null }) =>
  amountMinor && asset ? { amount: formatAmount(amountMinor, asset), asset } : { amount: null, asset: null }

export async function propose(context: OperatorsContext, tx: Executor, proposal: Proposal): Promise<string> {
  const { clock, random } = context
  const approvalId = uuidv7(clock.nowMs(), random)
  await insertApproval(tx, approvalId, proposal, clock.nowMs())
  const { proposedBy: operatorId, action, subject, customerId, words } = proposal
  const details = { approval: approvalId, ...amountOf(proposal) }
  await recordAudit(context, tx, {
    operatorId,
    action: `${action}.propose`,
    subject,
    ...(customerId && { customerId }),
    reason: englishText(words).slice(0, longestReason),
    details,
  })
  return approvalId
}

export async function showApprovals(
  context: OperatorsContext,
  requested: { state: 'waiting' | 'decided'; p: number },
  { session: { operatorId } }: OperatorRequest,
): Promise<OutputOf<(typeof operatorsCalls)['operators.approvals']>> {
  const { clock, db } = context
  const approver = await approverOf(context, db, operatorId)
  const approvals = await listApprovals(
    db,
    requested.state === 'waiting',
    approvalsPerPage,
    (requested.p - 1) * approvalsPerPage,
  )
  return approvals.map((one) => ({
    id: one.approvalId,
    action: one.action,
    subject: one.subject,
    customer: one.customerId,
    ...amountOf(one),
    ...fieldsOfStored('words', one.words),
    email: invitedAddress(context, one),
    proposedBy: one.proposedByName,
    proposed: iso(one.proposedAtMs),
    age: one.state === 'waiting' ? ageOf(Number(one.proposedAtMs), approvalDays, clock.nowMs()) : null,
    mine: one.proposedBy === operatorId,
    waiting: waitingOf(one, approver),
    state: one.state,
    decidedBy: one.decidedByName,
    decided: one.decidedAtMs === null ? null : iso(one.decidedAtMs),
    reason: one.reason,
  }))
}

/** `operators.approvals.totals`: sums the waiting proposals that move money. */
export async function showApprovalTotals({
  db,
}: OperatorsContext): Promise<OutputOf<(typeof operatorsCalls)['operators.approvals.totals']>> {
  const totals = await sumWaitingApprovals(db)
  return totals.map(({ asset, amountMinor, count }) => ({ asset, amount: formatAmount(amountMinor, asset), count }))
}

type Decision = { id: string; reason: string }

/**
 * Approves an action and runs it; if it fails, the approval is rolled back. Throws `not_found`, `already_decided`,
 * `own_proposal`, `too_new`, `proposer_too_new`, and `cannot_be_done` if the circumstances have changed since the
 * proposal.
 */
export async function approve(
  context: OperatorsContext,
  input: Decision,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
): Promise<Outcome> {
  const { id, reason } = input
  let afterwards: (() => void) | undefined
  const work = async (tx: Executor): Promise<Outcome> => {
    const approval = await lockWaiting(tx, id)
    if (approval.proposedBy === operatorId) throw new Refused('own_proposal')
    const waiting = waitingOf(approval, await approverOf(context, tx, operatorId))
    if (waiting)
      throw new Refused(waiting.who === 'you' ? 'too_new' : 'proposer_too_new', {
        until: { atMs: Date.parse(waiting.until) },
      })
    if (approval.proposerShutOut) throw new Refused('cannot_be_done', { detail: { phrase: 'proposer_removed' } })
    const execute = context.executors.get(approval.action)
    invariant(execute, `no executor for ${approval.action}`)
    await decideApproval(tx, id, {
      state: 'approved',
      by: operatorId,
      atMs: context.clock.nowMs(),
      reason: reason || null,
    })
    await recordDecision(context, tx, approval, 'approve', operatorId, reason)
    try {
      afterwards =
        (await execute(tx, approval.input, {
          approvalId: id,
          proposedBy: approval.proposedBy,
          approvedBy: operatorId,
        })) ?? undefined
    } catch (error) {
      if (error instanceof LedgerRefused)
        throw new Refused('cannot_be_done', {
          detail:
            error.code === 'insufficient'
              ? { phrase: 'account_insufficient' }
              : { phrase: 'ledger_refused', values: { code: codeText(error.code) } },
        })
      if (error instanceof Refused)
        throw new Refused('cannot_be_done', { detail: { phrase: 'refused', values: { code: codeText(error.code) } } })
      throw error
    }
    return outcome('approved')
  }
  const answer = await context.db.transaction().execute((tx) => once(tx, input, () => work(tx)))
  afterwards?.()
  return answer
}

/** Throws `not_found`, `already_decided`. */
export async function reject(
  context: OperatorsContext,
  input: Decision,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
): Promise<Outcome> {
  const { id, reason } = input
  return context.db.transaction().execute((tx) =>
    once<Outcome>(tx, input, async () => {
      const approval = await lockWaiting(tx, id)
      await decideApproval(tx, id, { state: 'rejected', by: operatorId, atMs: context.clock.nowMs(), reason })
      await recordDecision(context, tx, approval, 'reject', operatorId, reason)
      return outcome('rejected')
    }),
  )
}

async function lockWaiting(tx: Executor, id: string): Promise<Approval> {
  const approval = await lockApproval(tx, id)
  if (!approval) throw new Refused('not_found', { thing: { phrase: 'thing_proposal' } })
  if (approval.state !== 'waiting')
    throw new Refused('already_decided', { state: { phrase: `state_${approval.state}` } })
  return approval
}

async function recordDecision(
  context: OperatorsContext,
  tx: Executor,
  approval: Approval,
  decision: 'approve' | 'reject',
  operatorId: string,
  reason: string,
): Promise<void> {
  const { action, subject, customerId, approvalId } = approval
  const details = { approval: approvalId, ...amountOf(approval) }
  await recordAudit(context, tx, {
    operatorId,
    action: `${action}.${decision}`,
    subject,
    ...(customerId && { customerId }),
    ...(reason && { reason }),
    details,
  })
}

type Approver = { entrustedAtMs: number; waitDays: number; nowMs: number }

async function approverOf({ clock }: OperatorsContext, ex: Executor, operatorId: string): Promise<Approver> {
  const person = await findPerson(ex, operatorId)
  invariant(person, 'a session has its operator')
  return {
    entrustedAtMs: person.entrustedAtMs,
    waitDays: await settingOf(ex, 'secondOperatorWaitDays'),
    nowMs: clock.nowMs(),
  }
}

/**
 * Returns which operator is too new for this approval, and until when; null if neither is. The waiting time applies to
 * both sides. Otherwise, one person could invite a second account for themselves, or renew a colleague's credentials,
 * and approve that account's proposals.
 */
function waitingOf(
  { proposerEntrustedAtMs }: Approval,
  { entrustedAtMs, waitDays, nowMs }: Approver,
): { who: 'you' | 'proposer'; until: string } | null {
  const [mineMs, theirsMs] = [entrustedAtMs, Number(proposerEntrustedAtMs)].map((fromMs) =>
    waitsUntilMs(fromMs, waitDays, nowMs),
  )
  if (mineMs !== undefined) return { who: 'you', until: iso(mineMs) }
  return theirsMs === undefined ? null : { who: 'proposer', until: iso(theirsMs) }
}

const codeText = (code: string) => code.replaceAll('_', ' ')
