import type { FastifyInstance } from 'fastify'
import type { explorerCalls } from '../../contract/explorer.ts'
import type { paymentsCalls } from '../../contract/payments.ts'
import type { PaymentCoin } from '../../contract/deposit-states.ts'
import type { withdrawalsCalls } from '../../contract/withdrawals.ts'
import type { withdrawalsDeskCalls } from '../../contract/withdrawals-desk.ts'
import type { Affiliates } from '../affiliates/public.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Limits } from '../limits/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Bindings } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { createChains, type Chains, type ChainsOptions } from './chains/chains.ts'
import { createDeposits } from './deposits/deposits.ts'
import { countAddresses } from './deposits/store.ts'
import { bindExplorerCalls } from './explorer.ts'
import { explorerUrl } from './explorer-url.ts'
import { registerChainTools } from './nodes/chain-tools.ts'
import type { ReservesReport } from './withdrawals/reserves.ts'
import { createWithdrawals } from './withdrawals/withdrawals.ts'

export type PaymentsNeighbours = { ledger: Ledger; markets: Markets; identity: Identity; limits: Limits; affiliates: Affiliates; operators: Operators }

export type Payments = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof paymentsCalls & typeof withdrawalsCalls & typeof withdrawalsDeskCalls & typeof explorerCalls>
  chains: Chains
  /** What a customer has deposited since, in minor units of the currency: what was credited and what is under way. */
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
  /** What a deposit at this address still waits for, in the chain's smallest unit; undefined where there is none. */
  quotedFor(coin: PaymentCoin, address: string): Promise<bigint | undefined>
  /** Faucet and mining of the own test chains, for development alone. */
  registerTools(http: FastifyInstance): void
  /** Reads the chains and settles what they show. A loop does so every second. */
  scan(): Promise<void>
  /** Coins held on the chain against the ledger; what is mined and not credited yet counts as in transit. */
  reconcileReserves(coin: PaymentCoin): Promise<ReservesReport>
}

/** Money in and out: deposits and withdrawals on test chains. Design: chains.md. */
export function createPayments(platform: Platform, neighbours: PaymentsNeighbours, options: ChainsOptions = {}): Payments {
  const { config } = platform
  const chains = createChains(platform, options)
  const known = {
    adapters: chains.adapters,
    treasury: chains.treasury,
    explorerUrl: (coin: PaymentCoin, txid: string) => explorerUrl(config, coin, txid),
    confirmations: { BTC: config.btcConfirmations, ETH: config.ethConfirmations },
  }
  const deposits = createDeposits({ ...platform, ...neighbours, chains: known })
  const withdrawals = createWithdrawals(platform, { ...neighbours, chains: { ...known, sign: (plan) => chains.signer.sign(plan), issuedDeposits: countAddresses } })
  return {
    calls: { ...deposits.calls, ...withdrawals.calls, ...bindExplorerCalls(chains) },
    chains,
    depositedSince: deposits.depositedSince,
    quotedFor: deposits.quotedFor,
    registerTools: (http) => registerChainTools(http, { chains, quotedFor: deposits.quotedFor }),
    scan: deposits.scan,
    async reconcileReserves(coin) {
      const uncreditedMinor = await deposits.uncredited(coin)
      const report = await withdrawals.reconcileReserves(coin)
      return { ...report, inTransitMinor: report.inTransitMinor + uncreditedMinor, differenceMinor: report.differenceMinor - uncreditedMinor }
    },
    start: () => chains.start(),
    stop: () => chains.stop(),
  }
}
