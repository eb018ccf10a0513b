import { fromBase64 } from '../log/base64.ts'
import type { OpenedCheckpoint, Trust } from '../log/checkpoint.ts'
import { leafHash, rootOfInclusion, type Hash } from '../log/merkle.ts'
import { openTlogProof, type ProofRefusal } from '../log/tlog-proof.ts'
import { parseTransferRecord, type TransferRecord } from './transfer-record.ts'

/** A batch of the ledger as the log contains it, with some of its transfers. */
export type BatchProof = {
  /** The batch's entry in the log. */
  entry: string
  /** The proof that the log contains the entry. */
  proof: string
  /** Each transfer's canonical text, and the path from its leaf to the batch's root, in base64. */
  transfers: readonly { id: string; encoding: string; path: readonly string[] }[]
}

type LoggedBatch = { shard: number; batch: string; first: bigint; last: bigint; root: string }

/** What a proof shows: the log's checkpoint, the entry's index, and the transfers that the batch contains. */
export type OpenedBatch = OpenedCheckpoint & {
  index: number
  shard: number
  batch: string
  transfers: TransferRecord[]
}

/**
 * Checks that the log contains a batch, and that the batch contains these transfers. `not_a_batch`: the entry describes
 * something else. `transfer_not_included`: a transfer isn't in the batch. Source: docs/spec/proof.md section 5.
 */
export function openBatchProof(
  { entry, proof, transfers }: BatchProof,
  trust: Trust,
): OpenedBatch | { refused: ProofRefusal | 'not_a_batch' | 'transfer_not_included' } {
  const opened = openTlogProof(proof, new TextEncoder().encode(entry), trust)
  if ('refused' in opened) return opened
  const batch = batchOf(entry)
  if (!batch) return { refused: 'not_a_batch' }
  const found = transfers.map((transfer) => transferIn(batch, transfer))
  if (!found.every((transfer) => transfer !== undefined)) return { refused: 'transfer_not_included' }
  return { ...opened, shard: batch.shard, batch: batch.batch, transfers: found }
}

function batchOf(entry: string): LoggedBatch | undefined {
  try {
    const { type, shard, batch, first, last, root } = JSON.parse(entry) as Record<string, unknown>
    if (type !== 'ledger.batch' || typeof shard !== 'number' || typeof root !== 'string') return undefined
    return { shard, batch: String(batch), first: BigInt(String(first)), last: BigInt(String(last)), root }
  } catch {
    return undefined
  }
}

/** Returns the transfer if the batch contains it. A batch's transfers have consecutive ids. */
function transferIn(batch: LoggedBatch, { id, encoding, path }: BatchProof['transfers'][number]) {
  const record = parseTransferRecord(encoding)
  const hashes = path.map(fromBase64)
  if (!record || record.id !== id || record.shard !== batch.shard) return undefined
  if (!hashes.every((hash) => hash?.length === 32)) return undefined
  const size = Number(batch.last - batch.first) + 1
  const index = Number(BigInt(id) - batch.first)
  const root = rootOfInclusion(index, size, leafHash(new TextEncoder().encode(encoding)), hashes as Hash[])
  return root && hexOf(root) === batch.root ? record : undefined
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
