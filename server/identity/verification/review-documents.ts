import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { openVerification, verifications } from '../../../api/calls/identity/verification.ts'
import { shortestReason } from '../../../api/states/verification-states.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { ageOf } from '../../operators/public.ts'
import { pictureContentType } from '../../platform/files/pictures.ts'
import { shardOf, uuidv7 } from '../../platform/random.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import { countryName } from '../sign-up/countries.ts'
import { findCustomer } from '../store.ts'
import { documentPurpose, operatorsOf, type VerificationContext } from './context.ts'
import { insertOpenings, listDocuments, listWaiting, lockVerification, readWaitingQueue } from './store.ts'

const pageLength = 50
/** Business days within which an operator decides. */
const decisionDays = 1

/**
 * Lists customers who await verification, without names. An operator sees names only with the documents, after giving a
 * reason.
 */
export async function listVerificationQueue(
  { clock, db }: VerificationContext,
  { p }: InputOf<typeof verifications>,
): Promise<OutputOf<typeof verifications>> {
  const rows = await listWaiting(db, pageLength + 1, (p - 1) * pageLength)
  return {
    waiting: rows.slice(0, pageLength).map((row) => ({
      customer: row.customerId,
      verification: row.verificationId,
      mode: row.mode,
      country: countryName(row.country),
      sentAt: new Date(Number(row.sentAtMs)).toISOString(),
      pictures: Number(row.pictures),
      age: ageOf(Number(row.sentAtMs), decisionDays, clock.nowMs()),
    })),
    more: rows.length > pageLength,
  }
}

/** Registers the queue of customers who await verification, which the desk shows. */
export function countVerificationQueue({ db, operators }: VerificationContext): void {
  operators?.addQueue('verifications', {
    permission: 'verifications.decide',
    withinDays: decisionDays,
    read: () => readWaitingQueue(db),
  })
}

/**
 * Opens the pictures of a verification. Commits a record of the opening, for the customer and in the audit log,
 * before it reads a picture. Throws `reason_missing`, `not_found`, `already_deleted`.
 */
export async function openDocuments(
  verification: VerificationContext,
  input: InputOf<typeof openVerification>,
  { session }: OperatorRequest,
): Promise<OutputOf<typeof openVerification>> {
  const { clock, db, files, personal, random } = verification
  const { reason } = input
  if ([...reason].length < shortestReason)
    throw new Refused(
      'reason_missing',
      {},
      { reason: { phrase: 'reason_at_least', values: { shortest: shortestReason } } },
    )
  const key = { customerId: input.customer, shard: shardOf(input.customer) }
  const { stored, customer, documents } = await db.transaction().execute(async (tx) => {
    const stored = await lockVerification(tx, key, input.verification)
    if (!stored) throw new Refused('not_found')
    // The account is closed. The nightly job deletes the files; until then they stay hidden.
    if (stored.state === 'withdrawn') throw new Refused('already_deleted')
    const documents = (await listDocuments(tx, key.shard, [input.verification])).filter(
      ({ deletedAtMs }) => deletedAtMs === null,
    )
    if (documents.length === 0) throw new Refused('already_deleted')
    const { operatorId } = session
    const atMs = clock.nowMs()
    await insertOpenings(
      tx,
      key.shard,
      documents.map(({ id }) => ({ id: uuidv7(atMs, random), documentId: id, operatorId, atMs, reason })),
    )
    await operatorsOf(verification).audit(tx, {
      operatorId,
      action: 'verifications.open',
      subject: stored.verificationId,
      customerId: stored.customerId,
      reason,
      details: { pictures: documents.length },
    })
    return { stored, documents, customer: await findCustomer(tx, key) }
  })
  invariant(customer, 'a verification has its customer')
  const { customerId } = stored
  const pictures = []
  for (const { id, side } of documents) {
    const bytes = await files.openFile(id, { owner: customerId, purpose: documentPurpose })
    if (!bytes) throw new Refused('already_deleted')
    pictures.push({ side, picture: `data:${pictureContentType};base64,${bytes.toString('base64')}` })
  }
  return {
    name: personal.open(customer.nameSealed, customerId, 'name'),
    country: countryName(customer.country),
    mode: stored.mode,
    sentAt: new Date(Number(stored.sentAtMs)).toISOString(),
    pictures,
  }
}
