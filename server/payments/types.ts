import type { FastifyInstance } from 'fastify'
import type { bonusCalls } from '../../api/calls/payments/bonus.ts'
import type { explorerCalls } from '../../api/calls/payments/explorer.ts'
import type { paymentsCalls } from '../../api/calls/payments/payments.ts'
import type { Asset, CashAsset } from '../../api/money.ts'
import type { PhraseValue } from '../../api/sentences/sentences.ts'
import type { PaymentCoin } from '../../api/states/deposit-states.ts'
import type { reviewsCalls } from '../../api/calls/payments/reviews.ts'
import type { withdrawalsCalls } from '../../api/calls/payments/withdrawals.ts'
import type { withdrawalsDeskCalls } from '../../api/calls/payments/withdrawals-desk.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Bindings, Session } from '../platform/http/http.ts'
import type { ModuleLife } from '../platform/platform.ts'
import type { Chains } from './chains/chains.ts'
import type { NewQuote, OpenedQuote } from './deposits/open-quote.ts'
import type { PurposeHandler } from './deposits/purposes.ts'
import type { StoredPlan } from './deposits/plans-store.ts'
import type { QuotedDeposit } from './deposits/show-deposit.ts'
import type { ReservesReport } from './withdrawals/sending/reserves.ts'

export type Payments = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<
    typeof paymentsCalls &
      typeof withdrawalsCalls &
      typeof withdrawalsDeskCalls &
      typeof explorerCalls &
      typeof bonusCalls &
      typeof reviewsCalls
  >
  chains: Chains
  /**
   * Registers the handler that begins contracts when deposits for this purpose are credited and ends them when deposits
   * are reversed. Call once per purpose, before startup.
   */
  onCredited(purpose: 'mining' | 'farming', handler: PurposeHandler): void
  /**
   * Creates deposits for other modules. `prepare`, called outside the transaction, throws `bad_coin` and `no_wallet`.
   * `open`, called inside it, throws the refusals of `checkDeposit`, `too_many_open` and `no_rate`.
   */
  quotes: Quotes
  /** Returns the mining plans in force, in display order. */
  miningPlans(): Promise<StoredPlan[]>
  /** Returns a customer's deposits since `fromMs`, credited and open, in minor units of the currency. */
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
  /**
   * Returns the amount quoted for the deposit at this address, in the chain's smallest unit; undefined without a
   * deposit.
   */
  quotedFor(coin: PaymentCoin, address: string): Promise<bigint | undefined>
  /** Registers the faucet and the miner of our own test chains. Development only. */
  registerTools(http: FastifyInstance): void
  /** Reads the chains and settles the deposits. A loop calls it every second. */
  scan(): Promise<void>
  /** Returns the number of a customer's deposits or withdrawals, by state, for operators. */
  deskFacts: Record<'deposits' | 'withdrawals', (customerId: string) => Promise<PhraseValue>>
  /** Returns, for each asset, the totals that deposits credited and withdrawals paid out. */
  figures(): Promise<{
    deposited: { asset: CashAsset; amountMinor: bigint }[]
    withdrawn: { asset: Asset; amountMinor: bigint }[]
  }>
  /** Compares the coins on the chain with the ledger. Coins in blocks that aren't credited yet count as in transit. */
  reconcileReserves(coin: PaymentCoin): Promise<ReservesReport>
}

type Quotes = {
  /**
   * Returns the customer's newest deposits for a purpose with their terms. `open` deposits wait for a payment or for
   * confirmations.
   */
  list(session: Session, purpose: 'mining' | 'farming'): Promise<QuotedDeposit[]>
  prepare(coin: string): Promise<{
    coin: PaymentCoin
    open(
      tx: Executor,
      owner: { shard: number; customerId: string },
      quote: Omit<NewQuote, 'coin'>,
    ): Promise<OpenedQuote>
  }>
}
