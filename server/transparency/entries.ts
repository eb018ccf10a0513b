import type { ShardBatch } from '../ledger/public.ts'

// The log's entries: JSON objects in one line, with their keys in this order. `type` says what an entry describes. No
// entry contains personal data. Source: docs/spec/proof.md.

/** Returns the entry of a batch of the ledger: the newest link of its shard's hash chain. */
export function ledgerBatchEntry({ shard, batch, firstId, lastId, atMs, hash }: ShardBatch): string {
  return JSON.stringify({
    type: 'ledger.batch',
    shard,
    batch: String(batch),
    first: String(firstId),
    last: String(lastId),
    at: atMs,
    hash,
  })
}

/** Returns the entry of a new key of the log, which signs all later checkpoints. */
export function logKeyEntry(verifierKey: string, atMs: number): string {
  return JSON.stringify({ type: 'log.key', key: verifierKey, at: atMs })
}
