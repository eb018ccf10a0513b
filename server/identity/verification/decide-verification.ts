import { type OutcomeCode, outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { approveVerification, rejectVerification } from '../../../api/calls/identity/verification.ts'
import {
  rejectionReasons,
  verificationActions,
  verificationMoves,
  type RejectionReason,
} from '../../../api/states/verification-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OperatorSession } from '../../platform/http/http.ts'
import type { OnceRequest, OperatorRequest, RunOnce } from '../../platform/http/actions.ts'
import type { MailText } from '../../platform/mail/mail-texts.ts'
import { shardOf } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { CustomerKey } from '../store.ts'
import { writeToCustomer } from '../write-to-customer.ts'
import { announceVerification, operatorsOf, type VerificationContext } from './context.ts'
import { rejectionMails, verificationMails } from './mails.ts'
import { decideVerification, lockVerification, wasOpenedBy } from './store.ts'

type Done = OutputOf<typeof approveVerification>

/** Verifies the customer, who can then withdraw. */
export async function approve(
  verification: VerificationContext,
  input: InputOf<typeof approveVerification>,
  { session, once }: OperatorRequest & OnceRequest,
): Promise<Done> {
  return decide(verification, input, session, {
    move: 'approve',
    reason: null,
    mail: verificationMails.verified,
    outcome: 'customer_verified',
    once,
  })
}

/** Rejects the documents for one of the published reasons. The customer can send others. */
export async function reject(
  verification: VerificationContext,
  input: InputOf<typeof rejectVerification>,
  { session, once }: OperatorRequest & OnceRequest,
): Promise<Done> {
  const { reason } = input
  return decide(verification, input, session, {
    move: 'reject',
    reason,
    mail: rejectionMails[reason],
    outcome: 'documents_rejected',
    once,
  })
}

type Decided = {
  move: 'approve' | 'reject'
  reason: RejectionReason | null
  mail: MailText
  outcome: OutcomeCode
  once: RunOnce
}

/**
 * Throws `not_found`, `already_decided`, `not_opened`. If two operators decide at the same time, the first decision
 * counts.
 */
async function decide(
  verification: VerificationContext,
  input: InputOf<typeof approveVerification>,
  session: OperatorSession,
  decided: Decided,
): Promise<Done> {
  const { db } = verification
  const requested = { ...input, reason: decided.reason }
  const answer = await db.transaction().execute((tx) =>
    decided.once<Done>(tx, requested, async () => {
      await decideIn(verification, tx, input, session, decided)
      return outcome(decided.outcome)
    }),
  )
  announceVerification(verification, input.customer)
  return answer
}

async function decideIn(
  verification: VerificationContext,
  tx: Executor,
  input: InputOf<typeof approveVerification>,
  { operatorId }: OperatorSession,
  { move, reason, mail }: Decided,
): Promise<void> {
  const { clock } = verification
  const key: CustomerKey = { customerId: input.customer, shard: shardOf(input.customer) }
  const stored = await lockVerification(tx, key, input.verification)
  if (!stored) throw new Refused('not_found')
  if (!verificationActions.can(move, stored.state)) throw new Refused('already_decided')
  if (!(await wasOpenedBy(tx, stored, operatorId))) throw new Refused('not_opened')
  await decideVerification(tx, stored, {
    state: verificationMoves[move].to,
    decidedAtMs: clock.nowMs(),
    decidedBy: operatorId,
    reason,
  })
  await operatorsOf(verification).audit(tx, {
    operatorId,
    action: `verifications.${move}`,
    subject: input.verification,
    customerId: key.customerId,
    ...(reason && { reason: rejectionReasons[reason] }),
  })
  await writeToCustomer(verification, tx, key, mail, keptFor(verification))
  // Runs last, because a listener may post to the ledger, which locks its shard until the commit.
  if (move === 'approve')
    for (const listener of verification.verifiedListeners) await listener(tx, key.customerId, operatorId)
}

const keptFor = ({ config }: VerificationContext) => ({ days: String(config.documentDays) })
