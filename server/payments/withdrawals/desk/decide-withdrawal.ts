import { type Outcome, outcome } from '../../../../api/sentences/outcomes.ts'
import type { RefusalReason } from '../../../../api/states/withdrawal-states.ts'
import type { Approved } from '../../../operators/public.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { OperatorSession } from '../../../platform/http/http.ts'
import type { OnceRequest, OperatorRequest, RunOnce } from '../../../platform/http/actions.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { coinOf } from '../accounts.ts'
import { releaseHold, returnTransfers } from '../bookings.ts'
import { refreshPages, type WithdrawalContext } from '../context.ts'
import { requireAllowed, requireOfCustomer } from '../find-withdrawal.ts'
import { mailUpdate } from '../mail-update.ts'
import { refusedMails } from '../mails.ts'
import { refuseWhileWaiting } from './refuse-while-waiting.ts'
import { endSends, listAttempts } from '../sending/send-store.ts'
import { changeWithdrawal, type Changes, type Withdrawal } from '../store.ts'
import { moneyOf } from '../../../../api/sentences/sentences.ts'

/** Operators' decisions. Each is one transaction and includes its entry in the audit log. */

export type Subject = { id: string; customer: string }
type Audited = { action: string; reason: string; once: RunOnce }

const approval = 'withdrawals.approve'

/** Locks the withdrawal, writes the audit entry and decides, once per key. Then refreshes the customer's pages. */
async function decide(
  context: WithdrawalContext,
  subject: Subject,
  { operatorId }: OperatorSession,
  { once, ...audited }: Audited,
  work: (tx: Executor, w: Withdrawal) => Promise<Outcome>,
): Promise<Outcome> {
  const { db, operators } = context
  const requested = { ...subjectOf(subject), reason: audited.reason }
  const answer = await db.transaction().execute((tx) =>
    once(tx, requested, async () => {
      const withdrawal = await requireOfCustomer(tx, subject, 'lock')
      // Writes the entry before posting to the ledger, because the ledger's locks are held until the commit.
      await operators.audit(tx, { operatorId, subject: withdrawal.id, customerId: withdrawal.customerId, ...audited })
      return work(tx, withdrawal)
    }),
  )
  refreshPages(context, subject.customer)
  return answer
}

const subjectOf = ({ id, customer }: Subject): Subject => ({ id, customer })

/**
 * Approves a withdrawal. Proposes it to a second operator if the amount or the day's total exceeds the threshold.
 * Throws `wrong_state`, `held`, `address_cooling`, `account_frozen`, `payouts_wait`.
 */
export async function approveWithdrawal(
  context: WithdrawalContext,
  subject: Subject,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
) {
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, subjectOf(subject), async () => {
      const needsSecond = await approveOrPropose(context, tx, subject, operatorId)
      return {
        ...outcome(needsSecond ? 'needs_second' : 'withdrawal_approved'),
        needsSecond,
      }
    }),
  )
  refreshPages(context, subject.customer)
  return answer
}

/** Approves the withdrawal or proposes it. Returns whether a second operator must approve. */
async function approveOrPropose(
  context: WithdrawalContext,
  tx: Executor,
  subject: Subject,
  operatorId: string,
): Promise<boolean> {
  const { clock, operators } = context
  const w = await requireOfCustomer(tx, subject, 'lock')
  const { id, customerId, amountMinor, asset } = w
  await requireApprovable(context, tx, w)
  const needsSecond = await operators.needsSecond(tx, {
    operatorId,
    customerId,
    action: approval,
    subject: id,
    amountMinor,
    asset,
  })
  await operators.audit(tx, { operatorId, subject: id, customerId, action: approval, details: { needsSecond } })
  if (!needsSecond) {
    await changeWithdrawal(tx, w, { state: 'APPROVED', approvedBy: operatorId, approvedAtMs: clock.nowMs() })
    return false
  }
  const approvalId = await operators.propose(tx, {
    proposedBy: operatorId,
    action: approval,
    subject: id,
    customerId,
    amountMinor,
    asset,
    words: {
      phrase: 'proposal_withdrawal',
      values: {
        amount: moneyOf(amountMinor, asset),
        method: w.method,
        arrives: moneyOf(w.paidMinor - w.feeMinor, w.paidAsset),
      },
    },
    input: { id, customer: customerId },
  })
  await changeWithdrawal(tx, w, { approvalId, proposedBy: operatorId })
  return true
}

