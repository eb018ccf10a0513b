import type { OutputOf } from '../../api/call.ts'
import type { ledgerBatch } from '../../api/calls/proofs/proofs.ts'
import { Refused } from '../platform/http/refused.ts'
import type { ProofsContext } from './context.ts'

/** `ledger.batch`: returns one link of the ledger's hash chain. Throws `not_found`. */
export async function showBatch(
  { ledger }: ProofsContext,
  { shard, batch }: { shard: number; batch: string },
): Promise<OutputOf<typeof ledgerBatch>> {
  const found = await ledger.batch(shard, BigInt(batch))
  if (!found) throw new Refused('not_found')
  return { shard, batch, first: String(found.firstId), last: String(found.lastId), at: found.atMs, hash: found.hash }
}
