import type { Outcome } from '../../../api/sentences/outcomes.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { CustomerField } from '../../../api/calls/identity/customers.ts'
import type { Approved } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OnceRequest, OperatorRequest } from '../../platform/http/actions.ts'
import { shardOf } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import {
  announceDetail,
  changeDetail,
  changeOf,
  type ChangedDetail,
  type ChangeOfDetail,
} from '../details/change-detail.ts'
import type { IdentityContext } from '../context.ts'
import { deleteEmailProposal, findEmailProposal, replaceEmailProposal } from '../details/detail-store.ts'
import { identityMails } from '../mails.ts'
import { findCustomer, isAddressKnown, type CustomerKey, type StoredCustomer } from '../store.ts'
import { operatorsOf, type CorrectionContext, type DeskContext } from './context.ts'
import { masked, maskedEmail } from './mask.ts'
import { findListedCustomer } from './store.ts'

type Corrected = Outcome & { needsSecond: boolean }
type Correction = { id: string; field: CustomerField; value: string; reason: string }

/** The action name of a proposal to change an email. */
export const emailCorrection = 'customers.correct'
const dayMs = 86_400_000
const proposalDays = 14

/**
 * Corrects a customer's name or phone number, or proposes a new email to a second operator, because the owner of the
 * new address can take over the account. The audit log stores masked old and new values. Throws `not_found`,
 * `address_taken`, `unchanged`, `bad_name`, `bad_email`, `bad_phone`.
 */
export async function correctDetails(
  desk: CorrectionContext,
  input: Correction,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
): Promise<Corrected> {
  const { identity } = desk
  const { id: customerId, field, value, reason } = input
  const key = { customerId, shard: shardOf(customerId) }
  const requested = { ...input, value: identity.personal.requestHash(value) }
  let changed: ChangedDetail | undefined
  const work = async (tx: Executor): Promise<Corrected> => {
    const customer = await openCustomer(tx, key)
    const change = changeOf(identity, customer, field, value)
    if (field === 'email') {
      await proposeEmail(desk, identity, tx, key, { change, reason, operatorId })
      return { ...outcome('correction_proposed'), needsSecond: true }
    }
    // Lock the audit log before the customer's row, as all desk actions do. The reverse order could deadlock.
    const details = { field, old: masked(change.before[field]), now: masked(change.after[field]) }
    await operatorsOf(desk).audit(tx, {
      operatorId,
      action: 'customers.correct',
      subject: customerId,
      customerId,
      reason,
      details,
    })
    const text = field === 'name' ? identityMails.nameCorrected : identityMails.phoneCorrected
    changed = await changeDetail(identity, tx, key, { field, value, mails: { now: text, before: text } })
    return { ...outcome('correction_done'), needsSecond: false }
  }
  const answer = await desk.db.transaction().execute((tx) => once(tx, requested, () => work(tx)))
  if (changed) announceDetail(identity, changed)
  return answer
}

async function openCustomer(tx: Executor, key: CustomerKey): Promise<StoredCustomer> {
  const [listed, customer] = [await findListedCustomer(tx, key), await findCustomer(tx, key)]
  if (!customer || !listed || listed.closed) throw new Refused('not_found', { thing: { phrase: 'thing_customer' } })
  return customer
}

type ProposedEmail = { change: ChangeOfDetail; reason: string; operatorId: string }

async function proposeEmail(
  desk: DeskContext,
  identity: IdentityContext,
  tx: Executor,
  key: CustomerKey,
  { change, reason, operatorId }: ProposedEmail,
): Promise<void> {
  const { clock, personal } = identity
  const { before, after } = change
  if (await isAddressKnown(tx, personal.addressHash(after.email))) throw new Refused('address_taken')
  const { customerId } = key
  const proposal = {
    proposedBy: operatorId,
    action: emailCorrection,
    subject: customerId,
    customerId,
    words: {
      phrase: 'proposal_email',
      values: { before: maskedEmail(before.email), after: maskedEmail(after.email), reason },
    } as const,
    input: { customer: customerId },
  }
  const approvalId = await operatorsOf(desk).propose(tx, proposal)
  const emailSealed = personal.seal(after.email, customerId, 'email')
  await replaceEmailProposal(tx, key, { approvalId, emailSealed }, new Date(clock.nowMs() + proposalDays * dayMs))
}

/**
 * Applies an approved proposal: moves the account to the new address. Throws `not_found` if this proposal expired or a
 * newer one replaced it, and whatever `changeDetail` throws.
 */
export async function correctEmail(
  identity: IdentityContext,
  tx: Executor,
  input: unknown,
  { approvalId }: Approved,
): Promise<() => void> {
  const { clock, personal } = identity
  const { customer: customerId } = input as { customer: string }
  const key = { customerId, shard: shardOf(customerId) }
  const proposal = await findEmailProposal(tx, key, clock.now())
  if (proposal?.approvalId !== approvalId) throw new Refused('not_found', { thing: { phrase: 'thing_proposal' } })
  const value = personal.open(proposal.emailSealed, customerId, 'email')
  const mails = { now: identityMails.emailCorrected, before: identityMails.emailCorrectedBefore }
  const changed = await changeDetail(identity, tx, key, { field: 'email', value, mails, proven: false })
  await deleteEmailProposal(tx, key)
  return () => announceDetail(identity, changed)
}
