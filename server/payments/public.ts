import type { FastifyInstance } from 'fastify'
import type { bonusCalls } from '../../contract/calls/bonus.ts'
import type { explorerCalls } from '../../contract/calls/explorer.ts'
import type { paymentsCalls } from '../../contract/calls/payments.ts'
import type { Asset, CashAsset } from '../../contract/money.ts'
import type { PaymentCoin } from '../../contract/deposit-states.ts'
import type { reviewsCalls } from '../../contract/calls/reviews.ts'
import type { withdrawalsCalls } from '../../contract/calls/withdrawals.ts'
import type { withdrawalsDeskCalls } from '../../contract/calls/withdrawals-desk.ts'
import type { Affiliates } from '../affiliates/public.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Limits } from '../limits/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { shardOf } from '../platform/random.ts'
import type { Bindings, Session } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { createBonus } from './bonus/bonus.ts'
import { createChains, type Chains, type ChainsOptions } from './chains/chains.ts'
import { createDeposits } from './deposits/deposits.ts'
import { openQuote, paymentCoinNamed, readyAdapter, type NewQuote, type OpenedQuote } from './deposits/open-quote.ts'
import { Purposes, type PurposeHandler } from './deposits/purposes.ts'
import { listQuoted, type QuotedDeposit } from './deposits/show-deposit.ts'
import { countAddresses, countDeposits, sumCredited } from './deposits/store.ts'
import { declareErasure } from './erasure/erase-customer.ts'
import { bindExplorerCalls } from './explorer.ts'
import { explorerUrl } from './explorer-url.ts'
import { registerChainTools } from './nodes/chain-tools.ts'
import { createReviews } from './reviews/reviews.ts'
import type { ReservesReport } from './withdrawals/sending/reserves.ts'
import { countWithdrawals, sumCompleted } from './withdrawals/store.ts'
import { createWithdrawals } from './withdrawals/withdrawals.ts'

export { miningTerms } from './deposits/create-deposit.ts'
export type { NewQuote, OpenedQuote } from './deposits/open-quote.ts'
export { paymentsBooks } from './books.ts'
export { paymentsSealed } from './sealed-values.ts'
export { listBegun, sealedPayments, type BegunDeposit } from './books-store.ts'
export type { PaidDeposit, PurposeHandler } from './deposits/purposes.ts'

export type PaymentsNeighbours = {
  ledger: Ledger
  markets: Markets
  identity: Identity
  limits: Limits
  affiliates: Affiliates
  operators: Operators
  settledStakeSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
}

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
   * are reversed. Call once per purpose, before the start.
   */
  onCredited(purpose: 'mining' | 'farming', handler: PurposeHandler): void
  /**
   * Creates deposits for other modules. `prepare`, called outside the transaction, throws `bad_coin` and `no_wallet`.
   * `open`, called inside it, throws the refusals of `checkDeposit`, `too_many_open` and `no_rate`.
   */
  quotes: Quotes
  /** Returns a customer's deposits since `fromMs`, credited and open, in minor units of the currency. */
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
  /**
   * Returns the amount that a deposit at this address still needs, in the chain's smallest unit; undefined without a
   * deposit.
   */
  quotedFor(coin: PaymentCoin, address: string): Promise<bigint | undefined>
  /** Registers the faucet and the miner of our own test chains. Development only. */
  registerTools(http: FastifyInstance): void
  /** Reads the chains and settles the deposits. A loop calls it every second. */
  scan(): Promise<void>
  /** Returns the number of a customer's deposits or withdrawals as a sentence for operators. */
  deskFacts: { deposits(customerId: string): Promise<string>; withdrawals(customerId: string): Promise<string> }
  /** Returns the totals credited by deposits and paid out by withdrawals, by asset. */
  figures(): Promise<{
    deposited: { asset: CashAsset; amountMinor: bigint }[]
    withdrawn: { asset: Asset; amountMinor: bigint }[]
  }>
  /** Compares the coins on the chain with the ledger. Coins that are mined but not credited count as in transit. */
  reconcileReserves(coin: PaymentCoin): Promise<ReservesReport>
}

export type Quotes = {
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

/** Creates the payments module: deposits and withdrawals on test chains. Design: docs/spec/chains.md. */
export function createPayments(
  platform: Platform,
  neighbours: PaymentsNeighbours,
  options: ChainsOptions = {},
): Payments {
  const { config } = platform
  const chains = createChains(platform, options)
  const known = {
    adapters: chains.adapters,
    treasury: chains.treasury,
    explorerUrl: (coin: PaymentCoin, txid: string) => explorerUrl(config, coin, txid),
    confirmations: { BTC: config.btcConfirmations, ETH: config.ethConfirmations },
  }
  const purposes = new Purposes()
  const context = { ...platform, ...neighbours, chains: known, purposes }
  const deposits = createDeposits(context)
  declareErasure({ ...platform, ...neighbours })
  const bonus = createBonus({ ...platform, ...neighbours })
  const withdrawals = createWithdrawals(
    platform,
    { ...neighbours, chains: { ...known, sign: (plan) => chains.signer.sign(plan), issuedDeposits: countAddresses } },
    { bonusTermsMet: bonus.termsMet, paidOut: neighbours.affiliates.returns },
  )
  return {
    calls: {
      ...deposits.calls,
      ...bonus.calls,
      ...createReviews({ ...platform, ...neighbours }),
      ...withdrawals.calls,
      ...bindExplorerCalls(chains),
    },
    chains,
    onCredited: (purpose, handler) => purposes.add(purpose, handler),
    quotes: {
      list: (session, purpose) => listQuoted(context, session, purpose),
      async prepare(named) {
        const coin = paymentCoinNamed(named)
        const adapter = await readyAdapter(context, coin)
        return { coin, open: (tx, owner, quote) => openQuote(context, tx, owner, adapter, { ...quote, coin }) }
      },
    },
    depositedSince: deposits.depositedSince,
    quotedFor: deposits.quotedFor,
    registerTools: (http) => registerChainTools(http, { chains, quotedFor: deposits.quotedFor }),
    scan: deposits.scan,
    deskFacts: {
      async deposits(customerId) {
        const { all, credited } = await countDeposits(platform.db, { customerId, shard: shardOf(customerId) })
        return `${all}, ${credited} credited`
      },
      async withdrawals(customerId) {
        const { all, open, completed } = await countWithdrawals(platform.db, { customerId, shard: shardOf(customerId) })
        return `${all}, ${open} open, ${completed} completed`
      },
    },
    figures: async () => ({ deposited: await sumCredited(platform.db), withdrawn: await sumCompleted(platform.db) }),
    async reconcileReserves(coin) {
      const uncreditedMinor = await deposits.uncredited(coin)
      const report = await withdrawals.reconcileReserves(coin)
      return {
        ...report,
        inTransitMinor: report.inTransitMinor + uncreditedMinor,
        differenceMinor: report.differenceMinor - uncreditedMinor,
      }
    },
    start: () => chains.start(),
    stop: () => chains.stop(),
  }
}
