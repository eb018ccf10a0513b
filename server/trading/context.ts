import type { CashAsset } from '../../api/money.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Transparency } from '../transparency/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { TradingLimits } from './orders/limits.ts'
import type { OrderRules, OrderRulesFinder } from './orders/order-rules.ts'

/** The parts of other modules that trading uses. */
export type TradingNeighbours = {
  ledger: Pick<Ledger, 'balance' | 'balances' | 'transfersOf' | 'batchesOf' | 'movements' | 'movementSums' | 'entry'>
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
  /** Needed if operators read customers' activity; tests and benchmarks omit them. */
  operators?: Pick<Operators, 'audit'>
  /** Proves batches of the ledger by the transparency log. Without it, receipts have no proof. */
  proveBatch?: Transparency['proveBatch']
  isCustomer?: (id: string) => Promise<boolean>
  /** Returns the value directly, without a promise, if the customer is in memory. */
  customer(customerId: string): CustomerCurrency | Promise<CustomerCurrency>
  /** Finds a customer's own limits. Without it, only the house limits apply. */
  orderRules?: OrderRulesFinder
  /** Finds the rules for many customers at once. The map contains only customers with a limit. */
  manyOrderRules?: (customerIds: readonly string[], nowMs: number) => Promise<ReadonlyMap<string, OrderRules>>
}

/** `simulated` and `customerSinceMs` are set for simulated accounts. */
type CustomerCurrency = { currency: CashAsset; simulated?: boolean; customerSinceMs?: number }

export type TradingContext = Platform & TradingNeighbours & { limits: Readonly<Record<CashAsset, TradingLimits>> }
