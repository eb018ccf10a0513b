import type { Asset } from '../../contract/money.ts'
import type { Executor } from '../platform/database.ts'
import type { HouseCode, TransferKind, TransferRefusal } from './codes.ts'

export { houseCodes, transferKinds, transferResults } from './codes.ts'
export type { HouseCode, TransferKind, TransferRefusal, TransferResult } from './codes.ts'
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
 * The SQL door. Set-based functions of other modules call, from SQL, this and nothing else of the schema `ledger`:
 *
 *     ledger.post_transfers(p_at_ms bigint, p_transfers ledger.new_transfer[])          -- any shards
 *     ledger.post_transfers(p_shard smallint, p_at_ms bigint, p_transfers ledger.new_transfer[])
 *       returns table (idx int, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
 *
 * `ledger.new_transfer` is (shard, debit_owner, debit_code, credit_owner, credit_code, asset, amount_minor, kind, reference,
 * key, note, phase, pending_id, link). `idx` counts the input from 1; `result` is one of `transferResults`; with
 * 'insufficient', `balance_after` is what was available. A refused transfer leaves the others of the batch alone.
 * Each call locks the heads of its shards until the commit: call it once in a transaction, before slower work.
 */

/** An account of a customer: one asset, one owner. `code` such as `trading`, `bonus`, `mining:BTC`. Never below zero. */
export type CustomerAccount = { owner: string; code: string; asset: Asset }
/** An account of the house in one shard; without a shard, over all of them. May be below zero. */
export type HouseAccount = { house: HouseCode; asset: Asset; shard?: number }
export type Account = CustomerAccount | HouseAccount

/** One side of a transfer. */
export type Side = { owner: string; code: string } | { house: HouseCode }

/** What all transfers may carry. */
type Marks = {
  kind: TransferKind
  /** Id (UUID) of what the transfer belongs to: a trade, a deposit, a contract. */
  reference?: string
  /** Idempotency key, unique in the shard: the same key with the same content gives the first transfer, with another `key_reused`. */
  key?: string
  /** Reason in words, 1 to 500 characters, shown to the customer. */
  note?: string
  /** Neighbours with the same number stand or fall together in `postEach`; `post` links all. */
  link?: number
}

/** A transfer, or with `pending` a reservation, from `debit` to `credit`. At most one side is a customer's. */
export type DirectTransfer = Marks & {
  debit: Side
  credit: Side
  asset: Asset
  /** Minor units, above zero. */
  amountMinor: bigint
  pending?: boolean
  /** Needed between two house accounts alone; otherwise it follows from the customer. */
  shard?: number
}
/** Ends a reservation: posts it, in whole or in part (the rest is released). */
export type PostPending = Marks & { post: bigint; amountMinor?: bigint }
/** Ends a reservation: nothing moves, all is released. */
export type VoidPending = Marks & { void: bigint }
export type NewTransfer = DirectTransfer | PostPending | VoidPending

/** A transfer that was written. `balanceMinor` is the customer's balance after it, null between house accounts. */
export type Posted = {
  id: bigint
  /** The stored time; never before that of an older transfer of the shard. */
  atMs: number
  balanceMinor: bigint | null
  /** True where the key had been used for the same transfer before, and this is that one. */
  existed: boolean
}
export type Outcome = ({ ok: true } & Posted) | { ok: false; code: TransferRefusal; availableMinor?: bigint }

/** A stored transfer. */
export type Transfer = {
  id: bigint
  shard: number
  atMs: number
  debit: Side
  credit: Side
  asset: Asset
  amountMinor: bigint
  kind: TransferKind
  phase: 'done' | 'pending' | 'post' | 'void'
  pendingId: bigint | null
  balanceAfterMinor: bigint | null
  reference: string | null
  key: string | null
  note: string | null
}

/** A stored transfer seen from its customer's account. `changeMinor` is what it did to the balance: 0 for pending and void. */
export type AccountEntry = Omit<Transfer, 'debit' | 'credit' | 'balanceAfterMinor'> & {
  account: CustomerAccount
  house: HouseCode
  changeMinor: bigint
  balanceAfterMinor: bigint
}

/** `availableMinor` is the balance without what pending transfers hold. Zeros for an account that was never used. */
export type Balance = { account: CustomerAccount; balanceMinor: bigint; reservedMinor: bigint; availableMinor: bigint }

export type PostOptions = {
  /** Runs inside this transaction. `post` throws on a refusal, so the transaction should end with it. */
  tx?: Executor
  /** Time of the transfers; default the clock's. */
  atMs?: number
}

/** Something that should not be. `subject` names the account, batch or asset. */
export type Break = { rule: string; shard: number | null; subject: string; expected: string; found: string }
/** All assets with what customers hold and the house's side; together zero. `heads` are the chain's newest hashes, hexadecimal, by shard. */
export type Reconciliation = {
  ok: boolean
  /** The first breaks, some hundred of them at most. */
  breaks: Break[]
  /** All of them. */
  breakCount: number
  assets: { asset: Asset; customersMinor: bigint; houseMinor: bigint }[]
  accounts: number
  transfers: number
  batches: number
  heads: { shard: number; batch: bigint; hash: string }[]
}

/** The one writer of money. Source: design of the ledger, docs/spec/money.md. */
export type Ledger = {
  start(): Promise<void>
  stop(): Promise<void>
  /** Posts all or none. Throws `LedgerRefused` naming the first transfer at fault; nothing moved then. Answers in order of the input. */
  post(transfers: readonly NewTransfer[], options?: PostOptions): Promise<Posted[]>
  /** Posts each that can be posted; linked neighbours together. Answers in order of the input. */
  postEach(transfers: readonly NewTransfer[], options?: PostOptions): Promise<Outcome[]>
  /** One row by key. */
  balance(account: CustomerAccount, tx?: Executor): Promise<Balance>
  /** All accounts that this owner ever used, by code and asset; one query. */
  balances(owner: string, tx?: Executor): Promise<Balance[]>
  /** What every customer holds, by asset, at one moment: whatever is in an account, reserved or not. */
  liabilities(): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]>
  /** What transfers of these kinds have credited to an account, less what those of the same kinds have taken from it. Reads all its transfers. */
  netOfKinds(account: CustomerAccount, kinds: readonly TransferKind[], tx?: Executor): Promise<bigint>
  /** The balance right after the last transfer at or before `atMs`; one index look-up. */
  balanceAsOf(account: CustomerAccount, atMs: number): Promise<bigint>
  /** Balance of a house account: its checkpoint and what came after. Below zero where the house has paid out. */
  houseBalance(account: HouseAccount): Promise<bigint>
  /** Newest first. `before` is the id of the last entry of the page before; `limit` at most 500, default 50. */
  history(
    owner: string,
    page?: { code?: string; asset?: Asset; before?: bigint; limit?: number },
    tx?: Executor,
  ): Promise<AccountEntry[]>
  /** All entries of a customer, oldest first, read page by page. `tx` should be one snapshot. */
  entries(owner: string, tx: Executor): AsyncIterable<AccountEntry>
  /** At most `limit` entries of a customer after the transfer `afterId` of the customer's shard, oldest first. A shard commits its transfers in order of id. */
  entriesAfter(owner: string, afterId: bigint, limit: number, tx?: Executor): Promise<AccountEntry[]>
  /** The newest transfer of each shard, by shard; the smallest possible id in a shard without transfers. */
  newestIds(tx?: Executor): Promise<ReadonlyMap<number, bigint>>
  /** The customers with a transfer of the shard after `afterId`, up to `upToId`. Reads each of these transfers: keep the range small. */
  ownersBetween(shard: number, afterId: bigint, upToId: bigint): Promise<ReadonlySet<string>>
  /**
   * Transfers that carry this reference, oldest first, in the shard of `owner`. Those of the kinds that trading posts by the thousand
   * (stake, stake_return, void_return, profit) are looked for on the owner's accounts, among what was posted `during` the given time.
   */
  transfersOf(reference: string, owner: string, during?: { fromMs: number; toMs: number }): Promise<Transfer[]>
  /** In which batch of the hash chain each of these transfers was written, by transfer; all of the shard of `owner`. Ids of no transfer are left out. */
  batchesOf(owner: string, ids: readonly bigint[]): Promise<Map<bigint, bigint>>
  /** A link of a shard's hash chain: the transfers it holds, when it was committed, and its hash, hexadecimal. */
  batch(
    shard: number,
    batch: bigint,
  ): Promise<{ firstId: bigint; lastId: bigint; atMs: number; hash: string } | undefined>
  /** Moves the checkpoints of the house accounts up to the newest transfer; a job does so as well. */
  advanceCheckpoints(): Promise<void>
  /** Recomputes everything: assets sum to zero, balances equal their transfers, checkpoints, chain. */
  reconcile(): Promise<Reconciliation>
  /** The same with the liabilities and what `read` reads, all at one moment. */
  reconciledLiabilities<T>(read: (tx: Executor) => Promise<T>): Promise<{
    reconciliation: Reconciliation
    liabilities: { owner: string; asset: Asset; balanceMinor: bigint }[]
    also: T
  }>
}
