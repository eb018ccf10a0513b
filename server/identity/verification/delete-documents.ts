import type { Platform } from '../../platform/platform.ts'
import { fileMadeAtMs } from '../../platform/files.ts'
import { documentPurpose, photoPurpose, type VerificationContext } from './context.ts'
import { findReferred, listDeletable, markDeleted } from './store.ts'

const dayMs = 86_400_000
const batch = 200

/** Deletes pictures of documents some days after their decision (`DOCUMENT_DAYS`), or at once where the account has ended. */
export async function deleteDecidedDocuments({ clock, config, db, files }: VerificationContext): Promise<void> {
  const decidedBeforeMs = clock.nowMs() - config.documentDays * dayMs
  for (;;) {
    const due = await listDeletable(db, decidedBeforeMs, batch)
    for (const document of due) {
      // The file first: what is marked as deleted is gone.
      await files.deleteFile(document.id, documentPurpose)
      await markDeleted(db, document, clock.nowMs())
    }
    if (due.length < batch) return
  }
}

/** Deletes files of more than a day that nothing refers to: a server ended between keeping a picture and writing down whose it is. */
export async function deleteLostFiles({ clock, db, files }: VerificationContext): Promise<void> {
  const madeBeforeMs = clock.nowMs() - dayMs
  for (const purpose of [documentPurpose, photoPurpose]) {
    let old: string[] = []
    const sweep = async () => {
      const referred = await findReferred(db, old)
      for (const id of old) if (!referred.has(id)) await files.deleteFile(id, purpose)
      old = []
    }
    for await (const id of files.listFiles(purpose)) {
      if (fileMadeAtMs(id) < madeBeforeMs) old.push(id)
      if (old.length === batch) await sweep()
    }
    await sweep()
  }
}

export function declareVerificationJobs({ jobs }: Pick<Platform, 'jobs'>, verification: VerificationContext): void {
  jobs.define('identity.documents', async () => {
    await deleteDecidedDocuments(verification)
    await deleteLostFiles(verification)
  })
  jobs.cron('identity.documents', '41 3 * * *')
}
