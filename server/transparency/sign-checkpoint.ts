import { hashesFrom, tilesOf } from '../../packages/verify/src/log/grow.ts'
import { planConsistency } from '../../packages/verify/src/log/merkle.ts'
import type { TransparencyContext } from './context.ts'
import { TreeRefused } from './signer/log-signer.ts'
import { findNewestCheckpoint, readTiles, writeSigned, type StoredCheckpoint } from './store.ts'

/** The subject of the alarms: there is one log. */
export const alarmSubject = 'log'

/**
 * Has the log's key sign the newest checkpoint. Raises an alarm if the signer refuses the tree, because it doesn't
 * extend the one signed last.
 */
export async function signCheckpoint(context: TransparencyContext): Promise<void> {
  const newest = await findNewestCheckpoint(context.db)
  if (!newest || newest.signed !== null || newest.size === context.refused.size) return
  try {
    await writeSigned(context.db, newest.size, await sign(context, newest))
    // Once in each process, because an earlier one may have raised it.
    if (!context.refused.isClear) await context.alarms.clear('log_stopped', alarmSubject)
    context.refused.isClear = true
    context.refused.size = undefined
  } catch (error) {
    if (!(error instanceof TreeRefused)) throw error
    context.refused.size = newest.size
    context.refused.isClear = false
    await context.alarms.raise({ kind: 'log_stopped', subject: alarmSubject, details: { size: newest.size } })
  }
}

function sign({ db, signer }: TransparencyContext, { size, root }: StoredCheckpoint): Promise<string> {
  return signer.sign({ size, root }, async (oldSize) => {
    if (oldSize > size) return []
    const plan = planConsistency(oldSize, size)
    return hashesFrom(await readTiles(db, tilesOf(plan)), plan)
  })
}
