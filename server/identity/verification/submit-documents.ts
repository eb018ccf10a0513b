import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { uploadid } from '../../../api/calls/identity/verification.ts'
import {
  documentModeNames,
  documentModes,
  verificationActions,
  verificationMoves,
  type VerificationState,
  type DocumentMode,
} from '../../../api/states/verification-states.ts'
import type { Session } from '../../platform/http/http.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Upload } from '../../platform/http/uploads.ts'
import { announceVerification, documentPurpose, type VerificationContext } from './context.ts'
import { findVerificationState, insertVerification, lockVerificationState, type DocumentSide } from './store.ts'

type Sent = { bytes: Buffer; side: DocumentSide }

/** Stores the pictures of a document and queues them for review. Source: docs/spec/product.md sections 4, 5 and 7. */
export async function submitDocuments(
  verification: VerificationContext,
  { voption }: InputOf<typeof uploadid>,
  { files, session }: { files: Record<string, Upload>; session: Session },
): Promise<OutputOf<typeof uploadid>> {
  const { clock, db, random, throttle } = verification
  const { mode, sent } = checkedDocuments(voption, files)
  requireOpen(await findVerificationState(db, session))
  await throttle.take(['uploadsOfCustomer', session.customerId])
  const documents = await keep(verification, sent, session.customerId)
  try {
    await db.transaction().execute(async (tx) => {
      const state = await lockVerificationState(tx, session)
      if (state === undefined) throw new Refused('not_signed_in')
      requireOpen(state)
      const { shard, customerId } = session
      await insertVerification(tx, {
        shard,
        customerId,
        verificationId: uuidv7(clock.nowMs(), random),
        mode,
        sentAtMs: clock.nowMs(),
        documents,
      })
    })
  } catch (error) {
    await forget(verification, documents)
    throw error
  }
  announceVerification(verification, session.customerId)
  return {
    ...outcome('documents_received'),
    idv: 0,
    state: verificationMoves.submit.to,
  }
}

/** Returns the document type and its pictures. Throws `mode_missing`, `files_missing`, `files_too_many`. */
function checkedDocuments(voption: string, files: Record<string, Upload>): { mode: DocumentMode; sent: Sent[] } {
  const mode = documentModeNames.find((name) => name === voption)
  if (!mode) throw new Refused('mode_missing', {}, { voption: 'choose_document' })
  const wanted = Object.entries(documentModes[mode]) as [string, DocumentSide][]
  const missing = wanted.filter(([field]) => !files[field])
  const detail: PhraseValue = wanted.length === 1 ? { phrase: 'upload_one_picture' } : { phrase: 'upload_two_pictures' }
  if (missing.length > 0)
    throw new Refused(
      'files_missing',
      { detail },
      Object.fromEntries(missing.map(([field]) => [field, 'choose_picture'])),
    )
  if (Object.keys(files).length > wanted.length) throw new Refused('files_too_many', { detail })
  return { mode, sent: wanted.map(([field, side]) => ({ bytes: files[field]!.bytes, side })) }
}

function requireOpen(state: VerificationState): void {
  if (state === 'verified') throw new Refused('already_verified')
  if (!verificationActions.can('submit', state)) throw new Refused('already_submitted')
}

/** Redraws and stores the pictures one at a time, all or none. */
async function keep(
  verification: VerificationContext,
  sent: Sent[],
  owner: string,
): Promise<{ id: string; side: DocumentSide }[]> {
  const kept: { id: string; side: DocumentSide }[] = []
  try {
    for (const { bytes, side } of sent) {
      const { id } = await verification.files.storeImage(bytes, { owner, purpose: documentPurpose })
      kept.push({ id, side })
    }
  } catch (error) {
    await forget(verification, kept)
    throw error
  }
  return kept
}

async function forget({ files }: VerificationContext, kept: { id: string }[]): Promise<void> {
  for (const { id } of kept) await files.deleteFile(id, documentPurpose)
}
