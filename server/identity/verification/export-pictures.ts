import type { Session } from '../../platform/http/http.ts'
import { documentPurpose, photoPurpose, type VerificationContext } from './context.ts'
import { findPhoto, listDocuments, listVerifications } from './store.ts'

/** Exports the customer's photo and stored document pictures, in base64. */
export async function exportPictures({ db, files }: VerificationContext, session: Session) {
  const owner = session.customerId
  const base64 = async (id: string, purpose: string) =>
    (await files.openFile(id, { owner, purpose }))?.toString('base64') ?? null
  const [photo, verifications] = await Promise.all([findPhoto(db, session), listVerifications(db, session)])
  const kept = (
    await listDocuments(
      db,
      session.shard,
      verifications.map(({ verificationId }) => verificationId),
    )
  ).filter(({ deletedAtMs }) => deletedAtMs === null)
  const documents = []
  for (const { id, side } of kept) documents.push({ side, base64: await base64(id, documentPurpose) })
  return { photo: photo ? await base64(photo, photoPurpose) : null, documents }
}
