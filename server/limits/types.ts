import type { PhraseValue } from '../../api/sentences/sentences.ts'
import type { Executor } from '../platform/database/database.ts'
import type { limitsCalls } from '../../api/calls/limits/limits.ts'
import type { CashAsset } from '../../api/money.ts'
import type { Bindings, SessionFinder } from '../platform/http/http.ts'
import type { ModuleLife } from '../platform/platform.ts'
import type { Refused } from '../platform/http/refused.ts'

/** What a customer's own limits and the account's state allow. The same shape as trading's `OrderRules`. */
export type OrderRules = {
  /** If set, all orders are refused. */
  refusal?: Refused
  maxStakeMinor?: bigint
  lossLimits: readonly { limitMinor: bigint; fromMs: number; period: 'day' | 'week' | 'month' }[]
}

export type Limits = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof limitsCalls>
  /**
   * Sets the source of figures from trading and payments. Call it once before startup. The two modules depend on
   * limits, so limits can't import them.
   */
  readFrom(figures: LimitsFigures): void
  /** Returns synchronously if cached. */
  orderRules(customerId: string, nowMs: number): OrderRules | Promise<OrderRules>
  /**
   * Returns the rules of those customers who have any restriction, by id. If nobody has one, this costs little more
   * than the check.
   */
  manyOrderRules(customerIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, OrderRules>>
  /**
   * Throws `deposit_limit`, `timed_out`, `excluded` or `account_frozen` if a deposit of this value isn't allowed.
   * `tx` is the transaction that starts it; `asset` is the customer's currency.
   */
  checkDeposit(tx: Executor, customerId: string, amountMinor: bigint, asset: CashAsset): Promise<void>
  /** Returns whether a customer's pause is active. Nothing new starts during a pause. */
  isPaused(tx: Executor, customerId: string): Promise<boolean>
  /**
   * Returns how much more a customer may deposit under their own limits, in minor units of their currency, or null
   * if no limit is set.
   */
  depositRoom(tx: Executor, customerId: string): Promise<bigint | null>
  /** Summarises a customer's limits for operators: `3 set, away until ...`. */
  deskFact(customerId: string): Promise<PhraseValue>
  /** Wraps sessions so that each use counts as the customer's active time. */
  countingTime(find: SessionFinder): SessionFinder
}

/** The number of trades that a customer placed since a time, and the total result of those settled since then. */
export type TradingResult = { trades: number; netMinor: bigint }

/** Figures from modules that depend on limits. */
export type LimitsFigures = {
  /** Returns a customer's trading result since `fromMs`. */
  tradingResult(customerId: string, fromMs: number): Promise<TradingResult>
  /**
   * Returns the total value of the deposits that the customer started since `fromMs`, in minor units of the customer's
   * currency. Includes credited and pending deposits, but not cancelled or expired ones. Implemented by payments.
   */
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
}