/** Executes a second operator's approval, in the same transaction. Only a withdrawal's newest proposal counts. */
export async function approveBySecond(
  context: WithdrawalContext,
  tx: Executor,
  input: unknown,
  { approvalId, approvedBy }: Approved,
): Promise<void> {
  const w = await requireOfCustomer(tx, input as Subject, 'lock')
  await requireApprovable(context, tx, w)
  if (w.approvalId !== approvalId) throw new Refused('wrong_state', { state: { phrase: 'state_proposed_again' } })
  await changeWithdrawal(tx, w, { state: 'APPROVED', approvedBy, approvedAtMs: context.clock.nowMs() })
}

async function requireApprovable(context: WithdrawalContext, tx: Executor, w: Withdrawal): Promise<void> {
  const { clock, identity } = context
  requireAllowed('approve', w)
  if (w.holdNote !== null) throw new Refused('held')
  if (w.usableAtMs > clock.nowMs()) throw new Refused('address_cooling', { until: { atMs: w.usableAtMs } })
  const { frozen, closed } = await identity.standingIn(tx, w.customerId)
  if (frozen || closed) throw new Refused('account_frozen')
  await refuseWhileWaiting(context, tx, w.customerId)
}

/**
 * Refuses a withdrawal with a published reason. Throws `wrong_state`, `may_be_sent`. Source: docs/spec/truth.md
 * section 4.
 */
export async function refuseWithdrawal(
  context: WithdrawalContext,
  { reason, ...subject }: Subject & { reason: RefusalReason },
  { session, once }: OperatorRequest & OnceRequest,
) {
  return decide(context, subject, session, { action: 'withdrawals.refuse', reason, once }, async (tx, w) => {
    requireAllowed('refuse', w)
    await endUnsigned(context, tx, w)
    const ended: Changes = {
      state: 'REFUSED',
      reason,
      endedAtMs: context.clock.nowMs(),
      wait: null,
      holdNote: null,
      approvalId: null,
      step: null,
    }
    await changeWithdrawal(tx, w, ended)
    await mailUpdate(context, tx, w, refusedMails[reason])
    await context.ledger.post(w.state === 'SENT' ? returnTransfers(w) : releaseHold(w), { tx })
    return outcome('withdrawal_refused')
  })
}

/** Ends drafts that were never signed. Throws `may_be_sent` if a signed transaction could still confirm. */
async function endUnsigned({ clock }: WithdrawalContext, tx: Executor, w: Withdrawal): Promise<void> {
  const coin = coinOf(w.method)
  if (!coin) return
  const live = (await listAttempts(tx, coin, w.id)).filter(({ state }) => state !== 'dead')
  if (live.some(({ state }) => state !== 'planned')) throw new Refused('may_be_sent')
  for (const send of live) await endSends(tx, send, 'dead', clock.nowMs())
}

/** Holds a withdrawal for review. Throws `wrong_state`, `may_be_sent`. */
export async function holdWithdrawal(
  context: WithdrawalContext,
  { note, ...subject }: Subject & { note: string },
  { session, once }: OperatorRequest & OnceRequest,
) {
  return decide(context, subject, session, { action: 'withdrawals.hold', reason: note, once }, async (tx, w) => {
    requireAllowed('hold', w)
    await endUnsigned(context, tx, w)
    await changeWithdrawal(tx, w, { holdNote: note, step: null })
    return outcome('withdrawal_held')
  })
}

/** Releases a held withdrawal. Throws `wrong_state`, `not_held`. */
export async function releaseWithdrawal(
  context: WithdrawalContext,
  { note, ...subject }: Subject & { note: string },
  { session, once }: OperatorRequest & OnceRequest,
) {
  return decide(context, subject, session, { action: 'withdrawals.release', reason: note, once }, async (tx, w) => {
    requireAllowed('release', w)
    if (w.holdNote === null) throw new Refused('not_held')
    await changeWithdrawal(tx, w, { holdNote: null })
    return outcome('withdrawal_released')
  })
}
