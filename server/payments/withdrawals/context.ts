import type { Identity } from '../../identity/public.ts'
import type { Asset } from '../../../contract/money.ts'
import type { Ledger, NewTransfer } from '../../ledger/public.ts'
import type { Markets } from '../../markets/public.ts'
import type { Operators } from '../../operators/public.ts'
import type { Executor } from '../../platform/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refused } from '../../platform/refused.ts'
import { UnreadableRows } from '../../platform/unreadable-rows.ts'
import { ChainAway, type ChainAdapter, type ChainCoin, type Plan, type SignedPlan } from '../chains/adapter.ts'
import { createDestinationKeeper, type DestinationKeeper } from './destination.ts'

/** What withdrawals ask of identity. */
export type CustomersForWithdrawals = Pick<
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

/** What withdrawals ask of the chains. */
export type ChainsForWithdrawals = {
  adapters: Record<ChainCoin, ChainAdapter>
  sign(plan: Plan): Promise<SignedPlan>
  /** Where a person can look at a transaction. */
  explorerUrl(coin: ChainCoin, txid: string): string
  /** Confirmations after which a payment counts as done. */
  confirmations: Record<ChainCoin, number>
  /** How many deposit addresses have been given out. */
  issuedDeposits(db: Executor, coin: ChainCoin): Promise<number>
}

export type WithdrawalNeighbours = {
  ledger: Pick<Ledger, 'post' | 'balance' | 'balances' | 'netOfKinds' | 'houseBalance'>
  markets: Pick<Markets, 'lastTick' | 'symbol'>
  identity: CustomersForWithdrawals
  operators: Pick<Operators, 'audit' | 'needsSecond' | 'propose' | 'onApproved' | 'nameOf' | 'countWaiting' | 'watch'>
  chains: ChainsForWithdrawals
}

export type WithdrawalRules = {
  /** New addresses wait this long: the operator's setting. */
  coolingMs(): number
  /** In cents of a US dollar, over 24 hours. Source: docs/spec/product.md section 9. */
  dailyLimitUsdMinor: bigint
  maxOpen: number
  maxAddresses: number
  /** What else is posted, in `tx`, when a withdrawal has been paid out: commissions on a deposit that leaves again. */
  paidOut(tx: Executor, withdrawal: PaidOut): Promise<NewTransfer[]>
  /** Whether a customer's bonus may be withdrawn. */
  bonusTermsMet(customerId: string): Promise<boolean>
}

/** A withdrawal that was paid out; `principalMinor` of it were deposits. */
export type PaidOut = { id: string; customerId: string; asset: Asset; principalMinor: bigint }

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
  WithdrawalNeighbours & { rules: WithdrawalRules; keeper: DestinationKeeper; unreadable: UnreadableRows }

export function createWithdrawalContext(
  platform: Platform,
  neighbours: WithdrawalNeighbours,
  rules: Partial<WithdrawalRules> = {},
): WithdrawalContext {
  const { clock, config, db, pool, random, log, bus, alarms } = platform
  const addressBook = neighbours.operators.watch('addressBook')
  const coolingMs = () => addressBook().coolingHours * hourMs
  const keeper = createDestinationKeeper(platform.keys, random)
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
    keeper,
    unreadable,
  }
}

/**
 * Asks a chain; while it is away the person is told that there is no wallet. Source: docs/spec/product.md section 8.
 */
export async function fromWallet<Answer>(coin: ChainCoin, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ChainAway ? new Refused('no_wallet', { coin }) : error
  }
}

/** Tells the customer's pages what has changed. After the commit. */
export function tellCustomer({ bus }: Pick<WithdrawalContext, 'bus'>, customerId: string): void {
  bus.publish('customer.changed', {
    customerId,
    calls: ['withdrawals', 'withdrawals.terms', 'addresses', 'user', 'totalbalance'],
  })
}
