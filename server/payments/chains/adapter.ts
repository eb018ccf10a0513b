import type { ChainCoin, ChainAddress, AddressCheck, Branch } from './address.ts'
import type { Plan } from './plan.ts'

export type { AddressCheck, Branch, ChainAddress, ChainCoin } from './address.ts'
export type { BitcoinPlan, EthereumPlan, Plan, SignedPlan } from './plan.ts'
export { chainCoins } from './address.ts'

/**
 * One test chain, as deposits and withdrawals see it. Amounts named `...Units` are whole numbers of the chain's smallest unit
 * (satoshi, wei); `units.ts` turns them into the ledger's minor units and back. Addresses come out in one canonical spelling
 * (bech32 in lower case, EIP-55) and are compared as text.
 *
 * Every method but `checkNetwork` throws `ChainAway` while the coin is not ready; the person is then told
 * 'No Active {coin} Wallet.' (docs/spec/product.md section 8). Design: docs/spec/chains.md.
 */
export type ChainAdapter = {
  coin: ChainCoin
  /**
   * Asks the node which network it is on, by genesis hash or chain id, and remembers it. Throws `ConfigError` on a main or
   * unknown network (docs/spec/truth.md section 1), `ChainAway` where the node does not answer.
   */
  checkNetwork(): Promise<TestNetwork>
  /** The network that was found. Throws `ChainAway` where none was yet. */
  network(): TestNetwork

  /** The address of an index, from the account's public key alone. `deposit` (default): one per deposit, counted by the caller from 0. */
  deriveAddress(index: number, branch?: Branch): ChainAddress
  /** Where the treasury's own coins lie: index 0 of the change branch. Change of Bitcoin withdrawals goes to indexes from 1 on. */
  treasuryAddress(): ChainAddress
  /** Whether coins may be sent to what a person typed: `{ ok: true, address }` with the canonical spelling, or the reason in words. Addresses that were given out for deposits are the caller's to refuse. */
  validateAddress(text: string): Promise<AddressCheck>
  /** What a wallet reads from a QR code: BIP 21 for Bitcoin, EIP-681 with the chain id for Ethereum. */
  paymentUri(address: string, amountUnits: bigint): string

  tip(): Promise<ChainPoint>
  /** Hash of the block of the present main chain at this height, `undefined` above the tip. */
  hashAt(height: number): Promise<string | undefined>
  /**
   * A block of the present main chain with its payments, to `watched` addresses alone where that is given. `undefined` above
   * the tip. Ethereum: with payments out of contracts, where the node offers `debug_traceBlockByNumber`; never of failed transactions.
   */
  getBlock(height: number, watched?: ReadonlySet<string>): Promise<ChainBlock | undefined>
  /** Payments to these addresses that wait for a block. For display only: a replaced payment vanishes from here. */
  pending(watched: ReadonlySet<string>): Promise<Payment[]>

  estimateFee(): Promise<FeeRate>
  /**
   * Plans a payment from what we hold. Throws `ChainRefused` with `not_enough`, `too_small` or `fee_too_high`. Nothing is reserved by this: the caller
   * stores the plan, and names the `claims` of all its plans that are not final in `avoid`.
   */
  prepare(payment: PaymentOrder): Promise<Plan>
  /** Ethereum: plans that carry the balances of deposit addresses 0 to `issued.deposit - 1` to the treasury. Bitcoin spends deposits directly: none. */
  prepareSweep(issued: Issued, avoid: readonly string[]): Promise<Plan[]>
  /** The same payment with the same claims and a higher fee: at most one of the two can ever confirm. Throws `ChainRefused`. */
  bump(plan: Plan): Promise<Plan>
  /**
   * Hands a signed transaction to the node. May be repeated at any time: whether it worked is judged by looking up the txid, not by
   * the node's words. Throws `ChainRefused('rejected')` where the node does not have it afterwards.
   */
  broadcast(signed: { raw: string; txid: string }): Promise<void>
  /** Where a transaction of ours stands. `raw` allows to say `conflicted`. */
  txState(txid: string, raw?: string): Promise<TxState>

  /** What is held on the chain at our addresses 0 to n-1 of each branch, confirmed: to be compared with what customers are owed. */
  reserves(issued: Issued): Promise<Reserves>

  /** A transaction and a block as the built-in explorer shows them. */
  describeTransaction(hash: string): Promise<ChainTransaction | undefined>
  describeBlock(height: number, page: number): Promise<ChainBlockPage | undefined>
}

