import type { TransparencyContext } from './context.ts'
import { logKeyEntry } from './entries.ts'
import { findLogKey, findNewestCheckpoint, insertLogKey, insertQueued } from './store.ts'

/** Records the log's key, and adds it to the log if it is new. */
export async function openLogKey(
  { db, clock }: Pick<TransparencyContext, 'db' | 'clock'>,
  verifierKey: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await findLogKey(tx)) === verifierKey) return
    const atMs = clock.nowMs()
    await insertLogKey(tx, verifierKey, (await findNewestCheckpoint(tx))?.size ?? 0, atMs)
    await insertQueued(tx, [logKeyEntry(verifierKey, atMs)])
  })
}
