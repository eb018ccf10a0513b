import { hashesFrom, tilesOf } from '../../packages/verify/src/log/grow.ts'
import { planConsistency } from '../../packages/verify/src/log/merkle.ts'
import type { TransparencyContext } from './context.ts'
import { findNewestCheckpoint, readTiles, writeSigned } from './store.ts'

/**
 * Has the log's key sign the newest checkpoint. The signer gets a proof that the tree extends the one it signed last,
 * and refuses otherwise. Resolves with whether there was a checkpoint to sign.
 */
export async function signCheckpoint(context: TransparencyContext): Promise<boolean> {
  const { db, signer } = context
  const newest = await findNewestCheckpoint(db)
  if (!newest || newest.signed !== null) return false
  const { size, root } = newest
  const signed = await signer.sign({ size, root }, async (oldSize) => {
    if (oldSize > size) return []
    const plan = planConsistency(oldSize, size)
    return hashesFrom(await readTiles(db, tilesOf(plan)), plan)
  })
  await writeSigned(db, size, signed)
  return true
}