export type TestNetwork = {
  name: 'regtest' | 'signet' | 'testnet4' | 'development' | 'sepolia' | 'holesky' | 'hoodi'
  /** Ethereum alone. */ chainId?: number
}

export type ChainPoint = { height: number; hash: string }

/** One payment to one address. */
export type Payment = {
  /** Names the payment for ever: `txid:vout`, or `txhash:path` with the path of the call that paid (`0` the transaction itself, `0.2.1` within it). */
  key: string
  txid: string
  address: string
  amountUnits: bigint
  /** Confirmations below which this payment cannot be spent: 100 for a coinbase output, else 1. */
  minConfirmations: number
}

export type ChainBlock = ChainPoint & { parentHash: string; atMs: number; payments: Payment[] }

/** `rateUnits`: satoshi per 1,000 virtual bytes, or wei per gas at most. `typicalUnits`: fee of a plain payment at that rate. */
export type FeeRate = { rateUnits: bigint; typicalUnits: bigint; source: 'node' | 'fallback' }

/** How many addresses of each branch have been given out, so that all of ours are looked at. `change` counts the treasury's as 1. */
export type Issued = { deposit: number; change: number }

export type PaymentOrder = {
  /** As `validateAddress` answered it. */
  to: string
  /** What arrives; the fee comes on top, out of the treasury. */
  amountUnits: bigint
  issued: Issued
  /** Claims of all stored plans that are not final yet. */
  avoid: readonly string[]
  /** A change index that no plan has used, from 1; Bitcoin alone uses it. */
  changeIndex: number
}

export type TxState =
  /** The node knows nothing of it: broadcast the same raw transaction again. */
  | { state: 'unknown' }
  | { state: 'pending' }
  /** `succeeded` is false for an Ethereum transaction that was mined and reverted: nothing was paid but the fee. */
  | { state: 'confirmed'; height: number; hash: string; confirmations: number; succeeded: boolean; feeUnits: bigint }
  /** Another transaction took its inputs or its nonce and has `confirmations`: when that is deep, this one will never confirm. */
  | { state: 'conflicted'; confirmations: number }

export type Reserves = ChainPoint & {
  totalUnits: bigint
  /** Immature coinbase outputs left out. */ spendableUnits: bigint
  /** Addresses that hold something. */ addresses: number
}

export type ChainTransaction = {
  hash: string
  /** Null while it waits. */
  block: (ChainPoint & { atMs: number; confirmations: number }) | null
  succeeded: boolean
  feeUnits: bigint | null
  coinbase: boolean
  inputs: { address: string | null; amountUnits: bigint | null }[]
  outputs: { key: string; address: string | null; amountUnits: bigint }[]
}

export type ChainBlockPage = ChainPoint & {
  parentHash: string
  atMs: number
  confirmations: number
  transactionCount: number
  transactions: { hash: string; paidUnits: bigint }[]
}

/** The chain cannot be asked now: its node starts, is away, or is on a wrong network. */
export class ChainAway extends Error {
  readonly coin: ChainCoin
  constructor(coin: ChainCoin, reason: string) {
    super(`${coin}: ${reason}`)
    this.coin = coin
  }
}

/** The chain answered and says no. */
export class ChainRefused extends Error {
  readonly code: 'not_enough' | 'too_small' | 'fee_too_high' | 'rejected' | 'cannot_bump'
  constructor(code: ChainRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}
