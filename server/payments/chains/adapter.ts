import type { ChainCoin, ChainAddress, AddressCheck, Branch } from './address.ts'
import type { Draft } from './draft.ts'

export type { ChainCoin } from './address.ts'
export type { BitcoinDraft, EthereumDraft, Draft, SignedDraft } from './draft.ts'
export { chainCoins } from './address.ts'

/**
 * One test chain, as used by deposits and withdrawals. Amounts named `...Units` are whole numbers of the chain's
 * smallest unit (satoshi, wei); `units.ts` converts them to the ledger's minor units and back. Addresses are in one
 * canonical form (bech32 in lower case, EIP-55) and are compared as text.
 *
 * Every method except `checkNetwork` throws `ChainAway` while the coin isn't ready; the user then sees 'No Active
 * {coin} Wallet.' (docs/spec/product.md section 8). Design: docs/spec/chains.md.
 */
export type ChainAdapter = {
  coin: ChainCoin
  /**
   * Detects the node's network by its genesis hash or chain id and remembers it. Throws `ConfigError` for mainnet or an
   * unknown network (docs/spec/truth.md section 1), `ChainAway` if the node doesn't respond.
   */
  checkNetwork(): Promise<TestNetwork>
  /** Returns the detected network. Throws `ChainAway` if none has been detected yet. */
  network(): TestNetwork

  /**
   * Returns the address at an index of a branch, derived from the account's public key. The default branch, `deposit`,
   * has one address per deposit; the caller counts them from 0.
   */
  deriveAddress(index: number, branch?: Branch): ChainAddress
  /**
   * Returns the treasury's address: index 0 of the change branch. Change from Bitcoin withdrawals goes to indexes 1
   * and up.
   */
  treasuryAddress(): ChainAddress
  /**
   * Checks whether coins may be sent to a typed address. Returns `{ ok: true, address }` in canonical form, or the
   * reason as text. The caller must refuse issued deposit addresses itself.
   */
  validateAddress(text: string): Promise<AddressCheck>
  /** Returns the payment URI for a QR code: BIP 21 for Bitcoin, EIP-681 with the chain id for Ethereum. */
  paymentUri(address: string, amountUnits: bigint): string

  tip(): Promise<ChainPoint>
  /** Returns the hash of the current main chain's block at this height; `undefined` above the tip. */
  hashAt(height: number): Promise<string | undefined>
  /**
   * Returns a block of the current main chain with its payments, limited to `watched` addresses if given; `undefined`
   * above the tip. For Ethereum, includes payments by contracts if the node offers `debug_traceBlockByNumber`, but no
   * payments from failed transactions.
   */
  getBlock(height: number, watched?: ReadonlySet<string>): Promise<ChainBlock | undefined>
  /** Returns unconfirmed payments to these addresses. For display only: replaced payments disappear from the result. */
  pending(watched: ReadonlySet<string>): Promise<Payment[]>

  estimateFee(): Promise<FeeRate>
  /**
   * Drafts a payment from our coins. Throws `ChainRefused` with `not_enough`, `too_small` or `fee_too_high`. Reserves
   * nothing: the caller stores the draft, and passes the `claims` of all its non-final drafts as `avoid`.
   */
  prepare(payment: PaymentOrder): Promise<Draft>
  /**
   * Drafts sweeps of deposit addresses 0 to `issued.deposit - 1` to the Ethereum treasury. Bitcoin spends deposits
   * directly and needs none.
   */
  prepareSweep(issued: Issued, avoid: readonly string[]): Promise<Draft[]>
  /**
   * Drafts the same payment with the same claims and a higher fee; at most one of the two can ever confirm. Throws
   * `ChainRefused`.
   */
  bump(draft: Draft): Promise<Draft>
  /**
   * Broadcasts a signed transaction through the node. Safe to repeat: success is determined by looking up the txid,
   * not by the node's response. Throws `ChainRefused('rejected')` if the node doesn't have the transaction
   * afterwards.
   */
  broadcast(signed: { raw: string; txid: string }): Promise<void>
  /** Returns the state of one of our transactions. `raw` is needed to detect `conflicted`. */
  txState(txid: string, raw?: string): Promise<TxState>

  /**
   * Returns the confirmed coins at our addresses 0 to n-1 of each branch, for comparison with what customers are
   * owed.
   */
  reserves(issued: Issued): Promise<Reserves>

  /** Returns a transaction for the built-in explorer. */
  describeTransaction(hash: string): Promise<ChainTransaction | undefined>
  /** Returns a block for the built-in explorer. */
  describeBlock(height: number, page: number): Promise<ChainBlockPage | undefined>
}

