import type { Identity } from '../identity/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { ActiveTime } from './active-time.ts'
import type { CustomerRules } from './customer-rules.ts'
import type { AccountState } from './order-rules.ts'

/** Trades that a customer placed since a time, and the total result of those settled since then. */
export type TradingResult = { trades: number; netMinor: bigint }

export type LimitsNeighbours = {
  identity: Pick<Identity, 'customer' | 'addExporter' | 'onRecognised' | 'addLasting' | 'otherOpenAccounts'> & {
    standing(customerId: string): AccountState | Promise<AccountState>
    heldAmong(customerIds: readonly string[]): Promise<ReadonlyMap<string, AccountState>>
  }
}

/** Figures of modules that depend on limits. */
export type LimitsFigures = {
  /** Returns a customer's trading result. */
  tradingResult(customerId: string, fromMs: number): Promise<TradingResult>
  /**
   * Returns the value of the customer's deposits started since `fromMs`, in minor units of the customer's currency:
   * credited and pending ones, without cancelled and expired ones. Implemented by payments.
   */
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
}

export type LimitsContext = Pick<Platform, 'clock' | 'db' | 'random' | 'bus'> &
  LimitsNeighbours &
  LimitsFigures & { rules: CustomerRules; activeTime: ActiveTime }
