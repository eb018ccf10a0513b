import type { Platform } from '../../platform/platform.ts'
import { deleteLostFiles } from '../../platform/files/lost-files.ts'
import { documentPurpose, photoPurpose, type VerificationContext } from './context.ts'
import { findReferred, listDeletable, markDeleted } from './store.ts'

const dayMs = 86_400_000
const batch = 200

/** Deletes document pictures `DOCUMENT_DAYS` days after the decision, or immediately if the account is closed. */
async function deleteDecidedDocuments({ clock, config, db, files }: VerificationContext): Promise<void> {
  const decidedBeforeMs = clock.nowMs() - config.documentDays * dayMs
  for (;;) {
    const due = await listDeletable(db, decidedBeforeMs, batch)
    for (const document of due) {
      // Deletes the file first: a row marked as deleted must have no file.
      await files.deleteFile(document.id, documentPurpose)
      await markDeleted(db, document, clock.nowMs())
    }
    if (due.length < batch) return
  }
}

/** Deletes pictures that no row refers to. */
async function deleteLostPictures({ clock, db, files }: VerificationContext): Promise<void> {
  for (const purpose of [documentPurpose, photoPurpose])
    await deleteLostFiles({ clock, files }, purpose, (fileIds) => findReferred(db, fileIds))
}

/** Declares the nightly job. */
export function declareVerificationJobs({ jobs }: Pick<Platform, 'jobs'>, verification: VerificationContext): void {
  jobs.define('identity.documents', async () => {
    await deleteDecidedDocuments(verification)
    await deleteLostPictures(verification)
  })
  jobs.cron('identity.documents', '41 3 * * *')
}
