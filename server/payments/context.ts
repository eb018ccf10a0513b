import type { PaymentCoin } from '../../contract/deposit-states.ts'
import type { Identity } from '../identity/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { ChainAdapter } from './chains/adapter.ts'
import type { TreasuryFunding } from './nodes/nodes.ts'
import type { Purposes } from './deposits/purposes.ts'
import type { PaymentsNeighbours } from './public.ts'

/** The test chains as deposits see them. */
export type PaymentChains = {
  adapters: Record<PaymentCoin, ChainAdapter>
  /** The page of a transaction in the configured explorer, or in our own. */
  explorerUrl(coin: PaymentCoin, txid: string): string
  /** Confirmations after which a payment counts as done. */
  confirmations: Record<PaymentCoin, number>
  /** What our own faucet gave to the treasury when the chain began. */
  treasury?(coin: PaymentCoin): TreasuryFunding | undefined
}

/** What deposits ask of identity. */
type CustomersForDeposits = Pick<
  Identity,
  'customer' | 'freeze' | 'standingChanged' | 'standingIn' | 'write' | 'addExporter' | 'onClosing'
>

/** What the actions of deposits work with. */
export type PaymentsContext = Platform &
  Pick<PaymentsNeighbours, 'ledger' | 'markets' | 'limits' | 'affiliates' | 'operators'> & {
    identity: CustomersForDeposits
    chains: PaymentChains
    purposes: Purposes
  }
