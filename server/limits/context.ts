import type { Identity } from '../identity/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { ActiveTime } from './active-time.ts'
import type { CustomerRules } from './customer-rules.ts'
import type { AccountState } from './order-rules.ts'

/** Trades that a customer placed since a time, and what those settled since then came to. */
export type TradingResult = { trades: number; netMinor: bigint }

export type LimitsNeighbours = {
  identity: Pick<Identity, 'customer' | 'addExporter' | 'onRecognised' | 'addLasting' | 'otherOpenAccounts'> & {
    standing(customerId: string): AccountState | Promise<AccountState>
    heldAmong(customerIds: readonly string[]): Promise<ReadonlyMap<string, AccountState>>
  }
  /** Asked of trading when needed: trading itself asks for limits. */
  tradingResult(customerId: string, fromMs: number): Promise<TradingResult>
  /**
   * Value of the customer's deposits begun since `fromMs` in minor units of the customer's currency: credited ones and those under
   * way, without cancelled and expired ones. Asked of payments.
   */
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
}

export type LimitsContext = Pick<Platform, 'clock' | 'db' | 'random' | 'bus'> &
  LimitsNeighbours & { rules: CustomerRules; activeTime: ActiveTime }
