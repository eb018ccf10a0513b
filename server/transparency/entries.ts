import { rootOf } from '../../packages/verify/src/log/merkle.ts'
import type { ShardBatch } from '../ledger/public.ts'
import type { MinuteHead, SeedHour, SeedReveal } from '../markets/public.ts'
import type { AuditHash } from '../operators/public.ts'
import type { StatementHead } from '../proofs/public.ts'
import { hashesIn } from './hashes-in.ts'

// The log's entries: JSON objects on one line, with their keys in this order. `type` says what an entry describes. No
// entry contains personal data. Source: docs/spec/proof.md section 3.

/** Returns the entry of a batch of the ledger: the newest link of its shard's hash chain, and its transfers' tree. */
export function ledgerBatchEntry({ shard, batch, firstId, lastId, atMs, hash, leaves }: ShardBatch): string {
  return JSON.stringify({
    type: 'ledger.batch',
    shard,
    batch: String(batch),
    first: String(firstId),
    last: String(lastId),
    at: atMs,
    hash,
    root: Buffer.from(rootOf(hashesIn(leaves))).toString('hex'),
  })
}

/** Returns the entry of a new key of the log, which signs all later checkpoints. */
export function logKeyEntry(verifierKey: string, atMs: number): string {
  return JSON.stringify({ type: 'log.key', key: verifierKey, at: atMs })
}

/** Returns the entry of an entry in the audit log: its number and the hash chain up to it. */
export function auditEntry({ seq, atMs, hash }: AuditHash): string {
  return JSON.stringify({ type: 'audit', entry: String(seq), at: atMs, hash })
}

/** Returns the entry of a statement of solvency. */
export function statementEntry({ day, atMs, root, customers }: StatementHead): string {
  return JSON.stringify({ type: 'solvency.statement', day, at: atMs, root, customers })
}

const minuteMs = 60_000

/** Returns the entry of a symbol's ticks in a minute: the hash chain up to the last one. */
export function ticksEntry({ symbol, minute, seq, hash }: MinuteHead): string {
  return JSON.stringify({
    type: 'ticks',
    symbol,
    after: Number(minute) * minuteMs,
    through: (Number(minute) + 1) * minuteMs,
    seq: String(seq),
    hash,
  })
}

/** Returns the entry of the commitment to an hour of the simulated market. */
export function commitmentEntry({ seedChain, hour, commitment }: SeedHour): string {
  return JSON.stringify({ type: 'market.commitment', chain: seedChain, hour, commitment })
}

/** Returns the entry of an hour's seed, once it is revealed. */
export function revealEntry({ seedChain, hour, seed }: SeedReveal): string {
  return JSON.stringify({ type: 'market.reveal', chain: seedChain, hour, seed })
}
