import type { OutputOf } from '../../../api/call.ts'
import type { profileDocuments } from '../../../api/calls/identity/verification.ts'
import { sentenceFields } from '../../../api/sentences/sentences.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { VerificationContext } from './context.ts'
import { listDocuments, listOpenings, listVerifications, type StoredVerification } from './store.ts'

const dayMs = 86_400_000
const iso = (ms: bigint | number) => new Date(Number(ms)).toISOString()

/**
 * Returns the documents that the customer sent, their status, and which operators opened them, with time and reason.
 */
export async function showDocuments(
  { config, db, operators }: VerificationContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof profileDocuments>> {
  const stored = await listVerifications(db, session)
  const ids = stored.map(({ verificationId }) => verificationId)
  const [documents, openings] = await Promise.all([
    listDocuments(db, session.shard, ids),
    listOpenings(db, session.shard, ids),
  ])
  const operatorIds = [...new Set(openings.map(({ operatorId }) => operatorId))]
  const names = new Map(
    await Promise.all(operatorIds.map(async (id) => [id, (await operators?.nameOf(id)) ?? 'An operator'] as const)),
  )
  const newest = stored[0]
  return {
    state: newest?.state ?? 'unverified',
    ...reasonOf(newest),
    keptDays: config.documentDays,
    submissions: stored.map((one) => ({
      mode: one.mode,
      state: one.state,
      sentAt: iso(one.sentAtMs),
      decidedAt: one.decidedAtMs === null ? null : iso(one.decidedAtMs),
      ...reasonOf(one),
      deleteAt: one.decidedAtMs === null ? null : iso(Number(one.decidedAtMs) + config.documentDays * dayMs),
      deleted: documents
        .filter(({ verificationId }) => verificationId === one.verificationId)
        .every(({ deletedAtMs }) => deletedAtMs !== null),
      openings: openings
        .filter(({ verificationId }) => verificationId === one.verificationId)
        .map(({ side, atMs, operatorId, reason }) => ({
          side,
          at: iso(atMs),
          operator: names.get(operatorId)!,
          reason,
        })),
    })),
  }
}

/** Returns why the documents were rejected; null if they weren't. */
function reasonOf(verification: StoredVerification | undefined) {
  const reason = verification?.reason ?? null
  return sentenceFields('reason', reason && { phrase: `rejection_${reason}` })
}
