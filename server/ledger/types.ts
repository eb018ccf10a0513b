import type { PhraseValue } from '../../api/sentences/sentences.ts'
import type { TextOrPhrase } from '../platform/stored-phrase.ts'
import type { Asset } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import type { HouseCode, TransferKind, TransferRefusal } from './codes.ts'

/**
 * A customer's account: one asset, one owner. `code` is, for example, `trading`, `bonus` or `mining:BTC`. Never below
 * zero.
 */
export type CustomerAccount = { owner: string; code: string; asset: Asset }

/** A house account in one shard, or in all shards if `shard` is omitted. May be below zero. */
type HouseAccount = { house: HouseCode; asset: Asset; shard?: number }

/** One side of a transfer. */
export type Side = { owner: string; code: string } | { house: HouseCode }

/** Fields that all transfers may have. */
type Marks = {
  kind: TransferKind
  /** ID (UUID) of what the transfer belongs to: a trade, a deposit, a contract. */
  reference?: string
  /**
   * Idempotency key, unique per shard. The same key with the same content returns the first transfer; with different
   * content, the result is `key_reused`.
   */
  key?: string
  /** Why the money moves, shown to the customer. 1 to 500 characters. */
  note?: TextOrPhrase
  /** Adjacent transfers with the same number succeed or fail together in `postEach`. `post` links all of them. */
  link?: number
}

/** A transfer from `debit` to `credit`, or a reservation if `pending` is set. At most one side is a customer's. */
export type DirectTransfer = Marks & {
  debit: Side
  credit: Side
  asset: Asset
  /** Minor units, greater than zero. */
  amountMinor: bigint
  pending?: boolean
  /** Required only between two house accounts; otherwise it follows from the customer. */
  shard?: number
}

/** Ends a reservation by posting it in whole or in part. The rest is released. */
type PostPending = Marks & { post: bigint; amountMinor?: bigint }

/** Ends a reservation without moving money. All of it is released. */
type VoidPending = Marks & { void: bigint }

export type NewTransfer = DirectTransfer | PostPending | VoidPending

/** A written transfer. `balanceMinor` is the customer's balance after it, or null between house accounts. */
type Posted = {
  id: bigint
  /** The stored time, never earlier than that of an older transfer in the shard. */
  atMs: number
  balanceMinor: bigint | null
  /** True if the key was already used for the same transfer, and this is that transfer. */
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
  /** In English. */
  note: string | null
  /** The note as a phrase code; null if a person wrote it. */
  notePhrase: PhraseValue | null
}

/**
 * A stored transfer as seen from its customer's account. `changeMinor` is the change in the balance: 0 for pending and
 * void.
 */
export type AccountEntry = Omit<Transfer, 'debit' | 'credit' | 'balanceAfterMinor'> & {
  account: CustomerAccount
  house: HouseCode
  /** Whether the account is the debit side, from which a transfer takes money. */
  isDebit: boolean
  changeMinor: bigint
  balanceAfterMinor: bigint
}

/** `availableMinor` is the balance minus what pending transfers hold. All zero for an account that was never used. */
export type Balance = { account: CustomerAccount; balanceMinor: bigint; reservedMinor: bigint; availableMinor: bigint }

/**
 * Which movements to read: entries that don't belong to a trade. `words` must each occur in the entry, unless `named`
 * lists its kind.
 */
export type MovementFilter = {
  kinds: readonly TransferKind[]
  code?: string | undefined
  fromMs?: number | undefined
  /** Exclusive. */
  toMs?: number | undefined
  words?: readonly string[] | undefined
  named?: readonly string[] | undefined
}

/** Movements of one asset: how many, and the sums of those into and out of the accounts. */
export type MovementSum = { asset: Asset; entries: number; inMinor: bigint; outMinor: bigint }

type PostOptions = {
  /** Runs inside this transaction. `post` throws on a refusal, so the transaction should be rolled back. */
  tx?: Executor
  /** Time of the transfers. Default: the clock's time. */
  atMs?: number
}

/** A link of a shard's hash chain. `leaves`: the leaf hashes of its transfers, 32 bytes each. */
export type ShardBatch = {
  shard: number
  batch: bigint
  firstId: bigint
  lastId: bigint
  atMs: number
  hash: string
  leaves: Buffer
}

/** A broken rule. `subject` names the account, batch or asset. */
export type Break = { rule: string; shard: number | null; subject: string; expected: string; found: string }

/**
 * The result of a reconciliation. `assets` lists what customers and the house hold, which together sum to zero for each
 * asset. `heads` are the newest hexadecimal hashes by shard.
 */
export type Reconciliation = {
  ok: boolean
  /** The first breaks, at most a few hundred. */
  breaks: Break[]
  /** The number of all breaks. */
  breakCount: number
  assets: { asset: Asset; customersMinor: bigint; houseMinor: bigint }[]
  accounts: number
  transfers: number
  batches: number
  heads: { shard: number; batch: bigint; hash: string }[]
}

