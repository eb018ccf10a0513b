import type { Affiliates } from '../affiliates/public.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Limits } from '../limits/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { PaymentCoin } from '../../api/states/deposit-states.ts'
import type { Platform } from '../platform/platform.ts'
import type { ChainAdapter } from './chains/adapter.ts'
import type { TreasuryFunding } from './nodes/nodes.ts'
import type { Purposes } from './deposits/purposes.ts'

/** The parts of the test chains that deposits use. */
export type PaymentChains = {
  adapters: Record<PaymentCoin, ChainAdapter>
  /** Returns a link to a transaction in the configured explorer, or on our own page. */
  explorerUrl(coin: PaymentCoin, txid: string): string
  /** Confirmations after which a payment counts as final. */
  confirmations: Record<PaymentCoin, number>
  /** The amount that the faucet gave the treasury when the chain began. */
  treasury?(coin: PaymentCoin): TreasuryFunding | undefined
}

/** The part of identity that deposits use. */
type CustomersForDeposits = Pick<
  Identity,
  'customer' | 'freeze' | 'standingChanged' | 'standingIn' | 'takeUpload' | 'write' | 'addExporter' | 'onClosing'
>

/** Dependencies of the deposit actions. */
export type PaymentsContext = Platform &
  Pick<PaymentsNeighbours, 'ledger' | 'markets' | 'limits' | 'affiliates' | 'operators'> & {
    identity: CustomersForDeposits
    chains: PaymentChains
    purposes: Purposes
  }

export type PaymentsNeighbours = {
  ledger: Ledger
  markets: Markets
  identity: Identity
  limits: Limits
  affiliates: Affiliates
  operators: Operators
  settledStakeSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
}
