import type { OutputOf } from '../../api/call.ts'
import type { transparencyCalls } from '../../api/calls/transparency/log.ts'
import type { TransparencyContext } from './context.ts'
import { findLogKey, findSignedCheckpoint } from './store.ts'

/** `log`: returns the log's key and its newest signed checkpoint; null until it has one. */
export async function showLog({
  db,
}: Pick<TransparencyContext, 'db'>): Promise<OutputOf<(typeof transparencyCalls)['log']>> {
  const [key, newest] = await Promise.all([findLogKey(db), findSignedCheckpoint(db)])
  if (!key || !newest) return null
  const { size, root, atMs } = newest
  return { key, size, root: Buffer.from(root).toString('hex'), at: new Date(atMs).toISOString() }
}