/** The only interface through which money moves. Design: docs/spec/money.md "Ledger". */
export type Ledger = {
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Posts all transfers or none, and returns results in input order. Throws `LedgerRefused` for the first transfer at
   * fault.
   */
  post(transfers: readonly NewTransfer[], options?: PostOptions): Promise<Posted[]>
  /** Posts every transfer that can be posted, linked ones together. Returns outcomes in input order. */
  postEach(transfers: readonly NewTransfer[], options?: PostOptions): Promise<Outcome[]>
  /** Returns the balance of one account. Reads a single row by key. */
  balance(account: CustomerAccount, tx?: Executor): Promise<Balance>
  /** Returns all accounts that this owner ever used, by code and asset, in one query. */
  balances(owner: string, tx?: Executor): Promise<Balance[]>
  /**
   * Returns these owners' balances of one account code, or those of all owners if `owners` is undefined. Leaves out
   * accounts that were never used.
   */
  balancesIn(code: string, owners?: readonly string[]): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]>
  /** Returns what every customer holds by asset at a single moment, including reserved amounts. */
  liabilities(): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]>
  /** Returns the credits minus the debits of these kinds on an account. Reads all of its transfers. */
  netOfKinds(account: CustomerAccount, kinds: readonly TransferKind[], tx?: Executor): Promise<bigint>
  /** Returns the balance after the last transfer at or before `atMs`. Needs one index lookup. */
  balanceAsOf(account: CustomerAccount, atMs: number): Promise<bigint>
  /**
   * Returns the balance of a house account: its checkpoint plus later transfers. Below zero if the house has paid out.
   */
  houseBalance(account: HouseAccount): Promise<bigint>
  /**
   * Returns entries, newest first. `before` is the ID of the previous page's last entry; `limit` is at most 500,
   * default 50.
   */
  history(
    owner: string,
    page?: { code?: string; asset?: Asset; before?: bigint; limit?: number },
    tx?: Executor,
  ): Promise<AccountEntry[]>
  /**
   * Returns a customer's entries in all accounts, newest first, without those of trades and without reservations that
   * have ended. `before` is a position in this order; `id` may be omitted to begin before a time.
   */
  movements(
    owner: string,
    filter: MovementFilter,
    page: { before?: { atMs: number; id?: bigint } | undefined; limit: number },
    tx?: Executor,
  ): Promise<AccountEntry[]>
  /** Sums these entries by asset. Kinds in `uncounted` count as entries, but not in the sums. */
  movementSums(
    owner: string,
    filter: MovementFilter,
    uncounted: readonly TransferKind[],
    tx?: Executor,
  ): Promise<MovementSum[]>
  /** Returns an entry of the owner's accounts by the ID of its transfer. */
  entry(owner: string, id: bigint): Promise<AccountEntry | undefined>
  /** Iterates over all entries of a customer, oldest first, read in pages. `tx` should be one snapshot. */
  entries(owner: string, tx: Executor): AsyncIterable<AccountEntry>
  /**
   * Returns at most `limit` of a customer's entries after the transfer `afterId` in the customer's shard, oldest first.
   * A shard commits transfers in order of ID.
   */
  entriesAfter(owner: string, afterId: bigint, limit: number, tx?: Executor): Promise<AccountEntry[]>
  /** Returns the newest transfer ID by shard; for a shard without transfers, the smallest possible ID. */
  newestIds(tx?: Executor): Promise<ReadonlyMap<number, bigint>>
  /**
   * Returns the customers with a transfer in the shard after `afterId` up to `upToId`. Reads each of these transfers,
   * so keep the range small.
   */
  ownersBetween(shard: number, afterId: bigint, upToId: bigint): Promise<ReadonlySet<string>>
  /**
   * Returns transfers with this reference in the shard of `owner`, oldest first. Kinds that trading posts in large
   * numbers (stake, stake_return, void_return, profit) are searched on the owner's accounts, within the time range
   * `during`.
   */
  transfersOf(reference: string, owner: string, during?: { fromMs: number; toMs: number }): Promise<Transfer[]>
  /**
   * Returns up to `limit` batches of each shard in order, after the given batch; from the first for a shard that isn't
   * given.
   */
  batchesAfter(after: ReadonlyMap<number, bigint>, limit: number, tx?: Executor): Promise<ShardBatch[]>
  /** Returns the hash chain batch of each of these transfers, all in the shard of `owner`. Skips unknown IDs. */
  batchesOf(owner: string, ids: readonly bigint[]): Promise<Map<bigint, bigint>>
  /** Returns a link of a shard's hash chain: its transfers, commit time and hexadecimal hash. */
  batch(
    shard: number,
    batch: bigint,
  ): Promise<{ firstId: bigint; lastId: bigint; atMs: number; hash: string } | undefined>
  /** Returns the canonical text of each transfer in a batch, in order; none if the batch doesn't exist. */
  encodingsOf(shard: number, batch: bigint): Promise<{ id: bigint; encoding: string }[]>
  /** Advances the checkpoints of the house accounts to the newest transfer. A job does this too. */
  advanceCheckpoints(): Promise<void>
  /**
   * Recomputes everything: assets sum to zero, balances equal their transfers, checkpoints and the hash chain are
   * correct.
   */
  reconcile(): Promise<Reconciliation>
  /** Does the same as `reconcile`, and returns the liabilities and the result of `read` as of the same moment. */
  reconciledLiabilities<T>(read: (tx: Executor) => Promise<T>): Promise<{
    reconciliation: Reconciliation
    liabilities: { owner: string; asset: Asset; balanceMinor: bigint }[]
    also: T
  }>
}
