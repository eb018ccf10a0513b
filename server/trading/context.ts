import type { CashAsset } from '../../contract/money.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { TradingLimits } from './limits.ts'
import type { OrderRules, OrderRulesFinder } from './own-limits.ts'

/** What trading asks of the other modules. */
export type TradingNeighbours = {
  ledger: Pick<Ledger, 'balance' | 'balances' | 'transfersOf' | 'batchesOf'>
  markets: Pick<
    Markets,
    | 'symbols'
    | 'symbol'
    | 'isTradable'
    | 'lastTick'
    | 'lastTickAt'
    | 'watermarkMs'
    | 'closeRecord'
    | 'ticksBetween'
    | 'ticksAround'
    | 'refusedOfEachReason'
    | 'refusedGapsEnd'
    | 'seamsBetween'
  >
  /** Answered without a promise where the customer is in memory. */
  customer(customerId: string): CustomerCurrency | Promise<CustomerCurrency>
  /** What customers allow themselves; without it nothing but the house's limits. */
  orderRules?: OrderRulesFinder
  /** Of many at once, by id: of those whom anything limits. */
  manyOrderRules?: (customerIds: readonly string[], nowMs: number) => Promise<ReadonlyMap<string, OrderRules>>
}

/** `simulated` and since when: of accounts that nobody holds. */
export type CustomerCurrency = { currency: CashAsset; simulated?: boolean; customerSinceMs?: number }

export type TradingContext = Platform & TradingNeighbours & { limits: Readonly<Record<CashAsset, TradingLimits>> }
