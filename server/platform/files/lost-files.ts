import type { Clock } from '../time/clock.ts'
import { fileMadeAtMs, type Files } from './files.ts'

const dayMs = 86_400_000
const batch = 200

/**
 * Deletes files with a purpose that no row refers to and that are older than a day: files that belonged to erased rows,
 * replaced files, and files left by a server that stopped between storing the file and recording its owner. Idempotent.
 */
export async function deleteLostFiles(
  { clock, files }: { clock: Clock; files: Files },
  purpose: string,
  findReferred: (fileIds: string[]) => Promise<Set<string>>,
): Promise<void> {
  const madeBeforeMs = clock.nowMs() - dayMs
  let old: string[] = []
  const sweep = async () => {
    const referred = await findReferred(old)
    for (const id of old) if (!referred.has(id)) await files.deleteFile(id, purpose)
    old = []
  }
  for await (const id of files.listFiles(purpose)) {
    if (fileMadeAtMs(id) < madeBeforeMs) old.push(id)
    if (old.length === batch) await sweep()
  }
  await sweep()
}