export type TestNetwork = {
  name: 'regtest' | 'signet' | 'testnet4' | 'development' | 'sepolia' | 'holesky' | 'hoodi'
  /** Ethereum only. */ chainId?: number
}

type ChainPoint = { height: number; hash: string }

/** One payment to one address. */
export type Payment = {
  /**
   * A permanent key for the payment: `txid:vout`, or `txhash:path` with the path of the call that paid (`0` for the
   * transaction itself, `0.2.1` within it).
   */
  key: string
  txid: string
  address: string
  amountUnits: bigint
  /** Confirmations needed before this payment can be spent: 100 for a coinbase output, otherwise 1. */
  minConfirmations: number
}

export type ChainBlock = ChainPoint & { parentHash: string; atMs: number; payments: Payment[] }

/**
 * `rateUnits`: satoshi per 1,000 virtual bytes, or the maximum wei per gas. `typicalUnits`: the fee for a plain payment
 * at that rate.
 */
export type FeeRate = { rateUnits: bigint; typicalUnits: bigint; source: 'node' | 'fallback' }

/**
 * The number of issued addresses per branch, which determines all our addresses. `change` counts the treasury's address
 * as 1.
 */
export type Issued = { deposit: number; change: number }

type PaymentOrder = {
  /** As returned by `validateAddress`. */
  to: string
  /** The amount that the recipient gets. The treasury pays the fee on top. */
  amountUnits: bigint
  issued: Issued
  /** Claims of all stored drafts that aren't final yet. */
  avoid: readonly string[]
  /** An unused change index, from 1. Bitcoin only. */
  changeIndex: number
}

export type TxState =
  /** The node doesn't have the transaction: broadcast the same raw transaction again. */
  | { state: 'unknown' }
  | { state: 'pending' }
  /**
   * `succeeded` is false for an Ethereum transaction that was mined and reverted: it cost its fee and paid nothing.
   */
  | { state: 'confirmed'; height: number; hash: string; confirmations: number; succeeded: boolean; feeUnits: bigint }
  /**
   * Another transaction, which has this many `confirmations`, used the same inputs or nonce. Once it is deep enough,
   * our transaction can never confirm.
   */
  | { state: 'conflicted'; confirmations: number }

type Reserves = ChainPoint & {
  totalUnits: bigint
  /** Without immature coinbase outputs. */ spendableUnits: bigint
  /** Number of addresses that hold coins. */ addresses: number
}

export type ChainTransaction = {
  hash: string
  /** Null while unconfirmed. */
  block: (ChainPoint & { atMs: number; confirmations: number }) | null
  succeeded: boolean
  feeUnits: bigint | null
  coinbase: boolean
  inputs: { address: string | null; amountUnits: bigint | null }[]
  outputs: { key: string; address: string | null; amountUnits: bigint }[]
}

type ChainBlockPage = ChainPoint & {
  parentHash: string
  atMs: number
  confirmations: number
  transactionCount: number
  transactions: { hash: string; paidUnits: bigint }[]
}

/** The chain is unavailable: its node is starting, unreachable or on the wrong network. */
export class ChainAway extends Error {
  readonly coin: ChainCoin
  constructor(coin: ChainCoin, reason: string) {
    super(`${coin}: ${reason}`)
    this.coin = coin
  }
}

/** The adapter or the node refused to plan or broadcast a transaction. */
export class ChainRefused extends Error {
  readonly code: 'not_enough' | 'too_small' | 'fee_too_high' | 'rejected' | 'cannot_bump'
  constructor(code: ChainRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}
