import type { Identity } from '../../identity/public.ts'
import type { Asset } from '../../../api/money.ts'
import type { Ledger, NewTransfer } from '../../ledger/public.ts'
import type { Markets } from '../../markets/public.ts'
import type { Operators } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refused } from '../../platform/http/refused.ts'
import { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import { ChainAway, type ChainAdapter, type ChainCoin, type Draft, type SignedDraft } from '../chains/adapter.ts'
import { createDestinationCipher, type DestinationCipher } from './address-book/destination.ts'

/** The part of identity that withdrawals use. */
type CustomersForWithdrawals = Pick<
  Identity,
  | 'customer'
  | 'standing'
  | 'standingIn'
  | 'payoutsWaitUntil'
  | 'confirmFactor'
  | 'hasFactor'
  | 'requireFactorForPayouts'
  | 'details'
  | 'write'
  | 'addExporter'
  | 'onClosing'
>

/** The part of the chains that withdrawals use. */
export type ChainsForWithdrawals = {
  adapters: Record<ChainCoin, ChainAdapter>
  sign(draft: Draft): Promise<SignedDraft>
  /** Returns a link to a transaction in a block explorer. */
  explorerUrl(coin: ChainCoin, txid: string): string
  /** Confirmations after which a payment counts as final. */
  confirmations: Record<ChainCoin, number>
  /** Returns the number of deposit addresses issued so far. */
  issuedDeposits(db: Executor, coin: ChainCoin): Promise<number>
}

export type WithdrawalNeighbours = {
  ledger: Pick<Ledger, 'post' | 'balance' | 'balances' | 'netOfKinds' | 'houseBalance'>
  markets: Pick<Markets, 'lastTick' | 'symbol'>
  identity: CustomersForWithdrawals
  operators: Pick<Operators, 'audit' | 'needsSecond' | 'propose' | 'onApproved' | 'nameOf' | 'addQueue' | 'watch'>
  chains: ChainsForWithdrawals
}

export type WithdrawalRules = {
  /** Returns the waiting time for a new address, from the operators' settings. */
  coolingMs(): number
  /** In US cents, over 24 hours. Source: docs/spec/product.md section 9. */
  dailyLimitUsdMinor: bigint
  maxOpen: number
  maxAddresses: number
  /**
   * Returns further transfers to post in `tx` when a withdrawal is paid out, such as the return of commissions on the
   * withdrawn deposit.
   */
  paidOut(tx: Executor, withdrawal: PaidOut): Promise<NewTransfer[]>
  /** Returns whether the customer may withdraw their bonus. */
  bonusTermsMet(customerId: string): Promise<boolean>
}

/** A paid withdrawal. `principalMinor` of it came from deposits. */
type PaidOut = { id: string; customerId: string; asset: Asset; principalMinor: bigint }

const hourMs = 3_600_000
const fixedRules: Omit<WithdrawalRules, 'coolingMs'> = {
  dailyLimitUsdMinor: 20_000_00n,
  maxOpen: 20,
  maxAddresses: 50,
  paidOut: async () => [],
  bonusTermsMet: async () => false,
}

export type WithdrawalContext = Pick<
  Platform,
  'clock' | 'config' | 'db' | 'pool' | 'random' | 'log' | 'bus' | 'alarms'
> &
  WithdrawalNeighbours & { rules: WithdrawalRules; cipher: DestinationCipher; unreadable: UnreadableRows }

export function createWithdrawalContext(
  platform: Platform,
  neighbours: WithdrawalNeighbours,
  rules: Partial<WithdrawalRules> = {},
): WithdrawalContext {
  const { clock, config, db, pool, random, log, bus, alarms } = platform
  const addressBook = neighbours.operators.watch('addressBook')
  const coolingMs = () => addressBook().coolingHours * hourMs
  const cipher = createDestinationCipher(platform.keys, random)
  const unreadable = new UnreadableRows({ alarms, log })
  return {
    clock,
    config,
    db,
    pool,
    random,
    log,
    bus,
    alarms,
    ...neighbours,
    rules: { ...fixedRules, coolingMs, ...rules },
    cipher,
    unreadable,
  }
}

/**
 * Runs a chain request. Throws `no_wallet` if the chain's node is unreachable. Source: docs/spec/product.md section
 * 8.
 */
export async function fromWallet<Answer>(coin: ChainCoin, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ChainAway ? new Refused('no_wallet', { coin }) : error
  }
}

/** Refreshes the customer's open pages. Call after the commit. */
export function refreshPages({ bus }: Pick<WithdrawalContext, 'bus'>, customerId: string): void {
  bus.publish('customer.changed', {
    customerId,
    calls: ['withdrawals', 'withdrawals.terms', 'addresses', 'user', 'totalbalance'],
  })
}
