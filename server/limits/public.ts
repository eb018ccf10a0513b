import type { limitsCalls } from '../../contract/limits.ts'
import type { CashAsset } from '../../contract/money.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Bindings } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import type { Refused } from '../platform/refused.ts'

/** What a customer's own limits and the state of the account allow an order. The same shape as trading's `OrderRules`. */
export type OrderRules = {
  /** Set: no order is taken. */
  refusal?: Refused
  maxStakeMinor?: bigint
  lossLimits: readonly { limitMinor: bigint; fromMs: number; period: 'day' | 'week' | 'month' }[]
}

export type Limits = ModuleLife & {
  calls: Bindings<typeof limitsCalls>
  /** Answered without a promise where it is in memory. */
  orderRules(customerId: string, nowMs: number): OrderRules | Promise<OrderRules>
  /** Throws `deposit_limit`, `timed_out`, `excluded` or `account_frozen` where a deposit of this value may not be begun. */
  checkDeposit(tx: Executor, customerId: string, amountMinor: bigint, asset: CashAsset): Promise<void>
}

export type LimitsNeighbours = { ledger: Ledger; identity: Identity; operators: Operators }

/** Limits that customers set for themselves, time-outs and exclusions. Source: truth.md section 5. */
export function createLimits(_platform: Platform, _neighbours: LimitsNeighbours): Limits {
  return { calls: {}, orderRules: () => ({ lossLimits: [] }), checkDeposit: async () => {} }
}
