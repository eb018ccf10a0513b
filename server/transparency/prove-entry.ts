import { hashesFrom, tilesOf } from '../../packages/verify/src/log/grow.ts'
import { pathIn, leafHash, planInclusion } from '../../packages/verify/src/log/merkle.ts'
import { toBase64 } from '../../packages/verify/src/log/base64.ts'
import { tlogProofText } from '../../packages/verify/src/log/tlog-proof.ts'
import type { TransparencyContext } from './context.ts'
import { findEntry, findSignedCheckpoint, readTiles } from './store.ts'

/** An entry of the log, with a proof in the format of https://c2sp.org/tlog-proof. */
type ProvenEntry = { entry: string; proof: string }

/** Returns the entry of a source's position, with its proof. Undefined until a signed checkpoint covers it. */
async function proveEntry(
  { db }: Pick<TransparencyContext, 'db'>,
  source: string,
  part: string,
  position: bigint,
): Promise<ProvenEntry | undefined> {
  const found = await findEntry(db, source, part, position)
  const newest = await findSignedCheckpoint(db)
  if (!found || !newest || found.index >= newest.size) return undefined
  const plan = planInclusion(found.index, newest.size)
  const path = hashesFrom(await readTiles(db, tilesOf(plan)), plan)
  return { entry: found.entry, proof: tlogProofText({ index: found.index, path, checkpoint: newest.signed }) }
}

/** A batch as the log contains it, with some transfers: their canonical text, and the path to the batch's root. */
export type ProvenBatch = ProvenEntry & { transfers: { id: string; encoding: string; path: string[] }[] }

/** Returns a batch of the ledger with proofs for some of its transfers. Undefined until the log contains the batch. */
export async function proveBatch(
  context: Pick<TransparencyContext, 'db' | 'ledger'>,
  shard: number,
  batch: bigint,
  ids: readonly bigint[],
): Promise<ProvenBatch | undefined> {
  const proven = await proveEntry(context, 'ledger.batch', String(shard), batch)
  if (!proven) return undefined
  const all = await context.ledger.encodingsOf(shard, batch)
  const leaves = all.map(({ encoding }) => leafHash(Buffer.from(encoding)))
  const transfers = all.flatMap(({ id, encoding }, index) =>
    ids.includes(id) ? [{ id: String(id), encoding, path: pathIn(leaves, index).map(toBase64) }] : [],
  )
  return { ...proven, transfers }
}
