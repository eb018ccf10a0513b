export type {
  Side,
  DirectTransfer,
  NewTransfer,
  AccountEntry,
  Balance,
  Break,
  Ledger,
  ShardBatch,
  Transfer,
  MovementFilter,
} from './types.ts'

export { entryOfTransfer, statementEntryOf } from './statement-entry.ts'

export { createLedger } from './ledger.ts'

export { LedgerRefused } from './ledger-refused.ts'

export { throughClearing } from './clearing.ts'

export { checkBooks, compareMoves, compareNotes, readableBreaks, type BookCheck } from './check-books.ts'

export {
  findOtherHeads,
  type ExpectedMoves,
  type ExpectedNotes,
  type PublishedHead,
  type SealedRows,
} from './books-store.ts'

/**
 * The SQL interface. From SQL, other modules may post transfers with these functions in the schema `ledger`. For many
 * plain transfers at once, they may use the other functions that `sql/tables.sql` lists.
 *
 *     ledger.post_transfers(p_at_ms bigint, p_transfers ledger.new_transfer[])
 *     ledger.post_transfers_of_shard(p_shard smallint, p_at_ms bigint, p_transfers ledger.new_transfer[])
 *       returns table (idx int, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
 *
 * `ledger.new_transfer` is (shard, debit_owner, debit_code, credit_owner, credit_code, asset, amount_minor, kind,
 * reference, key, note, phase, pending_id, link). `idx` numbers the input rows from 1. `result` is one of
 * `transferResults`; for 'insufficient', `balance_after` is the available balance. A refused transfer doesn't affect
 * the others in the batch. Each call locks the heads of its shards until the commit. Call it once per transaction,
 * before slower work.
 */
